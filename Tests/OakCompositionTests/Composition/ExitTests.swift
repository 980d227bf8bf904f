import Oak
import OakTesting
import TestSupport
import Testing

/// A worker with an exit effect that may cancel the worker's operation.
private enum Worker: EffectTransducer {
    enum State: Equatable, Terminable {
        case idle, working, gone
        var isTerminal: Bool { self == .gone }
    }
    enum Event: Equatable, Sendable { case work, tidy, callOff }
    struct Env: Sendable {
        var work: @Sendable () async throws -> Void = {}
        var tidy: @Sendable () async throws -> Void = {}
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        let tidy = Effect(id: "tidy") { env, _ in try await env.tidy() }
        switch event {
        case .work:
            state = .working
            return Effect(id: "work") { env, _ in try await env.work() }
        case .tidy:
            state = .gone
            return tidy
        case .callOff:
            state = .gone
            return .sequence(tidy, .cancelTask("work"))
        }
    }
}

/// Has one worker after the other.
private enum Shift: CompositeTransducer {
    struct State: Equatable, Terminable {
        var worker: Worker.State?
        var isTerminal = false
    }
    enum Event: Equatable, Sendable { case hire, worker(Worker.Event), finish, over }
    typealias Env = Worker.Env

    static let worker = child("worker", Worker.self, event: Event.worker, env: { $0 }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { worker(state.worker) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .hire:
            state.worker = .idle
            return nil
        case .worker(let event):
            let step = worker.step(&state.worker, event)
            if case .ended = step.outcome { state.worker = nil }
            return step.effect
        case .finish:
            // The exit effect of the worker is a part of a composition, of which the first part ends everything.
            guard let effect = worker.step(&state.worker, .tidy).effect else { return nil }
            return .combine(.event(.over), effect)
        case .over:
            state.isTerminal = true
            return nil
        }
    }
}

@Suite("C8 Exit effects of children")
struct ExitTests {
    private func tester(_ gate: Gate<Void>, work: Gate<Void>) -> TransducerTester<Shift> {
        TransducerTester<Shift>(
            initialState: .init(), env: .init(work: work.wait, tidy: gate.wait), exhaustivity: .off)
    }

    @Test("C8 Exit effects of successive children with the same name do not cancel one another")
    func sameName() async {
        let (tidying, working) = (Gate<Void>("tidy"), Gate<Void>("work"))
        let tester = tester(tidying, work: working)
        for count in 1...3 {
            await tester.send(.hire)
            await tester.send(.worker(.tidy))
            #expect(tidying.waiters == count)
        }
        for _ in 1...3 { tidying.open() }
        await tester.finish()
    }

    @Test("C17 An exit effect cancels only effects of its own child")
    func cancellation() async {
        let (tidying, working) = (Gate<Void>("tidy"), Gate<Void>("work"))
        let tester = tester(tidying, work: working)
        await tester.send(.hire)
        await tester.send(.worker(.callOff))
        await tester.send(.hire)
        await tester.send(.worker(.work))
        #expect(working.waiters == 1)
        tidying.open()
        await tester.settle()
        #expect(working.waiters == 1)
        working.open()
        await tester.finish()
    }

    @Test("C8 An exit effect within a composition runs even if the composite ends first")
    func partOfComposition() async {
        let (tidying, working) = (Gate<Void>("tidy"), Gate<Void>("work"))
        let tester = tester(tidying, work: working)
        await tester.send(.hire)
        await tester.send(.finish)
        #expect(tidying.waiters == 1)
        tidying.open()
        await tester.finish(returning: ())
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
