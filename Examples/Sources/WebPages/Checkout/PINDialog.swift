import Checkout
import WebHost

/// The bank wants to know the PIN of a card.
struct PINQuestion {
    let charge: Charge
    let triesLeft: Int

    /// Asks for it.
    var dialog: Element {
        // Each try has a field of its own, which is empty.
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
                        .autocomplete("off"), .inputmode("numeric"), .aria(.describedby, "pin-hint"))
                    Element(.p, .id("pin-hint"), .class("hint")) { tries }
                }
                Element(.div, .class("actions")) {
                    Element(.button, .type(.submit), .class(Prominence.primary.rawValue)) { "Confirm PIN" }
                    CheckoutMessage.back.button("Do not pay yet")
                }
            }
        }
    }

    private var tries: String { triesLeft == 1 ? "This is the last try." : "\(triesLeft) tries left." }
}

extension Checkout.State {
    /// What the bank wants to know, if it is anything.
    var question: PINQuestion? {
        guard case .payment(_, let payment) = step, case .authorizing(_, let authorization) = payment.step,
            case .challenged(let charge, let triesLeft) = authorization
        else { return nil }
        return PINQuestion(charge: charge, triesLeft: triesLeft)
    }
}
