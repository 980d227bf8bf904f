import Checkout
import Parts
import OakWeb

extension Payment.State {
    /// Asks for a card and for confirmation.
    ///
    /// - Parameter delivery: The chosen delivery.
    func section(_ delivery: Delivery) -> Element<Place.Flow> {
        switch step {
        case .entering(let declined):
            StepPanel(key: "card", title: "Who pays?") {
                if let declined { declined.panel }
                DeliveryNote(delivery: delivery).paragraph
                form.form {
                    CheckoutMessage.changeDelivery.button("Change delivery")
                    CheckoutMessage.cancel.button("Cancel", .quiet)
                }
                CardNotes(accounts: Bank.samples).list
            }.section
        case .confirming(let card):
            StepPanel(key: "paying", title: "Pay \(amount)?") {
                DeliveryNote(delivery: delivery).paragraph
                Element(.p, key: "charge") { "The card \(card) will be charged." }
                Element(.div, key: "actions", .class("actions")) {
                    payButton(isBusy: false)
                    CheckoutMessage.back.button("Change card")
                    others
                }
            }.section
        case .authorizing(let card, let authorization):
            StepPanel(key: "paying", title: "Paying \(amount)") {
                DeliveryNote(delivery: delivery).paragraph
                Element(.p, key: "charge") { "The card \(card) is being charged." }
                switch authorization {
                case .asking(_, let call):
                    call.conversation("Asking the bank …", retry: .askBank, origin: payButton(isBusy: true)) {
                        CheckoutMessage.back.button("Do not pay yet")
                        others
                    }
                // The bank's request appears in a dialog, from which the focus returns.
                case .challenged: Element(.div, key: "actions", .class("actions")) { payButton(isBusy: true) }
                case .approved, .declined: HTML.empty
                }
            }.section
        }
    }

    private func payButton(isBusy: Bool) -> Element<Place.Phrase> {
        CheckoutMessage.confirm.button("Pay", .primary, .aria(.disabled, isBusy ? "true" : "false"))
    }

    private var others: Fragment<Place.Phrase> {
        Fragment {
            CheckoutMessage.changeDelivery.button("Change delivery")
            CheckoutMessage.cancel.button("Cancel", .quiet)
        }
    }
}

/// The chosen delivery.
private struct DeliveryNote {
    let delivery: Delivery

    var paragraph: Element<Place.Flow> {
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

/// Sample cards for approved and declined payments.
private struct CardNotes {
    let accounts: [Bank.Account]

    var list: Element<Place.Flow> {
        Element(.div, key: "note", .class("hint notes")) {
            Element(.p) { "Cards to try it with; the PIN is needed above \(Bank.pinThreshold):" }
            Element(.ul) {
                for account in accounts { Element(.li, key: account.number) { account.note } }
            }
        }
    }
}

extension Bank.Account {
    /// The number in groups, as printed on the card.
    private var grouped: String {
        number.enumerated().map { $0 > 0 && $0.isMultiple(of: 4) ? " \($1)" : "\($1)" }.joined()
    }

    /// Its number and its limit, in words.
    fileprivate var note: String { "\(grouped), \(expiry), PIN \(pin), pays up to \(limit)." }
}
