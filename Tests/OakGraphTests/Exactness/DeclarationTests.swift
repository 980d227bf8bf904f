import Oak
import OakGraph
import OakTesting
import Testing

/// A graph says of which effects nobody has declared the answers.
struct DeclarationTests {
    enum Archive: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, busy }
        enum Event: Hashable, Sendable { case save, saved, log, checked }
        struct Env: Sendable {}

        static func activities(in state: State) -> [Effect] {
            state == .busy ? [Effect(id: "clock", operation: { _, _ in })] : []
        }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .save:
                state = .busy
                return .sequence(
                    id: "all",
                    [
                        Effect(id: "save", operation: { _, _ in }), Effect(operation: { _, _ in }),
                    ])
            case .saved:
                state = .idle
                return Effect(action: { _ async throws -> Event in .checked })
            case .log: return Effect(id: 3, operation: { _, _ in })
            case .checked: return nil
            }
        }
    }

    @Test func `C35 A graph lists the effects whose answers nobody has declared`() {
        let graph = StateGraph(of: Archive.self, from: [.idle], events: [.save, .saved, .log])
        let report = graph.check()
        #expect(
            report.remarks == [
                "The answers of \"save\" are not declared.",
                "The answers of an operation without an identity are not declared.",
                "The answers of an action are not declared.", "The answers of 3 are not declared.",
                "The answers of \"clock\" are not declared.",
            ])
        #expect("\(report)".split(separator: "\n")[1] == "! The answers of \"save\" are not declared.")
        #expect(graph.verdict(on: .undeclaredAnswers) == .fails)
        let finding = graph.check([.undeclaredAnswers]).findings.first
        #expect(
            finding?.message == """
                The answers of "save", which .save in .idle begins, are not declared. Declare them with '.answers(of: \
                "save", …)'.
                """)
        // The remarks come with each report.
        #expect(graph.check([.deadEnds]).remarks == report.remarks)
    }

    @Test func `C35 A declaration of a composition declares its parts, and one without events declares silence`() {
        let events = Alphabet<Archive>.events(.save, .log).answers(of: "all", .saved).answers(of: 3)
            .answers(of: "clock").answers(ofActions: [.checked])
        let graph = StateGraph(of: Archive.self, from: [.idle], events: events)
        #expect(graph.check().remarks.isEmpty)
        #expect(graph.verdict(on: .undeclaredAnswers) == .holds)
        #expect(graph.verdict(on: .unansweredEffects) == .holds)
    }

    enum Wire: EffectTransducer {
        struct State: Hashable, NonTerminal { var trail: [Event] = [] }
        enum Event: Hashable, Sendable { case go, one, two, failed, end }
        struct Env: Sendable {}
        struct Broken: Error {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            guard event == .go else {
                state.trail.append(event)
                return nil
            }
            state.trail = []
            return .all(
                Effect(action: { _ async throws -> [Event] in [.one, .two] }).catch { _ in .failed }, .event(.end))
        }
    }

    @Test func `C35 An action answers with what is declared, before what follows it`() {
        let graph = StateGraph(
            of: Wire.self, from: [.init()],
            events: .events(.go).answers(ofActions: [.one, .two], [.two], [], fails: [Wire.Broken()]))
        let ends = graph.states.map(\.trail).filter { $0.last == .end }
        #expect(Set(ends) == [[.one, .two, .end], [.two, .end], [.end], [.failed, .end]])
    }

    @Test func `C35 An action without a declaration may answer with each event from outside, or with none`() {
        let graph = StateGraph(
            of: Wire.self, from: [.init()], events: [.go, .one], limits: .init(depth: 4, seconds: nil))
        let ends = graph.states.map(\.trail).filter { $0.last == .end }
        #expect(Set(ends).isSuperset(of: [[.one, .end], [.end], [.failed, .end]]))
        #expect(graph.check([]).remarks == ["The answers of an action are not declared."])
    }

    struct Basket: Hashable {
        var items: Set<String> = []
        var note = 0
        static func == (one: Self, other: Self) -> Bool { one.items == other.items }
        func hash(into hasher: inout Hasher) { hasher.combine(items) }
    }
    enum Forgetful: Transducer {
        typealias State = Basket
        enum Event: CaseIterable { case write, put, take }

        static func update(_ state: inout Basket, event: Event) {
            switch event {
            case .write: state.note = 1
            case .put: state.items = ["a"]
            case .take: state.items = state.note == 1 ? ["b"] : []
            }
        }
    }

    @Test func `C35 An equality that ignores a field is found, also where answers are declared`() {
        for events in [Alphabet<Forgetful>.allCases, .events(.write, .put, .take).answers(of: "work", .take)] {
            let graph = StateGraph(of: Forgetful.self, from: [.init()], events: events)
            #expect(graph.cut == .equalStatesDiffer(state: "Basket(items: [], note: 1)", event: ".take"))
        }
    }

    struct Hiding: Hashable {
        var shown = 0
        var hidden = 0
        static func == (one: Self, other: Self) -> Bool { one.shown == other.shown }
        func hash(into hasher: inout Hasher) { hasher.combine(shown) }
    }
    enum Sly: Transducer {
        typealias State = Hiding
        enum Event: CaseIterable { case hide, increase }

        static func update(_ state: inout Hiding, event: Event) {
            switch event {
            case .hide: state.hidden += 1
            case .increase:
                state = Hiding(shown: state.hidden > 2 ? 99 : (state.shown + 1) % 3, hidden: state.hidden + 1)
            }
        }
    }

    @Test func `C35 An equality that hides a count is found when an event repeats, also by what is shown`() {
        let graph = StateGraph(of: Sly.self, from: [.init()], events: .allCases)
        let shown = StateGraph(of: Sly.self, from: [.init()], events: .allCases, showing: \.shown)
        guard case .equalStatesDiffer = graph.cut, case .inexactAbstraction = shown.cut else {
            Issue.record("The cuts are \(String(describing: graph.cut)) and \(String(describing: shown.cut))")
            return
        }
    }

    enum Counting: Transducer {
        struct State: Hashable { var count = 0 }
        enum Event: CaseIterable { case tick }
        static func update(_ state: inout State, event: Event) { state.count += 1 }
    }

    @Test func `A report names the reason once that leaves its checks open`() {
        let graph = StateGraph(
            of: Counting.self, from: [.init()], events: .allCases, limits: .init(states: 50, seconds: nil))
        let text = "\(graph.check())"
        #expect(text.split(separator: "cut at 50 states; 'count' takes", omittingEmptySubsequences: false).count == 2)
        #expect(GraphLimits().seconds == 10)
    }
}

