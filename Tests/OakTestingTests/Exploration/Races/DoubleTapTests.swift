import Oak
import OakTesting
import TestSupport
import Testing

/// However often "Pay" is tapped, the customer pays once.
@Suite("Race: double tap")
struct DoubleTapTests {
    private static func pay<C: Checkout>(with type: C.Type, taps: [Tap]) async {
        let shop = Shop()
        let checkout = C(shop: shop)
        await withTaskGroup { customers in
            for _ in taps { customers.addTask { await checkout.payTapped() } }
        }
        try? await shop.clock.sleep(for: .seconds(60))
        expectThat(shop.charges.values.count == min(1, taps.count), "the customer pays twice")
        await checkout.end()
    }

    @Test("A flag that is raised behind an await lets the second tap pass")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: .always([.tap, .tap, .tap])) { taps in
                await Self.pay(with: CheckoutModel.self, taps: taps)
            })
        found.shows("the customer pays twice")
        #expect(found.events.count == 2)
    }

    @Test("A machine that checks the stock takes no second tap")
    func machine() async {
        await explore(seeds: seedsForMachines, events: .always([Tap.tap, .tap, .tap])) { taps in
            await Self.pay(with: CheckoutWithMachine.self, taps: taps)
        }
    }
}

enum Tap: Sendable { case tap }

/// Sells the thing, and takes a moment for everything.
struct Shop: Sendable {
    let clock = TestClock(advancing: .whenIdle)
    let charges = Recorder<String>()

    func isInStock() async throws -> Bool {
        try await clock.sleep(for: .seconds(1))
        return true
    }

    func charge() async throws {
        charges.record("charged")
        try await clock.sleep(for: .seconds(1))
    }
}

protocol Checkout: Candidate {
    init(shop: Shop)
    func payTapped() async
}

// MARK: - As it is usually written

actor CheckoutModel: Checkout {
    private let shop: Shop
    private(set) var isPaying = false
    private(set) var hasPaid = false

    init(shop: Shop) { self.shop = shop }

    func payTapped() async {
        guard !isPaying, !hasPaid else { return }
        do {
            guard try await shop.isInStock() else { return }
            isPaying = true
            try await shop.charge()
            hasPaid = true
        } catch {}
        isPaying = false
    }
}

// MARK: - As a machine

enum CheckoutMachine: EffectTransducer {
    enum State: Sendable { case ready, checking, paying, paid, soldOut }
    enum Event: Sendable { case payTapped, checked(inStock: Bool), charged }
    typealias Env = Shop

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.ready, .payTapped):
            state = .checking
            return Effect { shop, input in try input.send(.checked(inStock: await shop.isInStock())) }
        case (.checking, .checked(inStock: true)):
            state = .paying
            return Effect { shop, input in
                try await shop.charge()
                try input.send(.charged)
            }
        case (.checking, .checked(inStock: false)):
            state = .soldOut
            return nil
        case (.paying, .charged):
            state = .paid
            return nil
        case (.ready, _), (.checking, _), (.paying, _), (.paid, _), (.soldOut, _):
            return nil
        }
    }
}

private struct CheckoutWithMachine: Checkout {
    let machine: Running<CheckoutMachine>

    init(shop: Shop) { machine = Running(.ready, env: shop) }

    func payTapped() async { machine.send(.payTapped) }
    func end() async { await machine.end() }
}
