#if canImport(SwiftUI)
    import Checkout
    import Oak
    import Parts
    import SwiftUI

    /// Asks for a card, for confirmation, and for the PIN if the bank requires it.
    struct PaymentView: View {
        let payment: MachineReference<Payment>

        var body: some View {
            Section("Payment") {
                switch payment.state.step {
                case .entering(let declined):
                    if let declined { ProblemText(problem: declined) }
                    if let form = payment.child(Payment.form) { FormFields(form: form) }
                case .confirming(let card):
                    Text("Pay \(payment.state.amount.description) with \(card.description)?")
                    Button("Pay") { payment.input(.confirm) }
                        .buttonStyle(.borderedProminent)
                case .authorizing(_, let authorization):
                    switch authorization {
                    case .asking(_, let call):
                        CallView(title: "Asking the bank …", state: call) { payment.input(.authorization(.bank($0))) }
                    case .challenged(_, let triesLeft):
                        // Each try has an empty field of its own.
                        PINField(triesLeft: triesLeft) { payment.input(.authorization(.pin($0))) }.id(triesLeft)
                    case .approved, .declined: EmptyView()
                    }
                }
                Button("Back") { payment.input(.back) }
            }
        }
    }

    /// Asks for the PIN of a card. Only this view stores it, while it is typed.
    private struct PINField: View {
        let triesLeft: Int
        let answer: (String) -> Void

        @State private var pin = ""

        var body: some View {
            Text("Tries left: \(triesLeft)")
            SecureField("PIN", text: $pin)
                .onSubmit { answer(pin) }
            Button("Confirm PIN") { answer(pin) }
        }
    }
#endif
