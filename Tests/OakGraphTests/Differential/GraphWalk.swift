@testable import Oak
@testable import OakGraph
import OakTesting
import TestSupport

/// A random path of a random machine's graph, carried out in the run loop of production.
///
/// Its operations return when the path says so, whether they are cancelled or not.
struct GraphWalk {
    typealias Exploration = LiveExploration<ScriptedMachine>

    /// A transition, and the returns without an event that come before it.
    private struct Leg {
        let returns: [(numbers: [Int], running: Set<Int>)]
        let departure: Exploration.Departure
    }

    private let script: Script
    private let seed: UInt64
    private var path: [Leg] = []

    /// Chooses a path.
    init(seed: UInt64) {
        var generator = ScriptGenerator(seed: seed, isGated: true)
        self.init(of: generator.machine(), seed: seed)
    }

    /// Chooses a path of a script's graph.
    init(of script: Script, seed: UInt64) {
        self.script = script
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        var alphabet = Alphabet<ScriptedMachine>([.input(0), .input(1)])
        for name in Set(script.effects.filter(\.isOperation).compactMap(\.name)).sorted() {
            alphabet = alphabet.answers(
                of: name, sending: [.more(of: name)], endingWith: [.last(of: name)], ends: true,
                fails: [Bench.Failure()])
        }
        let actions = Set(script.effects.compactMap { if case .action(let number) = $0 { number } else { nil } })
        if actions.count == 1, let number = actions.first { alphabet = alphabet.answers(ofActions: [.free(number)]) }
        let exploration = Exploration(
            alphabet, limits: GraphLimits(states: 64, seconds: nil, actionEvents: 1000),
            detail: [.returns, .postponements],
            isReduced: false,
            isUnchanged: ==)
        var situation: Exploration.Situation? = exploration.begin(in: Position(script: script))
        while let source = situation, path.count < 12, !source.machine.state.isTerminal {
            let (variant, returns) = Self.variant(of: source, exploration, using: &random)
            let departures = exploration.departures(from: [variant]) { _ in true }
            guard !exploration.isCut, let next = departures.randomElement(using: &random), next.target != nil,
                !Self.isUncounted(next)
            else { break }
            path.append(Leg(returns: returns, departure: next))
            situation = next.target
        }
    }

    /// Lets operations return without an event, as often as the generator says.
    private static func variant(
        of source: Exploration.Situation, _ exploration: Exploration, using random: inout SeededGenerator
    ) -> (Exploration.Variant, [(numbers: [Int], running: Set<Int>)]) {
        var (situation, returns): (_, [(numbers: [Int], running: Set<Int>)]) = (source, [])
        while !situation.machine.offersPostponed, Bool.random(using: &random),
            let numbers = exploration.returns(in: situation).silent.randomElement(using: &random)
        {
            let outcome = exploration.outcome(of: .returns(numbers), in: situation.machine)
            situation = exploration.situation(of: outcome.machine)
            returns.append((numbers, Set(situation.machine.running.map(\.number))))
        }
        return (Exploration.Variant(situation: situation, returned: []), returns)
    }

    /// Whether an event stands for any number of postponed ones, of which a run has as many as were sent.
    private static func isUncounted(_ departure: Exploration.Departure) -> Bool {
        switch departure.edge.cause {
        case .outside, .answer(_, from: _, declaration: _, isLast: false): departure.note.intent == .postponed
        case .offerOneOf(_, let isLast): !isLast
        case .answer, .result, .returns, .failure, .action, .failedAction, .offer: false
        }
    }

    /// Leads a run along the path.
    func result() async -> Comparison {
        let (executor, bench, proxy) = (DeterministicExecutor(seed: seed), Bench(), Proxy<Signal>(bufferSize: 64))
        let recorder = TraceRecorder(of: ScriptedMachine.self)
        let initial = Position(script: script)
        let run = executor.start {
            try await ScriptedMachine.run(
                initialState: initial, proxy: proxy, env: bench, observer: recorder,
                settings: RunSettings(actionLimit: 1000, gracePeriod: .duration(.seconds(60), clock: TestClock())))
        }
        executor.run()
        var expected: [Macrostep<ScriptedMachine>.Step] = []
        var difference: String?
        func finish(_ numbers: [Int]) {
            for number in numbers {
                bench.operations.first { $0.number == number }?.finish()
                executor.run()
            }
        }
        func finish(allBut running: Set<Int>) {
            finish(bench.operations.map(\.number).filter { !running.contains($0) })
        }
        for leg in path {
            let departure = leg.departure
            for (numbers, running) in leg.returns {
                finish(numbers)
                finish(allBut: running)
            }
            finish(departure.edge.returned)
            switch departure.edge.cause {
            case .outside(let event): try? proxy.send(event)
            case .answer(let event, from: let number, _, _):
                try? bench.operations.first { $0.number == number }?.send(event)
            case .failure(let number, _):
                bench.operations.first { $0.number == number }?.end.open(throwing: Bench.Failure())
            // The operations of scripts answer through their inputs.
            case .result, .returns, .offer, .offerOneOf, .action, .failedAction: break
            }
            executor.run()
            expected += departure.steps
            let taken = taken(ScriptedMachine.self, in: recorder.trace, from: initial)
            let isAhead = departure.target.map { $0.machine.offersPostponed || $0.machine.isSuspended } ?? false
            let agrees = zip(expected, taken).allSatisfy { $0.event == $1.event && $0.state == $1.state }
            guard agrees, isAhead ? taken.count >= expected.count : taken.count == expected.count else {
                difference = """
                    the graph has
                    \(expected.map { "  \($0.event) → \($0.state), \($0.intent)" }.joined(separator: "\n"))
                    with \(departure.edge.cause) after the return of \(leg.returns) and \(departure.edge.returned)
                    the run
                    \(taken.map { "  \($0)" }.joined(separator: "\n"))
                    \(script)
                    """
                break
            }
            // A run that is offered a postponed event, or the answer of an action, is ahead of the path.
            if isAhead { continue }
            finish(allBut: Set(departure.target?.machine.running.map(\.number) ?? []))
        }
        proxy.cancel()
        executor.run()
        while !bench.operations.isEmpty {
            bench.operations.forEach { $0.finish() }
            executor.run()
        }
        _ = await run.result
        return difference.map { .differs($0) } ?? .followed(expected.count)
    }
}

extension Bench.LiveOperation {
    /// Lets the operation return.
    fileprivate func finish() {
        if !end.isOpen { end.open() }
        release()
    }
}
