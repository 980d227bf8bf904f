import Oak
import TestSupport
import Testing

@Suite("C10 Machines that are terminal at birth")
struct TerminalAtBirthTests {
    /// Has an output to begin with, and something under way that its initial state would name.
    private enum TerminalMachine: EffectTransducer {
        enum Event: Sendable { case never }
        struct State: Terminable {
            let log: Recorder<String>
            var isTerminal: Bool { true }
        }
        typealias Output = Int

        static func initialOutput(initialState: State) -> Int? { 7 }

        static func activities(in state: State) -> [Effect] {
            [Effect(id: "activity") { _, _ in state.log.record("activity") }]
        }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
            state.log.record("update")
            return (nil, 0)
        }
    }

    @Test("C10 A machine that is terminal at birth discards waiting events and rejects later ones")
    func events() async throws {
        let log = Recorder<String>()
        let proxy = TerminalMachine.Proxy(initialEvent: .never)
        try proxy.send(.never)
        #expect(try await TerminalMachine.run(initialState: .init(log: log), proxy: proxy) == 7)
        #expect(throws: TransducerError.terminated) { try proxy.send(.never) }
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await TerminalMachine.run(initialState: .init(log: log), proxy: proxy)
        }
        #expect(log.values.isEmpty)
    }

    @Test(
        "C10 An observer of a machine that is terminal at birth sees the start, the output and the end"
    )
    func observed() async throws {
        let (log, trace) = (Recorder<String>(), Recorder<String>())
        let observer = MachineObserver(of: TerminalMachine.self) { occurrence in
            switch occurrence {
            case .runStarted: trace.record("started")
            case .output(let output): trace.record("output \(output)")
            case .runEnded(.success(let output)): trace.record("ended \(output)")
            case .eventTaken, .transition, .eventPostponed, .eventUnexpected, .effectStarted, .effectEnded,
                .effectCancelled, .effectOverdue, .runEnded(.failure):
                trace.record("\(occurrence)")
            case .sendRejected(let event, _): trace.record("rejected \(event)")
            }
        }
        var outputs: [Int] = []
        let last = try await TerminalMachine.run(
            initialState: .init(log: log), proxy: TerminalMachine.Proxy(initialEvent: .never),
            output: Callback { outputs.append($0) }, observer: observer)
        #expect(last == 7)
        #expect(outputs == [7])
        #expect(trace.values == ["started", "output 7", "rejected never", "ended 7"])
        #expect(log.values.isEmpty)
    }

    @Test(
        "C10 A machine that is terminal at birth without an output throws, and counts as ended",
        arguments: [false, true])
    func silent(hasOutput: Bool) async throws {
        let proxy = Sum.Proxy(initialEvent: .add(1))
        let outputs = Counter()
        await #expect(throws: TransducerError.noOutputProduced) {
            if hasOutput {
                try await Sum.run(
                    initialState: .init(isTerminal: true), proxy: proxy,
                    output: SendableCallback { _ in outputs.increment() })
            } else {
                try await Sum.run(initialState: .init(isTerminal: true), proxy: proxy)
            }
        }
        #expect(outputs.value == 0)
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
    }
}
