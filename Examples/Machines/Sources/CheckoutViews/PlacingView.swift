#if canImport(SwiftUI)
    import Checkout
    import Parts
    import SwiftUI

    /// Shows that the order is being placed; after a failure the user can leave.
    struct PlacingView: View {
        let state: Placing.State
        let send: (Placing.Event) -> Void
        let cancel: @MainActor () -> Void

        var body: some View {
            Section("Order") {
                CallView(title: "Placing the order …", state: state, send: send)
                if case .failed = state { Button("Cancel", role: .cancel, action: cancel) }
            }
        }
    }

    /// The order is placed.
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
