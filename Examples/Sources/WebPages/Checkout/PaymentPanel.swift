import Checkout
import Parts
import WebHost

extension Payment.State {
    /// Asks for a card, and whether to pay with it.
    ///
    /// - Parameter delivery: How what is paid for is delivered.
    func section(_ delivery: Delivery) -> Element {
        switch step {
        case .entering(let declined):
            StepPanel(key: "card", title: "Who pays?") {
                if let declined { declined.panel }
                DeliveryNote(delivery: delivery).paragraph
                form.form {
                    CheckoutMessage.changeDelivery.button("Change delivery")
                    CheckoutMessage.cancel.button("Cancel", .quiet)
                }
                if let account = Bank.samples.first { account.note }
            }.section
        case .confirming(let card):
            StepPanel(key: "confirming", title: "Pay \(amount)?") {
                DeliveryNote(delivery: delivery).paragraph
                Element(.p) { "The card \(card) will be charged." }
                Element(.div, .class("actions")) {
                    CheckoutMessage.confirm.button("Pay", .primary)
                    CheckoutMessage.back.button("Change card")
                    others
                }
            }.section
        case .authorizing(let card, let authorization):
            StepPanel(key: "authorizing", title: "Paying \(amount)") {
                Element(.p) { "With the card \(card)." }
                authorization.conversation {
                    CheckoutMessage.back.button("Do not pay yet")
                    others
                }
            }.section
        }
    }

    private var others: HTML {
        HTML {
            CheckoutMessage.changeDelivery.button("Change delivery")
            CheckoutMessage.cancel.button("Cancel", .quiet)
        }
    }
}

extension Authorization.State {
    /// The conversation with the bank, apart from what it asks.
    fileprivate func conversation(@HTMLBuilder others: () -> HTML) -> HTML {
        HTML {
            switch self {
            case .asking(_, let call): call.conversation("Asking the bank …", retry: .askBank, others: others)
            case .challenged, .approved, .declined: HTML.empty
            }
        }
    }
}

/// How it is delivered.
private struct DeliveryNote {
    let delivery: Delivery

    var paragraph: Element {
        let address = delivery.parcel.address
        return Element(.p, key: "delivery") {
            "\(delivery.offer.id.capitalizedFirst) delivery to "
            Element(.span, .dir(.auto), .class("path")) { address.name }
            ", "
            Element(.span, .dir(.auto), .class("path")) { "\(address.country) \(address.postcode)" }
            ": \(delivery.offer.time)."
        }
    }
}

extension Bank.Account {
    /// The number as it is printed on the card.
    private var grouped: String {
        number.enumerated().map { $0 > 0 && $0.isMultiple(of: 4) ? " \($1)" : "\($1)" }.joined()
    }

    /// What can be typed to try a payment.
    fileprivate var note: Element {
        Element(.p, key: "note", .class("hint")) { "A card to try it with: \(grouped), \(expiry), PIN \(pin)." }
    }
}
