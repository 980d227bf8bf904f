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
                    AuthorizationView(state: authorization) { payment.input(.authorization($0)) }
                }
                Button("Back") { payment.input(.back) }
            }
        }
    }

    /// The call to the bank.
    private struct AuthorizationView: View {
        let state: Authorization.State
        let send: (Authorization.Event) -> Void

        var body: some View {
            switch state {
            case .asking(_, let call): CallView(title: "Asking the bank …", state: call) { send(.bank($0)) }
            case .challenged(_, let triesLeft):
                // Each try has an empty field of its own.
                PINField(triesLeft: triesLeft) { send(.pin($0)) }.id(triesLeft)
            case .approved, .declined: EmptyView()
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

    #if DEBUG && !os(Linux)
        #Preview("Card") {
            let bank = Bank(today: Month(1, of: 2030))
            Form {
                TransducerView(
                    of: Payment.self, initialState: Payment.State(order: "preview", amount: Money(cents: 4_200)),
                    env: Payment.Env(service: { try await bank.decide($0) })
                ) { payment in
                    PaymentView(payment: payment)
                }
            }
        }
    #endif
#endif
