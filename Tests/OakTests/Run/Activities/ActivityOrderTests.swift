import OakTesting
import TestSupport
import Testing

@testable import Oak

@Suite("C27 When activities begin and end", .timeLimit(.minutes(20)))
struct ActivityOrderTests {
    @Test(
        "At the end of a macrostep some are cancelled, then new ones begin in their order, behind effects and actions")
    func order() async throws {
        try await interleave(seed: 1) {
            let log = try await Session<Busy>.play(from: .init()) { session in
                try await session.send(.names(Busy.lasting("a"), Busy.lasting("b"), Busy.lasting("c")))
                session.log.note("--")
                var event = Busy.Event.names(Busy.lasting("e"), Busy.lasting("b"), Busy.lasting("d"))
                event.effects = [Busy.lasting("effect"), .event(.told("action event"))]
                try await session.send(event)
                session.log.note("--")
            }
            let parts = log.entries.split(separator: "--").map(Array.init)
            expectThat(parts.first == ["told names", "a began", "b began", "c began"], "\(log.entries)")
            // Departing activities go in the order in which they began.
            expectThat(
                parts.dropFirst().first == [
                    "told names", "(effect) began", "told action event", "a stateLeft", "c stateLeft", "e began",
                    "d began",
                ], "\(log.entries)")
        }
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

    @Test("Activities of the initial state begin after the initial output, before any event")
    func initial() async throws {
        try await interleave(seed: 1) {
            let log = try await Session<Moore>.play(from: 0) { session in try await session.send(.go) }
            expectThat(log.entries == ["told initial", "x began", "x machineEnded"], "\(log.entries)")
        }
    }

    @Test("A terminal state has none: those of before are cancelled with the machine, and none begins")
    func terminal() async throws {
        try await interleave(seed: 1) {
            let log = ActivityLog()
            let proxy = Busy.Proxy()
            var last = Busy.Event.names(Busy.lasting("y"))
            last.ends = true
            try proxy.send(contentsOf: [.names(Busy.lasting("x")), last])
            _ = try await Busy.run(initialState: .init(), proxy: proxy, observer: log.observer(of: Busy.self))
            expectThat(log.activities == ["x began", "x machineEnded"], "\(log.entries)")
            let atBirth = ActivityLog()
            let outcome = await result {
                try await Busy.run(
                    initialState: .init(activities: [Busy.lasting("x")], isTerminal: true), proxy: .init(),
                    observer: atBirth.observer(of: Busy.self))
            }
            guard case .failure(TransducerError.noOutputProduced) = outcome else {
                return expectThat(false, "\(outcome)")
            }
            expectThat(atBirth.entries == [], "\(atBirth.entries)")
        }
    }

    @Test("An activity without an identity, or one that is no operation, is an error that names it")
    func withoutName() async throws {
        let misfits: [(Busy.Effect, String)] = [
            (Busy.Effect { _, _ in }, "operation"), (.event(.told("x")), "events"),
            (.cancelTask("x"), "cancelTask(id: x)"),
            (.sequence(Busy.lasting("x")), "sequence"),
            (Busy.Effect(action: { _ in Busy.Event.told("x") }), "action"),
        ]
        for (misfit, name) in misfits {
            let later = Busy.Proxy()
            try later.send(.names(Busy.lasting("y"), misfit))
            for (state, proxy) in [(Busy.State(activities: [misfit]), Busy.Proxy()), (Busy.State(), later)] {
                do {
                    _ = try await Busy.run(initialState: state, proxy: proxy)
                    Issue.record("\(name) has passed")
                } catch TransducerError.activityWithoutID(let transducer, let activity) {
                    #expect(transducer == "Busy" && activity.contains(name), "\(activity)")
                }
            }
        }
    }

    @Test("Two of one identity are an error that names it, also in a list")
    func twoOfOneName() async throws {
        let list = try #require(Busy.Effect.all([Busy.lasting("y"), Busy.lasting("x")]))
        for pair in [[Busy.lasting("x"), Busy.lasting("x")], [list, Busy.lasting("x")]] {
            let error = await #expect(throws: TransducerError.self) {
                try await Busy.run(initialState: .init(activities: pair), proxy: .init())
            }
            #expect(error == .activitiesWithOneID(transducer: "Busy", activity: "x"))
            #expect(error?.description.contains("x") ?? false)
        }
    }

    /// Is told through a proxy that waits for the macrostep.
    private enum Patient: EffectTransducer {
        typealias Proxy = SyncSuspendingProxy<Event>
        struct Event: Sendable { let activities: [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>] }
        typealias State = [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>]
        static func activities(in state: State) -> [Effect] { state }
        static func update(_ state: inout State, event: Event) -> Effect? {
            state = event.activities
            return nil
        }
    }

    @Test("A sender that waits for its macrostep is told without waiting for an activity to end")
    func sender() async throws {
        try await interleave(seed: 1) {
            let gate = Gate<Void>("the activity")
            let deaf = Patient.Effect(id: "x") { _, _ in await gate.waitIgnoringCancellation() }
            let slow = Patient.Effect.sequence(
                id: "y",
                Patient.Effect(action: { _ async throws -> [Patient.Event] in
                    try await gate.wait()
                    return []
                }), Patient.Effect { _, _ in })
            let proxy = Patient.Proxy()
            async let run = result { try await Patient.run(initialState: [], proxy: proxy) }
            try await proxy.send(.init(activities: [deaf]))
            try await proxy.send(.init(activities: [slow]))
            gate.open()
            proxy.cancel()
            _ = await run
        }
    }

    /// Has no activities, and counts who asks.
    private enum Unasked: Transducer {
        enum Event: Sendable { case go, end }
        struct State: Terminable { let asked: Counter; var isTerminal = false }
        static func live(in state: State) -> Active<Self> {
            state.asked.increment()
            return Active()
        }
        static func update(_ state: inout State, event: Event) { state.isTerminal = event == .end }
    }

    @Test("A machine without activities is never asked")
    func neverAsked() async throws {
        let asked = Counter()
        let proxy = Unasked.Proxy()
        try proxy.send(contentsOf: [.go, .go, .end])
        try await Unasked.run(initialState: .init(asked: asked), proxy: proxy)
        #expect(asked.value == 0)
        // It would count, if it were asked.
        _ = Unasked.live(in: .init(asked: asked))
        #expect(asked.value == 1)
    }
}
