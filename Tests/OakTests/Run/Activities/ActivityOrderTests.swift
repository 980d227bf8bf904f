import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

@testable import Oak

@Suite("C27 Order of activities", .interleaved)
struct ActivityOrderTests {
    @Test(
        "Activities end and begin at the end of a macrostep, in their order, after effects and actions")
    func order() async throws {
        let log = try await Session<ActivityScript>.play(from: .init()) { session in
            try await session.send(
                .names(ActivityScript.lasting("a"), ActivityScript.lasting("b"), ActivityScript.lasting("c")))
            session.log.note("--")
            var event = ActivityScript.Event.names(
                ActivityScript.lasting("e"), ActivityScript.lasting("b"), ActivityScript.lasting("d"))
            event.effects = [ActivityScript.lasting("effect"), .event(.told("action event"))]
            try await session.send(event)
            session.log.note("--")
        }
        let parts = log.entries.split(separator: "--").map(Array.init)
        #expect(parts.first == ["told names", "a began", "b began", "c began"], "\(log.entries)")
        // Departing activities go in the order in which they began.
        #expect(
            parts.dropFirst().first == [
                "told names", "(effect) began", "told action event", "a stateLeft", "c stateLeft", "e began",
                "d began",
            ], "\(log.entries)")
    }

    /// Has an initial output.
    private enum Moore: EffectTransducer {
        enum Event: Sendable { case go }
        typealias State = Int
        typealias Output = [String]
        static func initialOutput(initialState: Int) -> [String]? { ["initial"] }
        static func activities(in state: Int) -> [Effect] {
            [Effect(id: "x") { _, _ in try await Gate<Void>("x").wait() }]
        }
        static func update(_ state: inout Int, event: Event) -> (Effect?, [String]) { (nil, []) }
    }

    @Test("Activities of the initial state begin after the initial output and before any event")
    func initial() async throws {
        let log = try await Session<Moore>.play(from: 0) { session in try await session.send(.go) }
        #expect(log.entries == ["told initial", "x began", "x machineEnded"])
    }

    @Test("A terminal state has no activities, and earlier activities are cancelled with the machine")
    func terminal() async throws {
        let log = ActivityLog()
        let proxy = ActivityScript.Proxy()
        var last = ActivityScript.Event.names(ActivityScript.lasting("y"))
        last.ends = true
        try proxy.send(contentsOf: [.names(ActivityScript.lasting("x")), last])
        _ = try await ActivityScript.run(
            initialState: .init(), proxy: proxy, observer: log.observer(of: ActivityScript.self))
        #expect(log.activities == ["x began", "x machineEnded"], "\(log.entries)")
        let atBirth = ActivityLog()
        let outcome = await result {
            try await ActivityScript.run(
                initialState: .init(activities: [ActivityScript.lasting("x")], isTerminal: true), proxy: .init(),
                observer: atBirth.observer(of: ActivityScript.self))
        }
        guard case .failure(TransducerError.noOutputProduced) = outcome else {
            return expectThat(false, "\(outcome)")
        }
        #expect(atBirth.entries == [])
    }

    @Test("An activity that has no identity or is no operation is an error that names it")
    func withoutName() async throws {
        let misfits: [(ActivityScript.Effect, String)] = [
            (ActivityScript.Effect { _, _ in }, "operation"), (.event(.told("x")), "events"),
            (.cancelTask("x"), "cancelTask(id: x)"),
            (.sequence(ActivityScript.lasting("x")), "sequence"),
            (ActivityScript.Effect(action: { _ in ActivityScript.Event.told("x") }), "action"),
        ]
        for (misfit, name) in misfits {
            let later = ActivityScript.Proxy()
            try later.send(.names(ActivityScript.lasting("y"), misfit))
            for (state, proxy) in [
                (ActivityScript.State(activities: [misfit]), ActivityScript.Proxy()), (ActivityScript.State(), later),
            ] {
                do {
                    _ = try await ActivityScript.run(initialState: state, proxy: proxy)
                    Issue.record("\(name) has passed")
                } catch TransducerError.activityWithoutID(let transducer, let activity) {
                    #expect(transducer == "ActivityScript" && activity.contains(name), "\(activity)")
                }
            }
        }
    }

    @Test("Two activities with the same identity are an error that names it, even within a list")
    func twoOfOneName() async throws {
        let list = try #require(ActivityScript.Effect.all([ActivityScript.lasting("y"), ActivityScript.lasting("x")]))
        for pair in [[ActivityScript.lasting("x"), ActivityScript.lasting("x")], [list, ActivityScript.lasting("x")]] {
            let error = await #expect(throws: TransducerError.self) {
                try await ActivityScript.run(initialState: .init(activities: pair), proxy: .init())
            }
            #expect(error == .activitiesWithOneID(transducer: "ActivityScript", activity: "x"))
            #expect(error?.description.contains("x") ?? false)
        }
    }

    /// A machine whose activity has another identity with each call.
    private enum Unsteady: EffectTransducer {
        struct State: NonTerminal, Hashable { var isBusy = false }
        enum Event: Sendable, Hashable { case work }

        static func activities(in state: State) -> [Effect] {
            state.isBusy ? [Effect(id: Int.random(in: 0...Int.max)) { _, _ in try await Gate<Void>().wait() }] : []
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state.isBusy = true
            return nil
        }
    }

    @Test("C6, C27 An activity whose identity is no function of the state ends the run, and the graph tells")
    func unsteadyIdentity() async throws {
        let error = await #expect(throws: TransducerError.self) {
            try await Unsteady.run(initialState: .init(), proxy: .init(initialEvent: .work))
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("Unsteady names the activity"))
        let graph = StateGraph(of: Unsteady.self, from: [.init()], events: [.work])
        #expect(graph.check([.consistency]).findings.contains { "\($0)".contains("only once") })
    }

    /// A machine whose senders wait for their macrosteps.
    private enum SuspendingMachine: EffectTransducer {
        typealias Proxy = SyncSuspendingProxy<Event>
        struct Event: Sendable { let activities: [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>] }
        typealias State = [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>]
        static func activities(in state: State) -> [Effect] { state }
        static func update(_ state: inout State, event: Event) -> Effect? {
            state = event.activities
            return nil
        }
    }

    @Test("A sender that waits for its macrostep does not wait for activities")
    func sender() async throws {
        let gate = Gate<Void>("the activity")
        let deaf = SuspendingMachine.Effect(id: "x") { _, _ in await gate.waitIgnoringCancellation() }
        let slow = SuspendingMachine.Effect.sequence(
            id: "y",
            SuspendingMachine.Effect(action: { _ async throws -> [SuspendingMachine.Event] in
                try await gate.wait()
                return []
            }), SuspendingMachine.Effect { _, _ in })
        let proxy = SuspendingMachine.Proxy()
        async let run = result { try await SuspendingMachine.run(initialState: [], proxy: proxy) }
        try await proxy.send(.init(activities: [deaf]))
        try await proxy.send(.init(activities: [slow]))
        gate.open()
        proxy.cancel()
        _ = await run
    }

    /// A machine without activities, which counts the calls of `activities(in:)`.
    private enum WithoutActivities: Transducer {
        enum Event: Sendable { case go, end }
        struct State: Terminable { let asked: Counter; var isTerminal = false }
        static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
            state.asked.increment()
            return []
        }
        static func update(_ state: inout State, event: Event) { state.isTerminal = event == .end }
    }

    @Test("A machine without activities is never asked for activities")
    func neverAsked() async throws {
        let asked = Counter()
        let proxy = WithoutActivities.Proxy()
        try proxy.send(contentsOf: [.go, .go, .end])
        try await WithoutActivities.run(initialState: .init(asked: asked), proxy: proxy)
        #expect(asked.value == 0)
        // A call would be counted.
        _ = WithoutActivities.live(in: .init(asked: asked))
        #expect(asked.value == 1)
    }
}
