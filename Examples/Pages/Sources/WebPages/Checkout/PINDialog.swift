import Checkout
import OakWeb

/// The bank requires the PIN of a card.
struct PINQuestion {
    let charge: Charge
    let triesLeft: Int

    /// Whether a wrong PIN was tried.
    private var answer: Answer { charge.pin == nil ? .none : .wrong }

    private enum Answer { case none, wrong }

    /// The dialog for the PIN.
    var dialog: Element<Place.Flow> {
        // Each try has an empty field of its own.
        Element(
            .dialog, key: "pin \(charge.reference.attempt) \(triesLeft)", .class("sheet"),
            .aria(.labelledby, "pin-title"), .modal(onDismiss: CheckoutMessage.back)
        ) {
            Element(.form, .onSubmit(CheckoutMessage.enterPIN)) {
                Element(.h2, .id("pin-title")) { "The bank wants to know the PIN" }
                Element(.div, .class("field")) {
                    Element(.label, .for("pin")) { "PIN of the card \(charge.card)" }
                    Element(
                        .input, .id("pin"), .name(CheckoutMessage.pin), .type(.password), .autofocus,
                        .autocomplete("off"), .inputmode("numeric"), .aria(.describedby, "pin-message"),
                        .aria(.invalid, answer == .wrong ? "true" : "false"))
                    message
                }
                Element(.div, .class("actions")) {
                    Element(.button, .type(.submit), .class(Prominence.primary.rawValue)) { "Confirm PIN" }
                    CheckoutMessage.back.button("Do not pay yet")
                }
            }
        }
    }

    private var message: Element<Place.Fields> {
        switch answer {
        case .none: Element(.p, .id("pin-message"), .class("hint"), .aria(.live, "polite")) { tries }
        case .wrong:
            Element(.p, .id("pin-message"), .class("objection"), .aria(.live, "polite")) {
                "That was not the PIN of the card. \(tries)"
            }
        }
    }

    private var tries: String { triesLeft == 1 ? "This is the last try." : "\(triesLeft) tries left." }
}

extension Checkout.State {
    /// The bank's request for a PIN, if any.
    var question: PINQuestion? {
        guard case .payment(_, let payment) = step, case .authorizing(_, let authorization) = payment.step,
            case .challenged(let charge, let triesLeft) = authorization
        else { return nil }
        return PINQuestion(charge: charge, triesLeft: triesLeft)
    }
}
