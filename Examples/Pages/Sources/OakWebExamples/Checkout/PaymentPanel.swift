import Checkout
import OakWeb
import Parts

extension Payment.State {
    /// Asks for a card and for confirmation.
    ///
    /// - Parameter delivery: The chosen delivery.
    func section(_ delivery: Delivery) -> Element<Place.Flow> {
        switch step {
        case .entering(let declined):
            stepPanel("Who pays?", key: "card") {
                if let declined { declined.alert }
                delivery.note
                form.form(entering: .enterCard, submitting: .submitCard) { others }
                sampleCards
            }
        case .confirming(let card):
            stepPanel("Pay \(amount)?", key: "paying") {
                delivery.note
                Element(.p, key: "charge") { "The card \(card) will be charged." }
                Element(.div, key: "actions", .class("actions")) {
                    payButton(isOff: false)
                    CheckoutMessage.back.button("Change card")
                    others
                }
            }
        case .authorizing(let card, let authorization):
            stepPanel("Paying \(amount)", key: "paying") {
                delivery.note
                Element(.p, key: "charge") { "The card \(card) is being charged." }
                switch authorization {
                case .asking(_, let call):
                    call.conversation("Asking the bank …", retry: .askBank, origin: payButton(isOff: true)) {
                        CheckoutMessage.back.button("Do not pay yet")
                        others
                    }
                // The bank's request appears in a dialog, from which the focus returns.
                case .challenged: Element(.div, key: "actions", .class("actions")) { payButton(isOff: true) }
                case .approved, .declined: HTML.empty
                }
            }
        }
    }

    private func payButton(isOff: Bool) -> Element<Place.Phrase> {
        CheckoutMessage.confirm.button("Pay", .primary, .off(isOff))
    }

    @HTMLBuilder<Place.Phrase> private var others: Fragment<Place.Phrase> {
        CheckoutMessage.changeDelivery.button("Change delivery")
        CheckoutMessage.cancel.button("Cancel", .quiet)
    }

    /// Cards whose payments are approved or declined.
    private var sampleCards: Element<Place.Flow> {
        Element(.div, key: "note", .class("hint")) {
            Element(.p) { "Cards to try it with; the PIN is needed above \(Bank.pinThreshold):" }
            for card in Bank.samples {
                Element(.p) { "\(card.number), \(card.expiry), PIN \(card.pin), pays up to \(card.limit)." }
            }
        }
    }

    /// The bank's request for a PIN, if any.
    @HTMLBuilder<Place.Flow> var question: HTML {
        if case .authorizing(_, .challenged(let charge, let triesLeft)) = step {
            let isWrong = charge.pin != nil
            let tries = triesLeft == 1 ? "This is the last try." : "\(triesLeft) tries left."
            // Each try has an empty field of its own.
            sheetDialog(
                "pin \(charge.reference.attempt) \(triesLeft)", title: "The bank wants to know the PIN",
                field: field(
                    "PIN of the card \(charge.card)", id: "pin", type: .password,
                    note: isWrong ? "That was not the PIN of the card. \(tries)" : tries, isWrong: isWrong, .autofocus),
                submit: submit("Confirm PIN"), sending: CheckoutMessage.enterPIN, cancel: "Do not pay yet",
                dismiss: .back)
        }
    }
}

extension Delivery {
    /// Says what is delivered where, and when.
    fileprivate var note: Element<Place.Flow> {
        let address = parcel.address
        // The marks isolate a name that is written from right to left.
        return Element(.p, key: "delivery") {
            """
            \(offer.id.capitalizedFirst) delivery to \u{2068}\(address.name)\u{2069}, \
            \(address.country) \u{2068}\(address.postcode)\u{2069}: \(offer.time).
            """
        }
    }
}
