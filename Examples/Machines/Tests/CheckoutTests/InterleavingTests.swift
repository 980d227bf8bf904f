import Oak
import OakTesting
import Parts
import Testing

@testable import Checkout

/// Something that a user does, who does not look whether it is possible.
enum Move: Sendable {
    case fillInAddress, choose(String), fillInCard, confirm, typePIN(String), back, changeDelivery, cancel, retry
    /// In tenths of a second; the bank takes twenty.
    case wait(Int)

    var events: [Checkout.Event] {
        switch self {
        case .fillInAddress:
            [
                .shipping(.form(.enter(.name, "Kim"))), .shipping(.form(.enter(.country, "DE"))),
                .shipping(.form(.enter(.postcode, "12345"))), .shipping(.form(.submit)),
            ]
        case .choose(let id): [.shipping(.choose(id))]
        case .fillInCard:
            [
                .payment(.form(.enter(.number, "4242424242424242"))), .payment(.form(.enter(.expiry, "12/39"))),
                .payment(.form(.submit)),
            ]
        case .confirm: [.payment(.confirm)]
        case .typePIN(let pin): [.payment(.authorization(.pin(pin)))]
        case .back: [.payment(.back), .shipping(.back)]
        case .changeDelivery: [.changeDelivery]
        case .cancel: [.cancel]
        case .retry: [.placing(.ask), .payment(.authorization(.bank(.ask)))]
        case .wait: []
        }
    }

    /// A way that would lead to an order, with all kinds of things between its steps.
    static let walks = Generator<[Move]> { random in
        // Express costs so much that the PIN is needed.
        let payment: [Move] =
            Bool.random(using: &random)
            ? [.choose("express"), .fillInCard, .confirm, .wait(20), .typePIN("1234")]
            : [.choose("standard"), .fillInCard, .confirm]
        // The carrier answers while the user waits, however short.
        let way = [.fillInAddress, .wait(1)] + payment + [.wait(20), .wait(10), .retry]
        let disturbance = Generator<Move>.weighted([
            (4, .confirm), (3, .back), (1, .changeDelivery), (1, .cancel), (4, .wait(10)), (2, .wait(20)),
            (1, .typePIN("0000")), (2, .typePIN("1234")), (2, .retry), (1, .fillInCard), (1, .choose("standard")),
        ])
        let number = Generator.weighted([(5, 0), (1, 1), (1, 2)])
        let leaving = Generator<Move>.weighted([(5, .wait(0)), (1, .back), (1, .changeDelivery), (1, .cancel)])
        return way.flatMap { move in
            var moves = [move]
            // At the moment at which the bank decides, leaving is most delicate.
            if case .wait(20) = move { moves.append(leaving.value(using: &random)) }
            return moves + (0..<number.value(using: &random)).map { _ in disturbance.value(using: &random) }
        }
    }
}

/// Writes down each order it is given, even if it is the same, and takes its time to say so; fails the first few times.
private actor Ledger {
    private(set) var orders: [Order] = []
    private var failures: Int
    private let clock: TestClock

    init(failures: Int, clock: TestClock) {
        self.failures = failures
        self.clock = clock
    }

    func place(_ order: Order) async throws -> Receipt {
        failures -= 1
        if failures >= 0 { throw Problem("The ink has run out.", advice: "Refill it.") }
        orders.append(order)
        try? await clock.sleep(for: .seconds(1))
        return Receipt(number: orders.count, file: "ledger")
    }
}

@Suite("A checkout in every interleaving")
struct InterleavingTests {
    @Test("A purchase places at most one order, and no amount is reserved for anything else")
    func oneOrder() async {
        let (charged, released) = (Diary<Charge.Reference>(), Diary<Charge.Reference>())
        await explore(seeds: 1...1000, events: Move.walks) { moves in
            let clock = TestClock(advancing: .whenIdle)
            let bank = Bank(
                [
                    Bank.Account(
                        number: "4242424242424242", expiry: Month(12, of: 2039), limit: Money(cents: 10_000),
                        pin: "1234")
                ], today: Month(1, of: 2030), clock: clock)
            let ledger = Ledger(failures: moves.count % 3, clock: clock)
            let proxy = Checkout.Proxy()
            let env = Checkout.Env(
                carrier: .init(service: Carrier().quote, clock: clock),
                bank: .init(service: bank.decide, clock: clock),
                release: {
                    await bank.release($0)
                    await released.note($0)
                },
                orders: .init(service: { try await ledger.place($0) }, clock: clock, patience: nil))
            async let run = Checkout.run(
                initialState: Checkout.State(id: "A", cart: Cart.sample), proxy: proxy, env: env)
            do {
                for move in moves {
                    for event in move.events { try await proxy.sendWaitingForRoom(event) }
                    if case .wait(let tenths) = move { try await clock.sleep(for: .milliseconds(100 * tenths)) }
                }
                // Leaves at last; until then the order may be placed.
                while true {
                    try await proxy.sendWaitingForRoom(.cancel)
                    try await clock.sleep(for: .seconds(1))
                }
            } catch TransducerError.terminated {}
            let receipt = try await run

            let (orders, reserved) = (await ledger.orders, await bank.reserved)
            expectThat(orders.count == (receipt == nil ? 0 : 1), "\(orders.count) orders, receipt: \(receipt != nil)")
            expectThat(reserved == orders.map(\.approval), "reserved: \(reserved.map(\.reference))")
            expectThat(clock.sleepers.isEmpty, "somebody is still waiting")
            for order in orders { await charged.note(order.approval.reference) }
        }
        // The scenario is worth something only if many get as far as that, and many turn back at the bank.
        #expect(await charged.entries.count > 100)
        #expect(await released.entries.count > 100)
    }
}
