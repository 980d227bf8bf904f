import Oak
import OakTesting
import Parts
import Testing

@testable import Checkout

@Suite("The transitions of a checkout")
struct TransitionTests {
    static let declined = Problem("No.", advice: "Use another card.")

    @Test("An authorization handles every event in every state")
    func authorization() {
        expectTable(
            of: Authorization.self,
            states: [
                Authorization.State(Sample.charge()), .asking(Sample.charge(), .failed(Sample.charge(), Self.declined)),
                .challenged(Sample.charge(), triesLeft: 3), .approved(Sample.approval()), .declined(Self.declined),
            ],
            events: [
                .bank(.ask), .bank(.answered(.approved(Sample.approval()))),
                .bank(.answered(.pinNeeded(triesLeft: 2))), .bank(.answered(.declined(Self.declined))), .pin("1234"),
            ])
    }

    /// The state that a transition leads to; its effect, such as a departure, is ignored.
    func after<T: ExecutableTransducer>(_ event: T.Event, in state: T.State, of machine: T.Type) -> T.State {
        var state = state
        _ = machine.step(&state, event: event)
        return state
    }

    @Test("A declined card leads back to the form, which asks for another card")
    func decline() {
        let event = Payment.Event.authorization(.bank(.answered(.declined(Self.declined))))
        let after = after(event, in: Sample.payment(Sample.waiting(), attempts: 1), of: Payment.self)
        var expected = Payment.State(order: "A", amount: Sample.amount, attempts: 1)
        expected.step = .entering(declined: Self.declined)
        #expect(after == expected)
        #expect(after.prompt?.label == "number")
    }

    @Test("The PIN is sent to the bank with the next call")
    func pin() {
        let asked = Sample.charge(pin: "1234")
        expectTransition(
            of: Authorization.self, from: .challenged(Sample.charge(), triesLeft: 3), on: .pin("1234"),
            to: .asking(asked, .waiting(asked)))
    }

    @Test("Going back leads from the confirmation to the card, and from the card to the address")
    func back() {
        let confirming = Sample.payment(.confirming(Sample.card))
        let entering = Sample.payment(.entering(declined: nil))
        expectTransition(of: Payment.self, from: confirming, on: .back, to: entering, output: .pending)
        expectTransition(of: Payment.self, from: entering, on: .back, to: entering, output: .left)
        let checkout = Sample.checkout(.payment(Sample.delivery, entering), attempts: 3)
        #expect(
            after(.payment(.back), in: checkout, of: Checkout.self)
                == Sample.checkout(.shipping(Shipping.State(changing: Sample.delivery)), attempts: 0))
    }

    @Test("A parcel that the carrier refuses leads back only to the address")
    func refusal() {
        var state = Shipping.State(grams: 1000)
        state.step = .quoting(.waiting(Sample.parcel))
        let after = after(.quoting(.answered(.refused(Self.declined))), in: state, of: Shipping.self)
        #expect(after.step == .refused(Self.declined))
        #expect(after.actions.map(\.id) == ["back"])
    }

    @Test("An offer that was never made cannot be chosen")
    func unknownOffer() {
        var state = Shipping.State(grams: 1000)
        state.step = .choosing(Sample.parcel, [Sample.offer])
        expectTransition(of: Shipping.self, from: state, on: .choose("by balloon"), to: state, output: .pending)
        expectTransition(
            of: Shipping.self, from: state, on: .choose("standard"), to: state, output: .chosen(Sample.delivery))
    }

    @Test("Every step offers exactly the actions that the machine accepts")
    func actions() {
        let steps: [(Checkout.State.Step, [String])] = [
            (.shipping(Shipping.State(grams: 1)), ["cancel"]),
            (
                .shipping(Shipping.State(changing: Sample.delivery)),
                ["continue", "name", "country", "postcode", "cancel"]
            ),
            (
                .payment(Sample.delivery, Sample.payment(.confirming(Sample.card))),
                ["confirm", "back", "delivery", "cancel"]
            ),
            (.payment(Sample.delivery, Sample.payment(Sample.waiting())), ["back", "delivery", "cancel"]),
            (.placing(Sample.order(), .waiting(Sample.order())), []),
            (.placing(Sample.order(), .failed(Sample.order(), Self.declined)), ["retry", "cancel"]),
            (.placed(Sample.order(), Receipt(number: 1, file: "orders")), []),
            (.cancelled, []),
        ]
        for (step, words) in steps {
            let state = Sample.checkout(step)
            #expect(state.actions.map(\.id) == words)
            for action in state.actions {
                #expect(after(action.event, in: state, of: Checkout.self) != state, "\(action.id)")
            }
        }
    }
}
