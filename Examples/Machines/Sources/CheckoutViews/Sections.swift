#if canImport(SwiftUI)
    import Checkout
    import SwiftUI

    /// The cart.
    struct CartSection: View {
        let cart: Cart

        var body: some View {
            Section("Cart") {
                ForEach(cart.items, id: \.self) { item in
                    AmountRow(title: "\(item.quantity) × \(item.name)", amount: item.quantity * item.price)
                }
                AmountRow(title: "Total", amount: cart.total)
            }
        }
    }

    /// The chosen delivery.
    struct DeliverySection: View {
        let delivery: Delivery
        let change: @MainActor () -> Void

        var body: some View {
            Section("Delivery") {
                AmountRow(
                    title: "\(delivery.offer.id) to \(delivery.parcel.address.postcode)", amount: delivery.offer.price)
                Button("Change delivery", action: change)
            }
        }
    }

    /// A label and an amount.
    struct AmountRow: View {
        let title: String
        let amount: Money

        var body: some View {
            HStack {
                Text(title)
                Spacer()
                Text(amount.description)
                    .font(.body.monospacedDigit())
            }
            .accessibilityElement(children: .combine)
        }
    }

    /// Leaves the checkout.
    struct CancelButton: View {
        let cancel: @MainActor () -> Void

        var body: some View {
            Button("Cancel", role: .cancel, action: cancel)
        }
    }
#endif
