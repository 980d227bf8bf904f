import Oak
import OakTesting
import Parts
import Testing

@testable import Checkout

@Suite("A checkout from cart to order")
struct RunTests {
    typealias Tester = TransducerTester<Checkout>

    static let bankCall = Checkout.payment.id(
        Payment.authorization.id(Authorization.bank.id(ServiceCallWork.call)))
    static let noRoom = Problem("There is no room.", advice: "Make room.")

    let carrier = Gate<Quote>("the carrier")
    let bank = Gate<Verdict>("the bank")
    let orders = Gate<Receipt>("the order book")
    let released = Diary<Charge.Reference>()
    let clock = TestClock()

    /// A checkout that begins at a step.
    func tester(_ step: Checkout.State.Step? = nil, attempts: Int = 0) -> Tester {
        Tester(
            initialState: step.map { Sample.checkout($0, attempts: attempts) }
                ?? Checkout.State(id: "A", cart: Sample.cart),
            env: Checkout.Env(
                carrier: .init(service: { _ in try await carrier.wait() }, clock: clock),
                bank: .init(service: { _ in try await bank.wait() }, clock: clock),
                release: { await released.note($0) },
                orders: .init(service: { _ in try await orders.wait() }, clock: clock, patience: nil)),
            exhaustivity: .off)
    }

    func confirming() -> Tester { tester(.payment(Sample.delivery, Sample.payment(.confirming(Sample.card)))) }

    @Test("An address, an offer, a card and a confirmation place the order")
    func happyPath() async {
        let tester = tester()
        for (field, text) in [(Address.Field.name, "Kim"), (.country, "de"), (.postcode, " 12345 ")] {
            await tester.send(.shipping(.form(.enter(field, text))))
        }
        await tester.send(.shipping(.form(.submit)))
        carrier.open(returning: .offers([Sample.offer]))
        await tester.receive(.shipping(.quoting(.answered(.offers([Sample.offer])))))
        await tester.send(.shipping(.choose("standard"))) {
            $0.step = .payment(Sample.delivery, Payment.State(order: "A", amount: Sample.amount))
        }
        await tester.send(.payment(.form(.enter(.number, "4242 4242 4242 4242"))))
        await tester.send(.payment(.form(.enter(.expiry, "12/39"))))
        await tester.send(.payment(.form(.submit)))
        await tester.send(.payment(.confirm))
        bank.open(returning: .approved(Sample.approval()))
        await tester.receive(.payment(.authorization(.bank(.answered(.approved(Sample.approval())))))) {
            $0.step = .placing(Sample.order(), .waiting(Sample.order()))
        }
        let receipt = Receipt(number: 1, file: "orders")
        orders.open(returning: receipt)
        await tester.receive(.placing(.answered(receipt))) { $0.step = .placed(Sample.order(), receipt) }
        await tester.finish(returning: receipt)
        #expect(await released.entries.isEmpty)
    }

    @Test("Going back during the bank's call cancels the call three levels below and releases the amount")
    func backWhileAuthorizing() async {
        let tester = confirming()
        await tester.send(.payment(.confirm))
        #expect(bank.waiters == 1)
        await tester.send(.payment(.back)) {
            $0.step = .payment(Sample.delivery, Sample.payment(.confirming(Sample.card), attempts: 1))
        }
        tester.expectCancelled(.activity(.operation(id: Self.bankCall)), because: .childDeparted)
        #expect(bank.waiters == 0)
        #expect(await released.entries == [Sample.reference(1)])
        // The answer to the first attempt is not seen any more; the second one has a name of its own.
        bank.letThrough(returning: .approved(Sample.approval()))
        await tester.send(.payment(.confirm)) {
            $0.attempts = 2
            $0.step = .payment(Sample.delivery, Sample.payment(Sample.waiting(2), attempts: 2))
        }
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("Cancelling during the bank's call ends the machine after the amount is released")
    func cancelWhileAuthorizing() async {
        let tester = confirming()
        await tester.send(.payment(.confirm))
        #expect(bank.waiters == 1)
        await tester.send(.cancel) { $0.step = .cancelled }
        await tester.finish(returning: nil)
        #expect(bank.waiters == 0)
        #expect(await released.entries == [Sample.reference(1)])
    }

    @Test("A call to the bank that times out can be repeated for the same charge")
    func bankTooLate() async {
        let tester = confirming()
        await tester.send(.payment(.confirm))
        #expect(bank.waiters == 1)
        await clock.advance(by: .seconds(10))
        await tester.receive(.payment(.authorization(.bank(.failed(.noAnswer)))))
        #expect(bank.waiters == 0)
        await tester.send(.payment(.authorization(.bank(.ask)))) {
            $0.step = .payment(Sample.delivery, Sample.payment(Sample.waiting(1), attempts: 1))
        }
        bank.open(returning: .approved(Sample.approval()))
        await tester.receive(.payment(.authorization(.bank(.answered(.approved(Sample.approval()))))))
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test(
        "An order that cannot be written is retried with the reserved amount, or given up and the amount released")
    func orderFails() async {
        let tester = tester(.placing(Sample.order(), .waiting(Sample.order())), attempts: 1)
        orders.letThrough(throwing: Self.noRoom)
        await tester.receive(.placing(.failed(Self.noRoom))) {
            $0.step = .placing(Sample.order(), .failed(Sample.order(), Self.noRoom))
        }
        await tester.send(.placing(.ask)) { $0.step = .placing(Sample.order(), .waiting(Sample.order())) }
        // A user cannot go back while the result of the order is unknown.
        await tester.send(.cancel) { _ in }
        #expect(orders.waiters == 1)
        orders.letThrough(throwing: Self.noRoom)
        await tester.receive(.placing(.failed(Self.noRoom)))
        #expect(await released.entries.isEmpty)
        await tester.send(.cancel) { $0.step = .cancelled }
        await tester.finish(returning: nil)
        #expect(await released.entries == [Sample.reference(1)])
    }

    @Test("A declined card leads back to an empty form, and the PIN goes to the bank with the next call")
    func answers() {
        let declined = Problem("No.", advice: "Use another card.")
        var payment = Sample.payment(Sample.waiting(), attempts: 1)
        _ = Payment.update(&payment, event: .authorization(.bank(.answered(.declined(declined)))))
        #expect(payment.step == .entering(declined: declined) && payment.form == CardForm.State())
        let asked = Sample.charge(pin: "1234")
        expectTransition(
            of: Authorization.self, from: .challenged(Sample.charge(), triesLeft: 3), on: .pin("1234"),
            to: .asking(asked, .waiting(asked)))
    }
}
