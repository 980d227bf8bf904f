import Oak
import TestSupport
import Testing

@Suite("C30 Cascades whose machines postpone events")
struct CascadeReplyTests {
    private enum Lock: EffectTransducer {
        enum State: Equatable { case shut, open }
        enum Event: Sendable { case coin(Int), open }
        typealias Output = Int?

        static func update(_ state: inout State, event: Event) -> (Effect?, Int?) {
            switch (state, event) {
            case (.shut, .coin(let value)): return (value > 0 ? .postpone : .unexpected, value)
            case (.open, .coin(let value)): return (nil, value)
            case (_, .open):
                state = .open
                return (nil, nil)
            }
        }
    }

    @Test("C30, C31 A cascade drops the output of an event that is postponed or unexpected in its first machine")
    func dropped() async throws {
        enum Door: Cascade {
            typealias First = Lock
            typealias Second = CappedSum
            static func event(from output: Int?) -> Int? { output }
        }
        let (proxy, outputs) = (Door.Proxy(), Recorder<Int?>())
        let coins: [Lock.Event] = [.coin(1), .coin(-5), .coin(2), .open, .coin(100)]
        for coin in coins { try proxy.send(.first(coin)) }
        let sum = try await Door.run(
            initialState: .init(.shut, CappedSum.State()), proxy: proxy, env: .init(),
            output: Callback { (sum: Int?) in outputs.record(sum) })
        #expect(sum == 103)
        #expect(outputs.values == [nil, 1, 3, 103])
    }

    private enum Adder: Transducer {
        typealias State = CappedSum.State
        typealias Event = Int
        typealias Output = Parallel<Lock, Lock>.Event?

        static func update(_ state: inout State, event: Int) -> Output {
            state.total += event
            return .second(.coin(state.total))
        }
    }

    @Test("C30, C31 A cascade whose second machine postpones an event or does not expect it changes nothing")
    func unchanged() async throws {
        enum Meter: Cascade {
            typealias First = Adder
            typealias Second = Parallel<Lock, Lock>
            static func event(from output: Adder.Output) -> Adder.Output { output }
        }
        let (proxy, outputs) = (Meter.Proxy(), Recorder<Int?>())
        for number in [1, -5, 2] { try proxy.send(.first(number)) }
        try proxy.send(.second(.second(.open)))
        try proxy.send(.first(100))
        try await Meter.run(
            initialState: .init(CappedSum.State(), .init(.shut, .shut)), proxy: proxy, env: .init((), .init()),
            output: Callback { (output: Meter.Output) in outputs.record(output?.second ?? nil) })
        #expect(outputs.values == [nil, 1, 3, 103])
    }
}
