public import ArgumentParser
import Checkout
import Foundation
import Oak
import Parts
import Terminal

/// Runs the checkout in a terminal.
public struct CheckoutCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Buy something: delivery, payment, order.",
        discussion: """
            A card number is checked by its last digit. The bank declines a card that it does not know, that has \
            expired, or whose limit is exceeded; above €50.00 it asks for the PIN. The carrier's price depends on \
            country and weight.
            """)

    @Option(
        help: "The folder that orders are written to; it has to exist. (default: \(TemporaryFolder.path), which lasts)"
    )
    var orders: String?

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        let bank = Bank(today: .current)
        let book = OrderBook(folder: try orders ?? TemporaryFolder.make())
        let carrier = Carrier()
        try await CheckoutFrontEnd().runOnStandardStreams(
            initialState: Checkout.State(id: UUID().uuidString, cart: .sample),
            proxy: Checkout.Proxy(),
            env: Checkout.Env(
                carrier: Shipping.Env(service: carrier.quote), bank: Payment.Env(service: bank.decide),
                release: { await bank.release($0) }, orders: Placing.Env(service: book.place, patience: nil)))
    }
}
