public import ArgumentParser
import Checkout
import Foundation
import Oak
import Parts
import Terminal

#if Inspector
    import OakInspector
#endif

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

    @Flag(help: "Show the machine on a page in a browser. Needs 'swift run --traits Inspector'.")
    var inspect = false

    /// Creates a command.
    public init() {}

    @MainActor
    public func run() async throws {
        let bank = Bank(today: .current)
        let book = OrderBook(folder: try orders ?? TemporaryFolder.make())
        let carrier = Carrier()
        let env = Checkout.Env(
            carrier: Shipping.Env(service: carrier.quote), bank: Payment.Env(service: bank.decide),
            release: { await bank.release($0) }, orders: Placing.Env(service: book.place, patience: nil))
        guard inspect else { return try await run(env, observer: NoObserver()) }
        #if Inspector
            var settings = InspectorSettings()
            settings.redaction = Checkout.redaction
            let inspector = Inspector(settings: settings)
            // Tells its address.
            try await inspector.serve()
            do {
                try await run(env, observer: inspector.watch("checkout", of: Checkout.self))
            } catch {
                await inspector.stop()
                throw error
            }
            await inspector.stop()
        #else
            throw ValidationError("This build has no inspector: run the checkout with 'swift run --traits Inspector'.")
        #endif
    }

    @MainActor
    private func run(_ env: Checkout.Env, observer: some TransducerObserver) async throws {
        try await CheckoutFrontEnd().runOnStandardStreams(
            initialState: Checkout.State(id: UUID().uuidString, cart: .sample), proxy: Checkout.Proxy(), env: env,
            observer: observer)
    }
}
