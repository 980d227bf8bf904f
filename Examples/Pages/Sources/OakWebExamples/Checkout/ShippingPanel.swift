import Checkout
import OakWeb
import Parts

extension Shipping.State {
    /// Asks for the destination and an offer.
    var section: Element<Place.Flow> {
        switch step {
        case .entering:
            stepPanel("Where does it go?", key: "address") {
                form.form(entering: .enterAddress, submitting: .submitAddress) {
                    CheckoutMessage.cancel.button("Cancel", .quiet)
                }
            }
        case .quoting(let call):
            stepPanel("What does delivery cost?", key: "quoting") {
                call.conversation("Asking the carrier …", retry: .askCarrier) { others }
            }
        case .refused(let problem):
            stepPanel("What does delivery cost?", key: "refused") {
                problem.alert
                Element(.div, .class("actions")) { others }
            }
        case .choosing(_, let offers):
            stepPanel("How is it delivered?", key: "choosing") {
                Element(.ul, .class("offers")) {
                    for offer in offers { offer.row }
                }
                Element(.div, .class("actions")) { others }
            }
        }
    }

    @HTMLBuilder<Place.Phrase> private var others: Fragment<Place.Phrase> {
        CheckoutMessage.changeAddress.button("Change address")
        CheckoutMessage.cancel.button("Cancel", .quiet)
    }
}

extension Offer {
    fileprivate var row: Element<Place.Items<Place.Flow>> {
        Element(.li, key: id) {
            Element(.button, .class("offer"), .onClick(CheckoutMessage.choose), .says("offer", id)) {
                Element(.span, .class("name")) { id.capitalizedFirst }
                Element(.span, .class("hint")) { time }
                Element(.span, .class("price")) { price.description }
            }
        }
    }
}
