import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8 C19 Ends of children")
struct ChildEndingTests {
    private typealias Two = Parallel<Loader, Loader>

    private let tidy = Gate<Void>("tidy")
    private let load = Gate<Int>("load")

    private var env: Loader.Env { .init(load: load.wait, tidy: tidy.wait) }

    @Test("Parallel ends when both machines have ended, with the last output of each", arguments: [true, false])
    func lastOutputs(firstEndsFirst: Bool) async {
        let tester = TransducerTester(
            of: Two.self, initialState: .init(.idle, .loaded(3)), env: .init(.init(), .init()), exhaustivity: .off)
        await tester.send(firstEndsFirst ? .first(.close) : .second(.close))
        tester.expectOutput(firstEndsFirst ? ProductOutput(first: .closed) : ProductOutput(second: .closed))
        #expect(!tester.hasEnded)
        await tester.send(firstEndsFirst ? .second(.close) : .first(.close))
        tester.expectOutput(ProductOutput(first: .closed, second: .closed))
        await tester.finish(returning: ProductOutput(first: .closed, second: .closed))
    }

    @Test("An ended child rejects events, and the observer is told")
    func rejected() async {
        let tester = TransducerTester(
            of: Two.self, initialState: .init(.closed, .idle), env: .init(env, .init()))
        for event in [Loader.Event.load, .burst, .close] {
            await tester.send(.first(event))
            tester.expectOutput(ProductOutput())
            tester.expectRejected(.first(event))
        }
        await tester.finish()
    }

    @Test("A child's exit effect runs to its end even if the composite ends first")
    func exitOutlastsTheComposite() async {
        let tester = TransducerTester(
            of: Two.self, initialState: .init(.idle, .idle), env: .init(env, .init()), exhaustivity: .off)
        await tester.send(.first(.close))
        await tester.send(.second(.close))
        #expect(tidy.waiters == 1)
        #expect(!tester.hasEnded)
        tidy.open()
        await tester.finish(returning: ProductOutput(first: .closed, second: .closed))
    }

    @Test("Cancelling the machine cancels the exit effect of a child and awaits it")
    func exitIsCancelled() async {
        let tester = TransducerTester(
            of: Two.self, initialState: .init(.idle, .idle), env: .init(env, env), exhaustivity: .off)
        await tester.send(.first(.close))
        #expect(tidy.waiters == 1)
        await tester.cancel()
        #expect(tidy.waiters == 0)
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("A nested composite ends without affecting its sibling")
    func endOfANestedComposite() async {
        typealias Three = Parallel<Two, Loader>
        let tester = TransducerTester(
            of: Three.self, initialState: .init(.init(.idle, .idle), .idle),
            env: .init(.init(.init(), .init(tidy: tidy.wait)), env), exhaustivity: .off)
        await tester.send(.second(.load))
        await tester.send(.first(.first(.close)))
        await tester.send(.first(.second(.close)))
        #expect(load.waiters == 1)
        #expect(tidy.waiters == 1)
        load.open(returning: 2)
        await tester.receive(.second(.loaded(2))) { $0.second = .loaded(2) }
        await tester.finish()
    }

    @Test("A race cancels and awaits the loser and runs the exit effect of the winner to its end")
    func race() async {
        let (loser, ended) = (Gate<Void>("loser"), Recorder<String>())
        let slow = Loader.Env(load: {
            await loser.waitIgnoringCancellation()
            ended.record("cancelled: \(Task.isCancelled)")
            return 1
        })
        let tester = TransducerTester(
            of: Race<Loader, Loader>.self, initialState: .init(.idle, .idle), env: .init(env, slow),
            exhaustivity: .off)
        await tester.send(.second(.load))
        await tester.send(.first(.close))
        #expect(tidy.waiters == 1)
        tidy.open()
        await tester.settle()
        #expect(!tester.hasEnded)
        loser.open()
        await tester.finish(returning: ProductOutput(first: .closed))
        #expect(ended.values == ["cancelled: true"])
    }

    /// Ends at once with an exit effect that sends events in every possible way.
    private enum EndingChild: EffectTransducer {
        enum State: Equatable, Sendable, Terminable {
            case alive(heard: [String]), ended
            var isTerminal: Bool { self == .ended }
        }
        enum Event: Equatable, Sendable { case end, late(String) }
        typealias Env = @Sendable () async throws -> Void

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.alive(let heard), .late(let text)): state = .alive(heard: heard + [text])
            case (.alive, .end): state = .ended
            case (.ended, _): break
            }
            guard event == .end else { return nil }
            return .combine(
                .event(.late("event")), .events([.late("events")]), Effect(action: { _ in .late("action") }),
                Effect(isolatedAction: { _, _ in .late("isolated action") }),
                .sequence(
                    Effect { wait, input in
                        try await wait()
                        try input.send(.late("operation"))
                    }, .event(.late("sequence"))),
                Effect(isolatedOperation: { wait, input, _ in
                    try await wait()
                    try? await input.sendWaitingForRoom(.late("isolated operation"))
                    try? input.send(contentsOf: [.late("isolated operation")])
                }))
        }
    }

    /// Replaces an ended child by a new one in the same transition.
    private enum RestartingComposite: CompositeTransducer {
        struct State: Equatable, Sendable { var inner = EndingChild.State.alive(heard: []) }
        typealias Event = EndingChild.Event
        typealias Env = EndingChild.Env

        static let inner = child("inner", EndingChild.self, event: { $0 }, env: { $0 }, failure: .endsTheRun)
        static func activeChildren(in state: State) -> some ActiveChildren<Self> { inner }

        static func update(_ state: inout State, event: Event) -> Effect? {
            let step = inner.step(&state.inner, event)
            if case .ended = step.outcome { state.inner = .alive(heard: []) }
            return step.effect
        }
    }

    @Test("Events of a child's exit effect never reach its successor")
    func successor() async {
        let tester = TransducerTester(
            of: RestartingComposite.self, initialState: .init(), env: tidy.wait, exhaustivity: .off)
        await tester.send(.end)
        #expect(tidy.waiters == 2)
        tidy.open()
        await tester.settle()
        #expect(tester.state.inner == .alive(heard: []))
        await tester.send(.late("from outside")) { $0.inner = .alive(heard: ["from outside"]) }
        await tester.finish()
    }
}
