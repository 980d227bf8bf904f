import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8 Exit effects of children")
struct ExitTests {
    private typealias Tester = TransducerTester<ScriptComposite>

    private var tester: Tester { Tester(initialState: .init(.a), env: (), exhaustivity: .off) }
    private let tidying = Gate<Void>("tidy")
    private var tidy: Script.Effect { Script.Effect(id: "tidy") { [tidying] _, _ in try await tidying.wait() } }

    /// Adds a child, which ends with an exit effect and is removed in the same transition.
    private func end(_ tester: Tester, with exit: Script.Effect) async {
        await tester.send(.perform(Self.enter))
        await tester.send(.perform { Self.end(&$0, with: exit) })
    }

    @Sendable private static func enter(_ state: inout ScriptComposite.State) -> ScriptComposite.Effect? {
        (state.named, state.child) = ([.a], Script.State())
        return nil
    }

    private static func end(_ state: inout ScriptComposite.State, with exit: Script.Effect) -> ScriptComposite.Effect? {
        defer { state.named = [] }
        return ScriptComposite.step(ScriptComposite.a, .init("end", exit, ends: true), in: &state)
    }

    @Test("C8 Exit effects of successive children with the same name do not cancel one another")
    func sameName() async {
        let tester = tester
        for count in 1...3 {
            await end(tester, with: tidy)
            #expect(tidying.waiters == count)
        }
        for _ in 1...3 { tidying.open() }
        await tester.finish()
    }

    @Test("C17 An exit effect cancels only effects of its own child")
    func cancellation() async {
        let tester = tester
        let working = Gate<Void>("work")
        await end(tester, with: .sequence(tidy, .cancelTask("work")))
        await tester.send(.perform(Self.enter))
        await tester.send(.a(.init("work", Script.Effect(id: "work") { _, _ in try await working.wait() })))
        #expect(working.waiters == 1)
        tidying.open()
        await tester.settle()
        #expect(working.waiters == 1)
        working.open()
        await tester.finish()
    }

    @Test("C8 An exit effect within a composition runs even if the composite ends first")
    func partOfComposition() async {
        let tester = tester
        await tester.send(
            .perform { [tidy] in Self.end(&$0, with: tidy).map { .combine(.event(.end), $0) } })
        #expect(tidying.waiters == 1)
        tidying.open()
        await tester.finish(returning: ["a end"])
    }

    @Test("C6 A runaway chain names the events of the children")
    func runaway() async {
        enum Echo: EffectTransducer {
            enum State { case on }
            enum Event { case ping, pong }
            static func update(_ state: inout State, event: Event) -> Effect? {
                switch event {
                case .ping: .event(.pong)
                case .pong: .event(.ping)
                }
            }
        }
        typealias Both = Parallel<Echo, Echo>
        let proxy = Both.Proxy(initialEvent: .second(.ping))
        let failure = await result {
            try await Both.run(
                initialState: .init(.on, .on), proxy: proxy, env: .init(), settings: RunSettings(actionLimit: 100))
        }
        guard case .failure(TransducerError.runawayActions(_, let cycle)) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(Set(cycle) == ["second.ping", "second.pong"])
        #expect(cycle.count == 2)
    }
}
