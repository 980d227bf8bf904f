import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

@Suite("C31 One event for several children")
struct SeveralAnswersTests {
    @Test(
        "C31 An event that one child has processed is processed, whatever the others answer",
        arguments: Block.Form.allCases)
    func processed(form: Block.Form) async throws {
        for (answers, unexpected) in [
            ([Plan.Reaction.ignores, .refuses], ["second"]), ([.refuses, .counts], ["first"]),
            ([.counts, .postpones], ["second"]), ([.postpones, .answers], ["first"]), ([.counts, .answers], []),
        ] {
            let told = Recorder<String>()
            let observer = MachineObserver(of: Block.self) { occurrence in
                switch occurrence {
                case .eventUnexpected(_, let child): told.record("\(child.first.map { "\($0)" } ?? "")")
                case .eventPostponed: told.record("postponed")
                case .transition: told.record("transition")
                default: break
                }
            }
            var settings = RunSettings()
            settings.unexpectedEvents = .endingTheRun
            let proxy = Block.Proxy()
            try proxy.send(contentsOf: [.ask(form, answers), .end])
            let counts = try await Block.run(
                initialState: .init(), proxy: proxy, observer: observer, settings: settings)
            #expect(counts == answers.map { $0 == .counts ? 1 : 0 }, "\(answers)")
            let isWorking = answers.contains(.answers)
            let names = form == .broadcast ? unexpected.map { "rows[\($0 == "first" ? 0 : 1)]" } : unexpected
            #expect(told.values.filter { $0 != "transition" } == names, "\(answers)")
            #expect(told.values.count { $0 == "transition" } == (isWorking ? 3 : 2), "\(answers)")
        }
    }

    @Test(
        "C30, C31 Without a child that has processed it, an event is postponed or unexpected",
        arguments: Block.Form.allCases)
    func replied(form: Block.Form) async throws {
        let told = Recorder<String>()
        let observer = MachineObserver(of: Block.self) { occurrence in
            switch occurrence {
            case .eventUnexpected: told.record("unexpected")
            case .eventPostponed: told.record("postponed")
            case .transition: told.record("transition")
            default: break
            }
        }
        let proxy = Block.Proxy()
        try proxy.send(contentsOf: [
            .ask(form, [.refuses, .postpones]), .ask(form, [.refuses, .refuses]), .end,
        ])
        #expect(try await Block.run(initialState: .init(), proxy: proxy, observer: observer) == [0, 0])
        #expect(told.values == ["postponed", "unexpected", "transition"])
    }

    @Test("C31 Graph, tester and run agree about an event for several children")
    func tools() {
        let graph = StateGraph(
            of: Block.self, from: [.init()],
            events: [.ask(.all, [.ignores, .refuses]), .ask(.all, [.refuses, .postpones]), .end])
        #expect(graph.transitions(from: 0).map(\.intent) == [.handled, .postponed, .handled])
        var state = Block.State()
        let (effect, _) = Block.step(&state, event: .ask(.all, [.refuses, .refuses]))
        #expect(effect?.kind == .unexpected)
    }

    @Test("C31 A reply beside an effect of the machine itself is dropped")
    func besideEffects() async throws {
        let told = Recorder<String>()
        let observer = ScriptObserver { if case .eventUnexpected(let event, _) = $0 { told.record(event.name) } }
        let names = try await Script.play(
            .init("a", .combine(.postpone, .event(.init("b")))), .init("c", .sequence(.unexpected, .event(.end))),
            observer: observer)
        #expect(names == ["a", "b", "c", "end"])
        #expect(told.values == ["a", "c"])
    }

    @Test("C31 A state that changes together with a reply breaks a rule, which every tool tells in the same words")
    @MainActor
    func changed() async throws {
        let words = "\(TransducerError.stateChangedWithReply(transducer: "Hasty"))"
        let told = Recorder<String>()
        let observer = MachineObserver(of: Hasty.self) {
            if case .sendRejected(_, let error) = $0 { told.record("\(error)") }
        }
        let proxy = Hasty.Proxy()
        try proxy.send(contentsOf: [.hurry, .end])
        try await Hasty.run(initialState: .init(), proxy: proxy, observer: observer)
        #expect(told.values == [words])
        let graph = StateGraph(of: Hasty.self, from: [.init()], events: [.hurry, .end])
        #expect(graph.transitions(from: 0).contains { $0.intent == .invalid })
        let host = ObservableTransducer(of: Hasty.self, initialState: .init())
        try host.send(.hurry)
        #expect(host.state.count == 1)
    }
}

private enum Hasty: EffectTransducer {
    struct State: Terminable, Hashable {
        var count = 0
        var isTerminal = false
    }
    enum Event: Sendable, Hashable { case hurry, end }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .hurry:
            state.count += 1
            return .unexpected
        case .end:
            state.isTerminal = true
            return nil
        }
    }
}

/// A composite that gives one event to both of its children.
enum Block: CompositeTransducer {
    enum Form: CaseIterable, Sendable, Hashable { case all, combine, broadcast }
    struct State: Terminable, Hashable {
        var first = 0
        var second = 0
        var rows = Children<Int, Int>(uniqueKeysWithValues: [(0, 0), (1, 0)])
        var answers: [Plan.Reaction] = []
        var isTerminal = false
    }
    enum Event: Sendable, Hashable {
        case ask(Form, [Plan.Reaction]), first(Row.Event), second(Row.Event), row(Int, Row.Event), end
    }
    typealias Output = [Int]

    static let first = child("first", Row.self, event: Event.first, env: { _ in {} }, failure: .endsTheRun)
    static let second = child("second", Row.self, event: Event.second, env: { _ in {} }, failure: .endsTheRun)
    static let rows = children("rows", Row.self, event: Event.row, env: { _, _ in {} }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        first
        second
        rows(state.rows)
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, [Int]) {
        (effect(&state, event), [state.first + (state.rows[0] ?? 0), state.second + (state.rows[1] ?? 0)])
    }

    private static func effect(_ state: inout State, _ event: Event) -> Effect? {
        switch event {
        case .ask(.broadcast, let answers):
            let steps = answers.indices.map { rows.step(&state.rows, $0, .react(answers[$0])).effect }
            return .all(steps.compactMap(\.self))
        case .ask(let form, let answers):
            let effects = [
                first.step(&state.first, .react(answers[0])).effect,
                second.step(&state.second, .react(answers[1])).effect,
            ]
            let given = effects.compactMap(\.self)
            return form == .combine ? given.isEmpty ? nil : .combine(given) : .all(effects[0], effects[1])
        case .first(let event): return first.step(&state.first, event).effect
        case .second(let event): return second.step(&state.second, event).effect
        case .row(let row, let event): return rows.step(&state.rows, row, event).effect
        case .end:
            state.isTerminal = true
            return nil
        }
    }
}
