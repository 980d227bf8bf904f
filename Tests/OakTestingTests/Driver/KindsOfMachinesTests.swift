import Oak
import OakTesting
import Testing

@Suite("The driver with different kinds of machines")
struct KindsOfMachinesTests {
    /// State and event cannot be compared, the environment cannot be sent.
    private enum Opaque: EffectTransducer {
        final class Services { var calls = 0 }
        struct State { var values: [any Sendable] = [] }
        enum Event { case add(any Sendable), twice, end }
        typealias Env = Services
        typealias Output = Int?

        static func isTerminal(_ state: State) -> Bool { state.values.last is Never.Type }

        static func update(_ state: inout State, event: Event) -> (Effect?, Int?) {
            switch event {
            case .add(let value):
                state.values.append(value)
                return (nil, state.values.count > 1 ? state.values.count : nil)
            case .twice:
                return (.events([.add(1), .add(2)]), nil)
            case .end:
                state.values.append(Never.self)
                return (
                    Effect(isolatedAction: { services, _ in
                        services.calls += 1
                        return []
                    }), nil
                )
            }
        }
    }

    @Test("States and events that are not Equatable are stated by closures, and nil outputs may be unstated")
    func opaque() async {
        let tester = TransducerTester(of: Opaque.self, initialState: .init(), env: .init())
        await tester.send(.twice, assert: { #expect($0.values.isEmpty) })
        await tester.receive(
            where: { if case .add = $0 { true } else { false } }, assert: { #expect($0.values.count == 1) })
        await tester.receive(where: { _ in true }, assert: { #expect($0.values.count == 2) })
        tester.expectOutput(2)
        await tester.send(.end, assert: { #expect($0.values.count == 3) })
        tester.expectStarted(.isolatedAction)
        await tester.finish()
    }

    private enum Notices: Transducer {
        enum State { case ready }
        enum Event { case nothing, one }
        typealias Output = [String]

        static func update(_ state: inout State, event: Event) -> [String] {
            switch event {
            case .nothing: []
            case .one: ["one"]
            }
        }
    }

    @Test("An empty array as an output may be unstated, and any other array must be stated")
    func emptyOutputs() async {
        let tester = TransducerTester(of: Notices.self, initialState: .ready)
        await tester.send(.nothing)
        await tester.send(.nothing)
        tester.expectOutput([])
        await tester.send(.one)
        let issues = await Issues.of { await tester.send(.nothing) }
        #expect(issues.only.hasSuffix(#"• output: expectOutput(["one"])"#))
        await tester.finish()
    }

    private enum Searches: Transducer {
        enum State { case ready }
        enum Event { case cleared }

        static func update(_ state: inout State, event: Event) -> [String]? { [] }
    }

    @Test("An optional output that is an empty array has to be stated")
    func emptyOptionalOutput() async {
        let tester = TransducerTester(of: Searches.self, initialState: .ready)
        await tester.send(.cleared)
        let issues = await Issues.of { await tester.finish() }
        #expect(issues.only.contains("expectOutput([])"))
    }

    /// A Moore machine with a suspending proxy.
    private enum Lamp: Transducer {
        typealias Proxy = SyncSuspendingProxy<Event>
        enum State { case off, on }
        enum Event { case press }

        static func initialOutput(initialState: State) -> State? { initialState }

        static func update(_ state: inout State, event: Event) -> State {
            state = state == .off ? .on : .off
            return state
        }
    }

    @Test("The initial output comes first, even with a suspending proxy")
    func moore() async {
        let tester = TransducerTester(of: Lamp.self, initialState: .off)
        tester.expectOutput(.off)
        await tester.send(.press) { $0 = .on }
        tester.expectOutput(.on)
        await tester.send(contentsOf: [.press, .press])
        await tester.receive(.press) { $0 = .off }
        tester.expectOutput(.off)
        await tester.receive(.press) { $0 = .on }
        tester.expectOutput(.on)
        #expect(await tester.finish() == nil)
    }

    @Test("A task can wait for the macrosteps of its events, and a waiting task that never returns is reported")
    func perform() async {
        let tester = TransducerTester(of: Lamp.self, initialState: .off)
        tester.expectOutput(.off)
        await tester.perform { proxy in
            try await proxy.send(.press)
            try await proxy.send(.press)
        }
        await tester.receive(.press) { $0 = .on }
        tester.expectOutput(.on)
        await tester.receive(.press) { $0 = .off }
        tester.expectOutput(.off)
        let gate = Gate<Void>("the gate")
        let issues = await Issues.of { await tester.perform { _ in try await gate.wait() } }
        #expect(issues.messages == ["The task has not returned.\nPending:\n• waiting for the gate: open it"])
        await tester.finish()
    }

    private enum Painter: EffectTransducer {
        enum State: Equatable { case waiting, painted }
        enum Event: Equatable { case paint, done }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .paint:
                return Effect(operation: { @MainActor _, input in
                    MainActor.preconditionIsolated()
                    await Task.yield()
                    try input.send(.done)
                })
            case .done:
                state = .painted
                return nil
            }
        }
    }

    @Test("The driver waits for work on the main actor")
    func paint() async {
        let tester = TransducerTester(of: Painter.self, initialState: .waiting)
        await tester.send(.paint)
        tester.expectStarted(.operation)
        await tester.receive(.done) { $0 = .painted }
        await tester.finish()
    }

    @Test("The driver works on the main actor")
    @MainActor func paintOnMainActor() async { await paint() }
}

@Suite("The driver compares values that are not Equatable by their text")
struct LikenessTests {
    private enum Attempt: Transducer {
        struct Refusal: Error { let reason: String }
        enum State { case waiting, refused(any Error) }
        enum Event { case refused(any Error) }
        typealias Output = (any Error)?

        static func update(_ state: inout State, event: Event) -> (any Error)? {
            switch event {
            case .refused(let error):
                state = .refused(error)
                return error
            }
        }
    }

    @Test("A state and an output with errors are compared by their text")
    func errors() async {
        let tester = TransducerTester(of: Attempt.self, initialState: .waiting)
        await tester.send(contentsOf: [.refused(Attempt.Refusal(reason: "full"))])
        await tester.receive(.refused(Attempt.Refusal(reason: "full"))) {
            $0 = .refused(Attempt.Refusal(reason: "full"))
        }
        tester.expectOutput(Attempt.Refusal(reason: "full"))
        let issues = await Issues.of {
            await tester.send(.refused(Attempt.Refusal(reason: "full"))) {
                $0 = .refused(Attempt.Refusal(reason: "empty"))
            }
        }
        #expect(issues.messages.count == 1)
        tester.expectOutput(Attempt.Refusal(reason: "full"))
        await tester.finish()
    }
}
