#if canImport(SwiftUI)
    import Checkout
    import Oak
    import Parts
    import SwiftUI

    /// Asks for the destination and an offer.
    struct ShippingView: View {
        let shipping: MachineReference<Shipping>

        var body: some View {
            Section("Shipping") {
                switch shipping.state.step {
                case .entering:
                    if let form = shipping.child(Shipping.form) { FormFields(form: form) }
                case .quoting(let call):
                    CallView(title: "Asking the carrier …", state: call) { shipping.input(.quoting($0)) }
                    Button("Back") { shipping.input(.back) }
                case .refused(let problem):
                    ProblemText(problem: problem)
                    Button("Back") { shipping.input(.back) }
                case .choosing(_, let offers):
                    ForEach(offers) { offer in
                        Button {
                            shipping.input(.choose(offer.id))
                        } label: {
                            VStack(alignment: .leading) {
                                AmountRow(title: offer.id, amount: offer.price)
                                Text(offer.time).font(.footnote)
                            }
                        }
                    }
                    Button("Back") { shipping.input(.back) }
                }
            }
        }
    }
#endif
