#if canImport(SwiftUI)
    import Checkout
    import Parts
    import SwiftUI

    /// Asks for the destination and an offer.
    struct ShippingView: View {
        let state: Shipping.State
        let send: (Shipping.Event) -> Void

        var body: some View {
            Section("Shipping") {
                switch state.step {
                case .entering:
                    FormFields(form: state.form) { send(.form($0)) }
                case .quoting(let call):
                    CallView(title: "Asking the carrier …", state: call) { send(.quoting($0)) }
                    Button("Back") { send(.back) }
                case .refused(let problem):
                    ProblemText(problem: problem)
                    Button("Back") { send(.back) }
                case .choosing(_, let offers):
                    ForEach(offers) { offer in
                        OfferButton(offer: offer) { send(.choose(offer.id)) }
                    }
                    Button("Back") { send(.back) }
                }
            }
        }
    }

    /// One way to send a parcel.
    private struct OfferButton: View {
        let offer: Offer
        let choose: @MainActor () -> Void

        var body: some View {
            Button(action: choose) {
                VStack(alignment: .leading) {
                    AmountRow(title: offer.id, amount: offer.price)
                    Text(offer.time).font(.footnote)
                }
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview("Address") { Form { ShippingView(state: Shipping.State(grams: 500)) { _ in } } }
    #endif
#endif