/// The actions of children, whose events are dropped with the child.
struct ActionsOfChildrenTests {
    enum Kid: EffectTransducer {
        enum State: Hashable, Terminable, Sendable {
            case on, off
            var isTerminal: Bool { self == .off }
        }
        enum Event: Hashable, Sendable { case stop, noted, go, one, two }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .stop:
                state = .off
                return Effect(action: { _ async throws -> Event in .noted })
            case .go: return Effect(action: { _ async throws -> [Event] in [.one, .two] })
            case .noted, .one, .two: return nil
            }
        }
    }
    enum Parent: CompositeTransducer {
        struct State: Hashable, NonTerminal {
            var kid: Kid.State? = .on
            var isFlipped = false
            var hasSeenTwo = false
        }
        enum Event: Hashable, Sendable { case kid(Kid.Event), flip }
        typealias Env = Kid.Env

        static let kid = child("kid", Kid.self, event: Event.kid, env: \.self, failure: .endsTheRun)

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { kid(state.kid) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .flip: state.isFlipped = true
            case .kid(.one): state.kid = nil
            case .kid(let event):
                if event == .two || event == .noted { state.hasSeenTwo = true }
                return kid.step(&state.kid, event).effect
            }
            return nil
        }
    }

    @Test func `C35 The answer of an exit action is dropped`() {
        let graph = StateGraph(
            of: Parent.self, from: [.init()],
            events: .events(.kid(.stop), .flip).answers(ofActions: [.kid(.noted)]))
        #expect(graph.states.contains(.init(kid: .off, isFlipped: true)))
        #expect(!graph.states.contains { $0.hasSeenTwo })
    }

    @Test func `C35 The answers of an action are dropped with the child that it belongs to`() {
        let graph = StateGraph(
            of: Parent.self, from: [.init()],
            events: .events(.kid(.go)).answers(ofActions: [.kid(.one), .kid(.two)]))
        #expect(graph.states.contains(.init(kid: nil)))
        #expect(!graph.states.contains { $0.hasSeenTwo })
    }
}
