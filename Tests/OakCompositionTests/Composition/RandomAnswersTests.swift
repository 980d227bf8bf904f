import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C18, C28, C30, C31 Random answers of several children")
struct RandomAnswersTests {
    @Test("A composite behaves as a naive interpreter, whatever its children answer and whatever it returns")
    func answers() async {
        let kinds = Recorder<String>()
        await explore(seeds: Effort.seeds(500), events: Plan.lists) { plans in
            let told = Recorder<String>()
            let observer = MachineObserver(of: Board.self) { if let text = Self.text(of: $0) { told.record(text) } }
            let proxy = Board.Proxy()
            // Without the witness of the exploration, which fails for each broken rule.
            let run = Task {
                try await Scenario.$current.withValue(Scenario()) {
                    try await Board.run(initialState: .init(), proxy: proxy, env: told, observer: observer)
                }
            }
            var naive = NaiveBoard()
            for plan in plans {
                let before = told.values.count
                try proxy.send(.plan(plan))
                await idle()
                let seen = told.values[before...].sorted()
                expectThat(seen == naive.take(plan).sorted(), "\(plan): \(seen), not \(naive.told.sorted())")
                for text in Set(seen) { kinds.record(text) }
            }
            try proxy.send(.end)
            let counts = try await run.value
            expectThat(counts == naive.counts, "\(counts), not \(naive.counts)")
        }
        #expect(
            Set(kinds.values).isSuperset(of: ["postponed", "unexpected", "changed", "dropped rows[0]", "called 0"]))
    }

    private static func text(of occurrence: Occurrence<Board.State, Board.Event, [Int]>) -> String? {
        switch occurrence {
        case .transition: "transition"
        case .eventPostponed: "postponed"
        case .eventUnexpected: "unexpected"
        case .sendRejected(_, TransducerError.stateChangedWithReply): "changed"
        case .sendRejected(_, TransducerError.effectDropped(_, let child)): "dropped \(child)"
        case .runStarted, .eventTaken, .output, .effectStarted, .effectEnded, .effectCancelled, .effectOverdue,
            .sendRejected, .runEnded:
            nil
        }
    }
}

/// The reaction of a composite to one event.
struct Plan: Hashable, Sendable {
    enum Reaction: CaseIterable, Sendable { case ignores, counts, answers, begins, refuses, postpones }
    enum Own: CaseIterable, Sendable { case nothing, counts, refuses, postpones, countsAndRefuses, cancels }
    struct Step: Hashable, Sendable {
        let row: Int
        let reaction: Reaction
        let isReturned: Bool
    }

    var steps: [Step]
    let own: Own

    static var lists: Generator<[Plan]> {
        let reaction = Generator<Reaction>.any(of: Reaction.allCases)
        let own = Generator<Own>.weighted(Own.allCases.map { ($0 == .nothing ? Own.allCases.count : 1, $0) })
        let step = Generator<Step> { random in
            Step(
                row: .random(in: 0...2, using: &random), reaction: reaction.value(using: &random),
                isReturned: .random(in: 0...3, using: &random) > 0)
        }
        return .lists(
            of: Generator { random in
                Plan(
                    steps: Generator.lists(of: step, count: 0...3).value(using: &random),
                    own: own.value(using: &random))
            }, count: 1...8)
    }
}

/// A child that reacts as it is told to.
enum Row: EffectTransducer {
    typealias State = Int
    enum Event: Sendable, Hashable { case react(Plan.Reaction), answered }
    typealias Env = @Sendable () -> Void

    /// Never opens.
    private static let gate = Gate<Void>("the end of the work")

    static func update(_ state: inout Int, event: Event) -> Effect? {
        guard case .react(let reaction) = event else { return nil }
        switch reaction {
        case .ignores: return nil
        case .counts: state += 1
        case .answers: return .event(.answered)
        case .begins:
            return Effect(id: "work") { env, _ in
                env()
                try await gate.wait()
            }
        case .refuses: return .unexpected
        case .postpones: return .postpone
        }
        return nil
    }

