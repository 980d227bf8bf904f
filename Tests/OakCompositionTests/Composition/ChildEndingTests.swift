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

    @Test("Events of a child's exit effect never reach its successor")
    func successor() async {
        let tidy = tidy
        let exit = Script.Effect.combine(
            .event(.init("event")), .events([.init("events")]), Script.Effect(action: { _ in Script.Event("action") }),
            Script.Effect(isolatedAction: { _, _ in Script.Event("isolated action") }),
            .sequence(
                Script.Effect { _, input in
                    try await tidy.wait()
                    try input.send(.init("operation"))
                }, .event(.init("sequence"))),
            Script.Effect(isolatedOperation: { _, input, _ in
                try await tidy.wait()
                try? await input.sendWaitingForRoom(.init("isolated operation"))
                try? input.send(contentsOf: [.init("isolated operation")])
            }))
        let tester = TransducerTester<ScriptComposite>(initialState: .init(.a), env: (), exhaustivity: .off)
        await tester.send(
            .perform { state in
                defer { state.child = Script.State() }
                return ScriptComposite.step(ScriptComposite.a, .init("end", exit, ends: true), in: &state)
            })
        #expect(tidy.waiters == 2)
        tidy.open()
        await tester.settle()
        #expect(tester.state.child.names.isEmpty)
        await tester.send(.a(.init("from outside"))) { $0.child.names = ["from outside"] }
        await tester.finish()
    }
}
