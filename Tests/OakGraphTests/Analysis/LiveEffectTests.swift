import Oak
import OakGraph
import Testing

/// Effects that may be live, and their consequences.
struct LiveEffectTests {
    private func graph(
        of script: Script, _ events: Alphabet<ScriptedMachine> = [.input(0), .input(1)]
    ) -> StateGraph<ScriptedMachine> {
        StateGraph(of: ScriptedMachine.self, from: [Position(script: script)], events: events)
    }

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

    enum PatientSearch: EffectTransducer {
        struct State: Hashable, NonTerminal { var found: Int? }
        enum Event: Hashable, Sendable { case type, found }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (event, state.found) {
            case (.type, nil):
                state.found = 0
                return .debounce(.seconds(1), id: "pause", Effect(id: "search", { _ in }, success: { .found }))
            case (.found, let found?): state.found = found + 1
            case (.type, _), (.found, nil): break
            }
            return nil
        }
    }

    @Test("A pause answers with nothing, whether or not its name has answers", arguments: ["pause", "search"])
    func pause(_ name: String) {
        let graph = StateGraph(
            of: PatientSearch.self, from: [.init()], events: .events(.type).answers(of: name, .found))
        #expect(graph.states.map(\.found) == [nil, 0, 1])
        #expect(graph.check([.undeclaredAnswers]).findings.isEmpty)
    }

    @Test("A state that an answer leaves later is no sink, and a sink is found once")
    func sinks() {
        let script = Script([
            [.input(0): .go(to: 0, .operation(0)), .last(of: 0): .go(to: 1), .input(1): .go(to: 2)],
            [.input(0): .go(to: 1, .operation(0)), .last(of: 0): .go(to: 0), .input(1): .go(to: 2)],
            [.input(0): .go(to: 2, .operation(0)), .input(1): .go(to: 2)],
        ])
        func sinks(_ events: Signal...) -> [Int?] {
            let graph = graph(of: script, Alphabet(events).answers(of: 0, .last(of: 0)))
            return graph.check([.sinks]).findings.map(\.state?.phase)
        }
        #expect(sinks(.input(0)) == [])
        #expect(sinks(.input(0), .input(1)) == [2])
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

    @Test("A postponed event that is not offered again in a later state makes the graph incomplete")
    func postponedEventLater() {
        let script = Script([
            [.input(0): .postpone, .input(1): .go(to: 1)], [.input(0): .unexpected, .free(0): .go(to: 0)],
        ])
        func graph(_ later: [Signal]) -> StateGraph<ScriptedMachine> {
            self.graph(of: script, .generated { $0.phase == 0 ? [.input(0), .input(1)] : later })
        }
        #expect(graph([.free(0)]).cut == .postponedEventMissing(event: ".input(0)", state: "(phase 1, trail 0)"))
        #expect(graph([.input(0), .free(0)]).verdict(on: .unexpectedEvents) == .fails)
    }

    @Test func `A postponed answer of an unnamed part is offered with its sender`() {
        let part = Plan.operation(Plan.Job())
        let script = Script([
            [.input(0): .go(to: 1, .sequence(0, [part, part]))], [.last(of: 0): .postpone, .input(1): .go(to: 2)],
            [.last(of: 0): .go(to: 3)], [:],
        ])
        let graph = graph(of: script, .events(.input(0), .input(1)).answers(of: 0, .last(of: 0)))
        let answers = graph.allTransitions.filter { $0.event == .last(of: 0) }
        #expect(answers.contains { $0.intent == .postponed })
        #expect(answers.contains { graph.states[$0.target].phase == 3 })
        #expect(answers.allSatisfy { $0.sender == "0" }, "\(answers)")
    }

    @Test func `An event behind a cancellation comes at once, or when the cancelled operation has returned`() {
        let stop = Plan.sequence(nil, [.cancel(0), .event(0)])
        let script = Script([
            [.input(0): .go(to: 1, .operation(0))], [.input(1): .go(to: 1, stop), .inner(0): .go(to: 2)], [:],
        ])
        let graph = graph(of: script)
        // Each further event begins a sequence that waits.
        #expect(graph.cut == .effects(limit: 16))
        let ends = graph.allTransitions.filter {
            graph.states[$0.source].phase == 1 && graph.states[$0.target].phase == 2
        }
        #expect(Set(ends.map(\.event)) == [.input(1), .inner(0)])
    }

    @Test("A child that is removed and added in one transition begins its activities again")
    func childComesBack() {
        let child = Script([[.last(of: 0): .go(to: 1)], [:]], activities: [[.operation(0)], [.operation(0)]])
        let host = Script([[.input(0): .go(to: 0, nil, .renew(.element(0)))]], child: child)
        let (renewal, answer) = (ScriptedHost.Event.own(.input(0)), ScriptedHost.Event.child(.element(0), .last(of: 0)))
        let graph = StateGraph(
            of: ScriptedHost.self, from: [ScriptedHost.start(host)],
            events: .events(renewal).answers(of: ScriptedHost.elements[0].id(0), answer))
        let renewed = graph.allTransitions.filter { $0.event == renewal }
        #expect(!renewed.isEmpty)
        for transition in renewed {
            #expect(graph.transitions(from: transition.target).contains { $0.event == answer })
        }
    }

    /// A host of a child that ends with an exit effect when it takes an input.
    private func graphOfExit(
        _ declare: (Alphabet<ScriptedHost>, EffectID) -> Alphabet<ScriptedHost>
    ) -> StateGraph<ScriptedHost> {
        let child = Script([[.input(0): .go(to: 1, .operation(0))], [:]], lastPhase: 1)
        let host = Script(
            [[.childFailed: .go(to: 1), .input(0): .go(to: 0, nil, .add(.optional))], [:]], child: child)
        return StateGraph(
            of: ScriptedHost.self, from: [ScriptedHost.start(host)],
            events: declare(.events(.child(.optional, .input(0))), ScriptedHost.optional.id(0)))
    }

    @Test("An exit effect has no answers")
    func answersExitEffect() {
        let answer = ScriptedHost.Event.child(.optional, .last(of: 0))
        #expect(!graphOfExit { $0.answers(of: $1, answer) }.allTransitions.contains { $0.event == answer })
    }

    @Test("An exit effect may fail, and returns")
    func failureOfExitEffect() {
        let graph = graphOfExit {
            $0.answers(of: $1, sending: [], endingWith: [], ends: true, fails: [Bench.Failure()])
        }
        #expect(graph.states.contains { $0.own.phase == 1 })
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

    @Test(
        "Effects whose errors mean different events are told apart",
        arguments: [
            (
                .operation(Plan.Job(name: 0, error: .caught(0))), .operation(Plan.Job(name: 0, error: .caught(1))),
                [2, 3]
            ),
            (
                .list([.caught(.failure(nil), as: 0), .event(0)]), .list([.caught(.failure(nil), as: 1), .event(0)]),
                [2, 3]
            ),
            (.caught(.combination(nil, [.operation(0), .failure(nil)]), as: 0), .event(0), [2]),
        ] as [(Plan, Plan, Set<Int>)])
    func meaningOfErrors(of one: Plan, and other: Plan, phases: Set<Int>) {
        let script = Script([
            [.input(0): .go(to: 1, one), .input(1): .go(to: 1, other)],
            [.caught(0): .go(to: 2), .caught(1): .go(to: 3)],
            [:], [:],
        ])
        let events: Alphabet<ScriptedMachine> = [.input(0), .input(1)]
        let graph = graph(
            of: script, events.answers(of: 0, sending: [], endingWith: [.last(of: 0)], fails: [Bench.Failure()]))
        #expect(Set(graph.states.map(\.phase)).intersection([2, 3]) == phases)
        #expect(graph.cut == nil)
    }

    enum Leaving: CompositeTransducer {
        enum Leaf: EffectTransducer {
            enum State: Hashable, NonTerminal { case on }
            enum Event: Hashable, Sendable { case touch, hit }
            struct Env: Sendable {}
            static func update(_ state: inout State, event: Event) -> Effect? {
                event == .touch ? .event(.hit) : nil
            }
        }
        struct State: Hashable {
            var leaf: Leaf.State? = .on
            var isHit = false
        }
        enum Event: Hashable, Sendable { case leaf(Leaf.Event), begin, drop, add }
        struct Env: Sendable { var leaf = Leaf.Env() }

        static let leaf = child("leaf", Leaf.self, event: Event.leaf, env: \.leaf, failure: .endsTheRun)

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
            }
            return nil
        }
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

    @Test("A postponed answer comes before a return that would drop it")
    func answerBeforeReturn() throws {
        // The operation is replaced when another one has returned.
        let script = Script([
            [.input(0): .go(to: 1, .list([.operation(0), .sequence(nil, [.operation(1), .operation(0)])]))],
            [.last(of: 0): .postpone, .input(1): .go(to: 2)],
            [.last(of: 0): .go(to: 3), .input(0): .go(to: 4)], [:], [:],
        ])
        let graph = graph(of: script, .events(.input(0), .input(1)).answers(of: 0, .last(of: 0)))
        var state = 0
        for event in [Signal.input(0), .last(of: 0), .input(1)] {
            state = try #require(graph.transitions(from: state).first { $0.event == event }).target
        }
        #expect(graph.transitions(from: state).map(\.event) == [.last(of: 0)])
    }

    @Test("A graph of depth zero has only its initial states")
    func noStateLeft() {
        let graph = StateGraph(of: AnswerIgnorer.self, from: [.idle], events: [.go], limits: .init(depth: 0))
        #expect(graph.states == [.idle])
        #expect(graph.cut == .depth(limit: 0))
    }

    @Test("An event that is postponed after an action has returned does not bring the action back")
    func postponedAfterAction() throws {
        let script = Script([
            [.input(0): .go(to: 1, .sequence(nil, [.caught(.action(0), as: 0), .cancel(0)])), .caught(0): .go(to: 0)],
            [.input(1): .postpone, .caught(0): .go(to: 0)],
        ])
        let graph = graph(of: script)
        let waiting = try #require(graph.path(where: { $0.phase == 1 }))
        let postponed = try #require(graph.transitions(from: waiting.endNumber).first { $0.intent == .postponed })
        // Only the action could lead back.
        #expect(graph.transitions(from: waiting.endNumber).contains { $0.event == .caught(0) })
        #expect(!graph.transitions(from: postponed.target).contains { $0.event == .caught(0) })
    }

    @Test("The events of an action come before the error of the next one")
    func actionBeforeFailure() {
        let script = Script([
            [.input(0): .go(to: 1, .combination(nil, [.action(0), .caught(.action(0), as: 0)]))],
            [.free(0): .go(to: 2), .caught(0): .go(to: 3)],
            [.caught(0): .go(to: 4)], [:], [:],
        ])
        let graph = graph(of: script, [.input(0), .free(0)])
        #expect(graph.path(where: { $0.phase == 4 })?.events == [.input(0), .free(0), .caught(0)])
    }
}

extension StateGraph {
    fileprivate var allTransitions: [Transition] {
        states.indices.flatMap { transitions(from: $0) }
    }
}
