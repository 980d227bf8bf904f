import Oak
import OakTesting
import Parts
import Testing

@testable import Checkout

/// Something that a user does, who does not look whether it is possible.
enum Move: Sendable {
    case send([Checkout.Event])
    /// In seconds; the bank takes two.
    case wait(Double)

    static let address = Move.send([
        .shipping(.form(.enter(.name, "Kim"))), .shipping(.form(.enter(.country, "DE"))),
        .shipping(.form(.enter(.postcode, "12345"))), .shipping(.form(.submit)),
    ])
    static let card = Move.send([
        .payment(.form(.enter(.number, "4242424242424242"))), .payment(.form(.enter(.expiry, "12/39"))),
        .payment(.form(.submit)),
    ])
    static let confirm = Move.send([.payment(.confirm)])
    static let pin = Move.send([.payment(.authorization(.pin("1234")))])
    static let back = Move.send([.payment(.back), .shipping(.back)])
    static let retry = Move.send([.placing(.ask), .payment(.authorization(.bank(.ask)))])

    /// A way that would lead to an order, with all kinds of things between its steps.
    static let walks = Generator<[Move]> { random in
        // Express costs so much that the PIN is needed.
        let payment: [Move] =
            Bool.random(using: &random)
            ? [.send([.shipping(.choose("express"))]), .card, .confirm, .wait(2), .pin]
            : [.send([.shipping(.choose("standard"))]), .card, .confirm]
        let disturbance = Generator<Move>.weighted([
            (4, .confirm), (3, .back), (1, .send([.changeDelivery])), (1, .send([.cancel])), (4, .wait(1)),
            (2, .wait(2)), (2, .pin), (2, .retry), (1, .card),
        ])
        let number = Generator.weighted([(5, 0), (1, 1), (1, 2)])
        return ([.address, .wait(0.1)] + payment + [.wait(2), .wait(1), .retry]).flatMap { move in
            [move] + (0..<number.value(using: &random)).map { _ in disturbance.value(using: &random) }
        }
    }
}

/// Writes down each order that it is given, even if it is the same; fails the first few times.
private actor Ledger {
    private(set) var orders: [Order] = []
    private var failures: Int

    init(failures: Int) { self.failures = failures }

    func place(_ order: Order) async throws -> Receipt {
        failures -= 1
        if failures >= 0 { throw Problem("The ink has run out.", advice: "Refill it.") }
        orders.append(order)
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
            let bank = Bank(today: Month(1, of: 2030), clock: clock)
            let ledger = Ledger(failures: moves.count % 3)
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
                    switch move {
                    case .send(let events): for event in events { try await proxy.sendWaitingForRoom(event) }
                    case .wait(let seconds): try await clock.sleep(for: .seconds(seconds))
                    }
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
            for order in orders { await charged.note(order.approval.reference) }
        }
        // The scenario is worth something only if many get as far as that, and many turn back at the bank.
        #expect(await charged.entries.count > 100)
        #expect(await released.entries.count > 100)
    }
}
