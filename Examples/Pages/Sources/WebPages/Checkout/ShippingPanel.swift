import Checkout
import Parts
import OakWeb

extension Shipping.State {
    /// Asks for the destination and an offer.
    var section: Element<Place.Flow> {
        switch step {
        case .entering:
            StepPanel(key: "address", title: "Where does it go?") {
                form.form { CheckoutMessage.cancel.button("Cancel", .quiet) }
            }.section
        case .quoting(let call):
            StepPanel(key: "quoting", title: "What does delivery cost?") {
                call.conversation("Asking the carrier …", retry: .askCarrier) { others }
            }.section
        case .refused(let problem):
            StepPanel(key: "refused", title: "What does delivery cost?") {
                problem.panel
                Element(.div, .class("actions")) { others }
            }.section
        case .choosing(_, let offers):
            StepPanel(key: "choosing", title: "How is it delivered?") {
                Element(.ul, .class("offers")) {
                    for offer in offers { offer.row }
                }
                Element(.div, .class("actions")) { others }
            }.section
        }
    }

    private var others: Fragment<Place.Phrase> {
        Fragment {
            CheckoutMessage.changeAddress.button("Change address")
            CheckoutMessage.cancel.button("Cancel", .quiet)
        }
    }
}

extension Offer {
    /// The row of an offer.
    fileprivate var row: Element<Place.Items<Place.Flow>> {
        Element(.li, key: id) {
            Element(
                .button, .type(.button), .class("offer"), .onClick(CheckoutMessage.choose),
                .says(CheckoutMessage.offer, id)
            ) {
                Element(.span, .class("name")) { id.capitalizedFirst }
                Element(.span, .class("hint")) { time }
                Element(.span, .class("price")) { price.description }
            }
        }
    }
}
