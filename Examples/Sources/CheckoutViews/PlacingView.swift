#if canImport(SwiftUI)
    import Checkout
    import Parts
    import SwiftUI

    /// The order is being written down; once that has failed one can leave.
    struct PlacingView: View {
        let state: Placing.State
        let send: (Placing.Event) -> Void
        let cancel: @MainActor () -> Void

        var body: some View {
            Section("Order") {
                CallView(title: "Placing the order …", state: state, send: send)
                switch state {
                case .failed: CancelButton(cancel: cancel)
                case .waiting, .answered: EmptyView()
                }
            }
        }
    }

    /// The order is written down.
    struct ReceiptView: View {
        let order: Order
        let receipt: Receipt

        var body: some View {
            Section("Receipt") {
                Text("Order \(receipt.number)").font(.headline)
                AmountRow(title: order.approval.card, amount: order.approval.amount)
                Text(order.delivery.offer.time)
            }
        }
    }
#endif
