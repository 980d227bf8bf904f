import Oak
import OakGraph
import Testing

/// Effects that may be live, and their consequences.
struct LiveEffectTests {
    enum AnswerIgnorer: EffectTransducer {
        enum State: Hashable, Terminable {
            case idle, loading, ended
            var isTerminal: Bool { self == .ended }
        }
        enum Event: Hashable, Sendable { case go, done, failed }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .go):
                state = .loading
                return Effect(id: "op") { _, _ in }
            case (.loading, .failed): state = .ended
            case (.idle, _), (.loading, _), (.ended, _): break
            }
            return nil
        }
    }

    /// A light that asks before it changes; broken, it only asks.
    private enum Light: EffectTransducer {
        enum State: Hashable, NonTerminal { case red, green, broken }
        enum Event: Hashable, Sendable { case ask, answered, fail }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (_, .ask): return Effect(id: "ask", { _ in }, success: .answered)
            case (.red, .answered): state = .green
            case (.green, .answered): state = .red
            case (_, .fail): state = .broken
            case (.broken, .answered): break
            }
            return nil
        }
    }

    @Test("A state that an answer leaves later is no sink, and a sink is found once")
    func sinks() {
        let asking = StateGraph(of: Light.self, from: [.red], events: .events(.ask).answers(of: "ask", .answered))
        #expect(asking.verdict(on: .sinks) == .holds)
        let failing = StateGraph(
            of: Light.self, from: [.red], events: .events(.ask, .fail).answers(of: "ask", .answered))
        #expect(failing.check([.sinks]).findings.map(\.state) == [.broken])
    }

    @Test("An ignored answer ends its effect, which then owes no other answer", arguments: 0..<3)
    func answerIgnoredEnds(_ number: Int) throws {
        let fairness: Fairness<AnswerIgnorer> = [.all(.answers, .progress), .weak, .strong][number]
        let graph = StateGraph(
            of: AnswerIgnorer.self, from: [.idle], events: .events(.go).answers(of: "op", .done, .failed))
        let property = TemporalProperty<AnswerIgnorer>.eventually("It ends", under: fairness) { $0 == .ended }
        let finding = try #require(graph.check([], properties: [property]).findings.first)
        #expect(finding.path?.events == [.go, .done])
        #expect(finding.path?.restsAtEnd == true)
    }

    @Test("The answers of one effect may be declared in several parts")
    func answersOneEffect() {
        let whole = StateGraph(
            of: AnswerIgnorer.self, from: [.idle], events: .events(.go).answers(of: "op", .done, .failed))
        let parts = StateGraph(
            of: AnswerIgnorer.self, from: [.idle],
            events: .events(.go).answers(of: "op", .done).answers(of: "op", .failed))
        #expect(whole.model == parts.model)
    }

    enum Chain: EffectTransducer {
        struct State: Hashable { var count = 0 }
        enum Event: CaseIterable, Sendable { case go, tick }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .go:
                state.count = 1
                return .event(.tick)
            case .tick:
                state.count = state.count == 0 || state.count == 3_000 ? 0 : state.count + 1
                return state.count == 0 ? nil : .event(.tick)
            }
        }
    }

    @Test("Checks cover all transitions of a long macrostep")
    func checksSeeAll() {
        let graph = StateGraph(of: Chain.self, from: [.init()], events: [.go])
        #expect(graph.verdict(on: .never("2000") { $0.count == 2_000 }) == .fails)
        #expect(graph.verdict(on: .sometimes("2000") { $0.count == 2_000 }) == .holds)
        #expect(graph.verdict(on: .reachability, declaring: [.init(count: 2_999)]) == .holds)
    }

    enum Composed: EffectTransducer {
        enum State: Hashable { case idle, busy }
        enum Event: Hashable, Sendable { case go, cancel, ok }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .go):
                state = .busy
                return .sequence(id: "all", Effect(id: "x") { _, _ in })
            case (.busy, .cancel):
                state = .idle
                return .cancelTask("all")
            case (.busy, .ok): state = .idle
            case (.idle, .ok): return .unexpected
            case (.idle, .cancel), (.busy, .go): break
            }
            return nil
        }
    }

    @Test("Cancelling a composition cancels its operations")
    func cancellingCompositionCancels() {
        let graph = StateGraph(
            of: Composed.self, from: [.idle], events: .events(.go, .cancel).answers(of: "x", .ok))
        #expect(graph.check().verdict == .holds, "\(graph.check())")
    }

    enum Both: EffectTransducer {
        struct State: Hashable { var phase = 0 }
        enum Event: Hashable, Sendable { case go, answer, cancel }
        struct Env: Sendable {}
        static func activities(in state: State) -> [Effect] { state.phase > 0 ? [Effect(id: "x") { _, _ in }] : [] }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state.phase, event) {
            case (0, .go):
                state.phase = 1
                return Effect(id: "x") { _, _ in }
            case (1, .answer): state.phase = 2
            case (2, .cancel):
                state.phase = 3
                return .cancelTask("x")
            case (3, .answer): return .unexpected
            case (_, _): break
            }
            return nil
        }
    }

    @Test("An activity and an operation of the same name may both answer")
    func activityOperationOne() {
        let graph = StateGraph(
            of: Both.self, from: [.init()], events: .events(.go, .cancel).answers(of: "x", .answer))
        #expect(graph.verdict(on: .unexpectedEvents) == .fails)
    }

    enum Waiting: EffectTransducer {
        enum State: Hashable { case loading, ready }
        enum Event: Hashable, Sendable { case tap, done, back }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.loading, .tap): return .postpone
            case (.loading, .done): state = .ready
            case (.ready, .back): state = .loading
            case (.ready, .tap), (.ready, .done), (.loading, .back): return .unexpected
            }
            return nil
        }
    }

    @Test("A postponed event that is not offered again in a later state makes the graph incomplete")
    func postponedEventLater() {
        let graph = StateGraph(
            of: Waiting.self, from: [.loading], events: .generated { $0 == .loading ? [.tap, .done] : [.back] })
        #expect(graph.cut == .postponedEventMissing(event: ".tap", state: ".ready"))
        let complete = StateGraph(
            of: Waiting.self, from: [.loading], events: .generated { $0 == .loading ? [.tap, .done] : [.tap, .back] })
        #expect(complete.verdict(on: .unexpectedEvents) == .fails)
    }

    enum Patient: EffectTransducer {
        enum State: Hashable { case idle, busy, ready, answered }
        enum Event: Hashable, Sendable { case go, ready, answer }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .go):
                state = .busy
                return .sequence(id: "x", Effect { _, _ in }, Effect { _, _ in })
            case (.busy, .answer): return .postpone
            case (.busy, .ready): state = .ready
            case (.ready, .answer): state = .answered
            case (.idle, _), (.busy, .go), (.ready, _), (.answered, _): break
            }
            return nil
        }
    }

    @Test func `A postponed answer of an unnamed part is offered with its sender`() {
        let graph = StateGraph(
            of: Patient.self, from: [.idle], events: .events(.go, .ready).answers(of: "x", .answer))
        let answers = graph.states.indices.flatMap { graph.transitions(from: $0) }.filter { $0.event == .answer }
        #expect(answers.contains { $0.intent == .postponed })
        #expect(answers.contains { graph.states[$0.target] == .answered })
        #expect(answers.allSatisfy { $0.sender == "\"x\"" }, "\(answers)")
    }

    enum Stopping: EffectTransducer {
        enum State: Hashable { case idle, busy, stopped }
        enum Event: Hashable, Sendable { case go, stop, gone }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .go):
                state = .busy
                return Effect(id: "x") { _, _ in }
            case (.busy, .stop): return .sequence(.cancelTask("x"), .event(.gone))
            case (.busy, .gone): state = .stopped
            case (.idle, _), (.busy, .go), (.stopped, _): break
            }
            return nil
        }
    }

    @Test func `An event behind a cancellation comes at once, or when the cancelled operation has returned`() {
        let graph = StateGraph(of: Stopping.self, from: [.idle], events: [.go, .stop])
        // Each further event begins a sequence that waits.
        #expect(graph.cut == .effects(limit: 16))
        let ends = graph.states.indices.flatMap { graph.transitions(from: $0) }.filter {
            graph.states[$0.target] == .stopped
        }
        #expect(Set(ends.filter { $0.source != $0.target }.map(\.event)) == [.stop, .gone])
    }

    enum ElementComposite: CompositeTransducer {
        enum Element: EffectTransducer {
            struct State: Hashable, Terminable {
                var n = 0
                var isTerminal: Bool { n == 9 }
            }
            enum Event: Hashable, Sendable { case a, end, exited }
            struct Env: Sendable {}
            static func activities(in state: State) -> [Effect] { [Effect(id: "act") { _, _ in }] }
            static func update(_ state: inout State, event: Event) -> Effect? {
                switch event {
                case .a: state.n = 1
                case .end:
                    state.n = 9
                    return Effect(id: "exited") { _, _ in }
                case .exited: state.n = 2
                }
                return nil
            }
        }
        struct State: Hashable {
            var elements: Children<Int, Element.State> = [0: Element.State()]
            var tookExitAnswer = false
        }
        enum Event: Hashable, Sendable { case element(Int, Element.Event), renew }
        struct Env: Sendable { var element = Element.Env() }

        static let elements = children("element", Element.self, event: Event.element, env: { env, _ in env.element })

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { elements(state.elements) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .element(let key, let event):
                if event == .exited { state.tookExitAnswer = true }
                return elements.step(&state.elements, key, event).effect
            case .renew:
                state.elements[0] = nil
                state.elements[0] = Element.State()
                return nil
            }
        }
    }

    @Test("A child that is removed and added in one transition begins its activities again")
    func childComesBack() {
        let graph = StateGraph(
            of: ElementComposite.self, from: [.init()],
            events: .events(.renew).answers(of: ElementComposite.elements[0].id("act"), .element(0, .a)))
        let renewed = graph.states.indices.flatMap { graph.transitions(from: $0) }.filter { $0.event == .renew }
        #expect(!renewed.isEmpty)
        for transition in renewed {
            #expect(graph.transitions(from: transition.target).contains { $0.event == .element(0, .a) })
        }
    }

    @Test("An exit effect has no answers")
    func answersExitEffect() {
        let graph = StateGraph(
            of: ElementComposite.self, from: [.init()],
            events: .events(.element(0, .end)).answers(
                of: ElementComposite.elements[0].id("exited"), .element(0, .exited)))
        #expect(!graph.states.contains { $0.tookExitAnswer })
    }

    @Test("C29 A failure that restarts a machine is an edge to its initial state, and one too many to its end")
    func restarts() throws {
        typealias Kept = Restarting<AnswerIgnorer>
        let graph = StateGraph(
            of: Kept.self, from: [.init(.idle)],
            events: .events(.child(.go), .exhausted(CancellationError())).answers(
                of: EffectID("op", in: ChildID("child")), .failed(CancellationError())))
        let loading = try #require(graph.states.firstIndex { $0.child == .loading && !Kept.isTerminal($0) })
        let transitions = graph.transitions(from: loading)
        #expect(transitions.first { $0.sender != nil }?.target == graph.initial.first)
        #expect(transitions.contains { Kept.isTerminal(graph.states[$0.target]) })
        #expect(graph.cut == nil && graph.states.count == 4)
    }

    struct Broken: Error {}

    /// Effects that differ only in the meaning of their errors.
    enum Failing: EffectTransducer {
        enum State: Hashable { case idle, busy, one, two }
        enum Event: Hashable, Sendable { case x, y, actX, actY, both, isOne, isTwo, later, done }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            let operation = Effect(id: "a") { _, _ in }
            let action = Effect(action: { _ async throws -> Event in throw Broken() })
            switch (state, event) {
            case (.busy, .isOne): state = .one
            case (.busy, .isTwo): state = .two
            case (.idle, _): state = .busy
            case (_, _): return nil
            }
            return switch event {
            case .x: operation.catch { _ in .isOne }
            case .y: operation.catch { _ in .isTwo }
            case .actX: .all(action.catch { _ in .isOne }, .event(.later))
            case .actY: .all(action.catch { _ in .isTwo }, .event(.later))
            case .both: .combine(operation, action).catch { _ in .isOne }
            case .isOne, .isTwo, .later, .done: nil
            }
        }
    }

    @Test(
        "Effects whose errors mean different events are told apart",
        arguments: [([Failing.Event.x, .y], 2), ([.actX, .actY], 2), ([.both], 1)])
    func meaningOfErrors(_ events: [Failing.Event], count: Int) {
        let graph = StateGraph(
            of: Failing.self, from: [.idle],
            events: Alphabet(events).answers(of: "a", sending: [], endingWith: [.done], fails: [Broken()]))
        #expect(Set(graph.states).intersection([.one, .two]).count == count)
        #expect(graph.cut == nil)
    }

    enum Leaving: CompositeTransducer {
        enum Leaf: EffectTransducer {
            enum State: Hashable, Terminable {
                case on, gone
                var isTerminal: Bool { self == .gone }
            }
            enum Event: Hashable, Sendable { case touch, hit, stop }
            struct Env: Sendable {}
            static func update(_ state: inout State, event: Event) -> Effect? {
                switch event {
                case .touch: return .event(.hit)
                case .hit: return nil
                case .stop:
                    state = .gone
                    return Effect(id: "bye") { _, _ in }
                }
            }
        }
        struct State: Hashable {
            var leaf: Leaf.State? = .on
            var isHit = false
            var isBroken = false
        }
        enum Event: Hashable, Sendable { case leaf(Leaf.Event), begin, drop, add, failed }
        struct Env: Sendable { var leaf = Leaf.Env() }

        static let leaf = child("leaf", Leaf.self, event: Event.leaf, env: \.leaf, failure: { _ in .failed })

        static func activeChildren(in state: State) -> some ActiveChildren<Self> { leaf(state.leaf) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .leaf(let event):
                if event == .hit { state.isHit = true }
                return leaf.step(&state.leaf, event).effect
            case .begin:
                let touched = leaf.step(&state.leaf, .touch).effect ?? .events([])
                return .sequence(id: "s", Effect(id: "op") { _, _ in }, touched)
            case .drop: state.leaf = nil
            case .add: state.leaf = .on
            case .failed: state.isBroken = true
            }
            return nil
        }
    }

    @Test("An exit effect may fail, and returns")
    func failureOfExitEffect() {
        let graph = StateGraph(
            of: Leaving.self, from: [.init()],
            events: .events(.leaf(.stop), .drop, .add).answers(
                of: Leaving.leaf.id("bye"), sending: [], endingWith: [], ends: true, fails: [Broken()]))
        #expect(graph.states.contains { $0.isBroken })
    }

    @Test("A step of a sequence that belongs to a departed child never begins, even if another child takes its place")
    func stepOfDepartedChild() throws {
        let graph = StateGraph(
            of: Leaving.self, from: [.init()],
            events: .events(.begin, .drop, .add).answers(of: "op", sending: [], endingWith: [], ends: true))
        func target(of event: Leaving.Event, from state: Int) throws -> Int {
            try #require(graph.transitions(from: state).first { $0.event == event }).target
        }
        let begun = try target(of: .begin, from: 0)
        let replaced = try target(of: .add, from: target(of: .drop, from: begun))
        #expect(graph.transitions(from: begun).contains { $0.event == .leaf(.hit) })
        #expect(!graph.transitions(from: replaced).contains { $0.event == .leaf(.hit) })
    }

    /// A machine that postpones the answer of an operation, which is replaced when another one has returned.
    enum Answering: EffectTransducer {
        enum State: Hashable { case idle, waiting, busy, answered, touched }
        enum Event: Hashable, Sendable { case begin, answer, go, touch }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            let operation = Effect(id: "a") { _, _ in }
            switch (state, event) {
            case (.idle, .begin):
                state = .waiting
                return .all(operation, .sequence(Effect(id: "b") { _, _ in }, operation))
            case (.waiting, .answer): return .postpone
            case (.waiting, .go): state = .busy
            case (.busy, .answer): state = .answered
            case (.busy, .touch): state = .touched
            case (_, _): break
            }
            return nil
        }
    }

    @Test("A postponed answer comes before a return that would drop it")
    func answerBeforeReturn() throws {
        let graph = StateGraph(
            of: Answering.self, from: [.idle],
            events: .events(.begin, .go, .touch).answers(of: "a", .answer))
        var state = 0
        for event in [Answering.Event.begin, .answer, .go] {
            state = try #require(graph.transitions(from: state).first { $0.event == event }).target
        }
        #expect(graph.transitions(from: state).map(\.event) == [.answer])
    }

    @Test("A graph of depth zero has only its initial states")
    func noStateLeft() {
        let graph = StateGraph(of: AnswerIgnorer.self, from: [.idle], events: [.go], limits: .init(depth: 0))
        #expect(graph.states == [.idle])
        #expect(graph.cut == .depth(limit: 0))
    }

    /// Waits for an action, and postpones what comes in the meantime.
    private enum Asker: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, asking }
        enum Event: Hashable, Sendable { case ask, later, failed }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .ask):
                state = .asking
                return .sequence(
                    Effect(action: { _ async throws -> Event in .failed }).catch { _ in .failed }, .cancelTask("none"))
            case (.asking, .later): return .postpone
            case (_, .failed): state = .idle
            case (.asking, .ask), (.idle, .later): break
            }
            return nil
        }
    }

    @Test("An event that is postponed after an action has returned does not bring the action back")
    func postponedAfterAction() throws {
        let graph = StateGraph(of: Asker.self, from: [.idle], events: [.ask, .later])
        let asking = try #require(graph.path(where: { $0 == .asking }))
        let postponed = try #require(graph.transitions(from: asking.endNumber).first { $0.intent == .postponed })
        // Only the action could lead back.
        #expect(graph.transitions(from: asking.endNumber).contains { $0.event == .failed })
        #expect(!graph.transitions(from: postponed.target).contains { $0.event == .failed })
    }

    /// Carries out two actions, of which the second may fail.
    private enum Twice: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, going, answered, both, failed }
        enum Event: Hashable, Sendable { case go, answered, failed }
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .go):
                state = .going
                return .combine(
                    Effect(action: { _ async throws -> Event in .answered }),
                    Effect(action: { _ async throws -> Event in .answered }).catch { _ in .failed })
            case (.going, .answered): state = .answered
            case (.going, .failed): state = .failed
            case (.answered, .failed): state = .both
            case (_, .go), (_, .answered), (_, .failed): break
            }
            return nil
        }
    }

    @Test("The events of an action come before the error of the next one")
    func actionBeforeFailure() {
        let graph = StateGraph(of: Twice.self, from: [.idle], events: [.go, .answered])
        #expect(graph.path(where: { $0 == .both })?.events == [.go, .answered, .failed])
    }
}
