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
#endif