    static func isTerminal(_ state: Int) -> Bool { false }
}

private enum Board: CompositeTransducer {
    struct State: Terminable, Equatable {
        var rows = Children<Int, Int>(uniqueKeysWithValues: [(0, 0), (1, 0), (2, 0)])
        var own = 0
        var isTerminal = false
    }
    enum Event: Sendable { case plan(Plan), row(Int, Row.Event), end }
    typealias Env = Recorder<String>
    typealias Output = [Int]

    static let rows = children(
        "rows", Row.self, event: Event.row, env: { told, row in { told.record("called \(row)") } },
        failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { rows(state.rows) }

    static func update(_ state: inout State, event: Event) -> (Effect?, [Int]) {
        var effects: [Effect] = []
        switch event {
        case .plan(let plan):
            for step in plan.steps {
                let effect = rows.step(&state.rows, step.row, .react(step.reaction)).effect
                if step.isReturned, let effect { effects.append(effect) }
            }
            switch plan.own {
            case .nothing: break
            case .counts: state.own += 1
            case .refuses: effects.append(.unexpected)
            case .postpones: effects.append(.postpone)
            case .countsAndRefuses:
                state.own += 1
                effects.append(.unexpected)
            case .cancels: effects.append(.cancelTask(rows[0].id("work")))
            }
        case .row(let row, let event): effects += [rows.step(&state.rows, row, event).effect].compactMap(\.self)
        case .end: state.isTerminal = true
        }
        return (.all(effects), state.rows.map(\.value) + [state.own])
    }
}

/// A composite of three rows as the contract has it, without machines and effects.
private struct NaiveBoard {
    var counts = [0, 0, 0, 0]
    var told: [String] = []
    private var arrived = 0
    private var postponed: [(number: Int, plan: Plan, isDue: Bool)] = []
    /// The rows whose work is live, and whether it has been called.
    private var live: [Int: Bool] = [:]

    mutating func take(_ plan: Plan) -> [String] {
        told = []
        arrived += 1
        process(plan, number: arrived)
        while let due = postponed.firstIndex(where: \.isDue) {
            let next = postponed.remove(at: due)
            process(next.plan, number: next.number)
        }
        for (row, isCalled) in live where !isCalled {
            told.append("called \(row)")
            live[row] = true
        }
        return told
    }

    private mutating func process(_ plan: Plan, number: Int) {
        let before = counts
        var (isProcessed, replies, actions) = (plan.own == .cancels, [Bool](), 0)
        var (handed, returned) = ([Int](), [0, 0, 0])
        for step in plan.steps {
            switch step.reaction {
            case .refuses, .postpones:
                if step.isReturned { replies.append(step.reaction == .postpones) }
                continue
            case .ignores: break
            case .counts: counts[step.row] += 1
            case .answers, .begins:
                handed.append(step.row)
                guard step.isReturned else { break }
                returned[step.row] += 1
                if step.reaction == .begins { live[step.row] = false } else { actions += 1 }
            }
            isProcessed = true
        }
        switch plan.own {
        case .nothing: break
        case .counts: counts[3] += 1
        case .refuses: replies.append(false)
        case .postpones: replies.append(true)
        case .countsAndRefuses:
            counts[3] += 1
            replies.append(false)
        case .cancels: live[0] = nil
        }
        let dropped = handed.first { row in
            returned[row] -= 1
            return returned[row] < 0
        }
        if let dropped { told.append("dropped rows[\(dropped)]") }
        guard replies.isEmpty || isProcessed else {
            if counts != before { told.append("changed") }
            guard replies.contains(true) else { return told.append("unexpected") }
            told.append("postponed")
            postponed.append((number, plan, false))
            return postponed.sort { $0.number < $1.number }
        }
        told += replies.map { _ in "unexpected" } + Array(repeating: "transition", count: 1 + actions)
        if counts != before { for index in postponed.indices { postponed[index].isDue = true } }
    }
}
