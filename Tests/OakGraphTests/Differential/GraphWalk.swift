@testable import Oak
@testable import OakGraph
import OakTesting
import TestSupport

/// A random path of a random machine's graph, carried out in the run loop of production.
///
/// Its operations return when the path says so, whether they are cancelled or not.
struct GraphWalk {
    typealias Exploration = LiveExploration<ScriptedMachine>

    private let script: Script
    private let seed: UInt64
    private var path: [Exploration.Departure] = []

    /// Chooses a path.
    init(seed: UInt64) {
        var generator = ScriptGenerator(seed: seed, isGated: true)
        script = generator.machine()
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        var alphabet = Alphabet<ScriptedMachine>([.input(0), .input(1)])
        for name in Set(script.effects.filter(\.isOperation).compactMap(\.name)).sorted() {
            alphabet = alphabet.answers(
                of: name, sending: [.more(of: name)], endingWith: [.last(of: name)], ends: true,
                fails: [Bench.Failure()])
        }
        let exploration = Exploration(
            alphabet, actionLimit: 1000, detail: [.returns, .postponements], variantLimit: 64, isUnchanged: ==)
        var situation: Exploration.Situation? = exploration.begin(in: Position(script: script))
        while let source = situation, path.count < 12, !source.machine.state.isTerminal {
            let departures = exploration.departures(from: exploration.variants(of: source)) { _ in true }
            guard !exploration.isCut, let next = departures.randomElement(using: &random), next.target != nil,
                !Self.postponesEventFromOutside(next), !Self.returnsTooLate(next, from: source)
            else { break }
            path.append(next)
            situation = next.target
        }
    }

    /// Whether an event from outside is postponed, which a graph does not count, so that a run may be offered it again.
    private static func postponesEventFromOutside(_ departure: Exploration.Departure) -> Bool {
        if case .outside = departure.edge.cause { departure.note.intent == .postponed } else { false }
    }

    /// Whether operations have to return between a transition and the postponed event that a run is offered at once.
    private static func returnsTooLate(_ departure: Exploration.Departure, from source: Exploration.Situation) -> Bool {
        guard let target = departure.target?.machine, target.offersPostponed else { return false }
        return !Set(source.machine.running.map(\.number)).isSubset(of: target.running.map(\.number))
    }

    /// Leads a run along the path.
    ///
    /// A wait that a run meets and the path does not takes a number of its own, so that operations begin under other
    /// numbers. The walk is lost then.
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
        var isLost = false
        for departure in path {
            for returned in departure.edge.returned {
                bench.operations.first { $0.number == returned }?.finish()
                executor.run()
            }
            switch departure.edge.cause {
            case .outside(let event): try? proxy.send(event)
            case .answer(let event, from: let number, _, _):
                guard let operation = bench.operations.first(where: { $0.number == number }) else {
                    isLost = true
                    break
                }
                try? operation.send(event)
            case .failure(let number, _):
                guard let operation = bench.operations.first(where: { $0.number == number }) else {
                    isLost = true
                    break
                }
                operation.end.open(throwing: Bench.Failure())
            case .returns, .offer, .offerFromOutside, .action, .failedAction: break
            }
            if isLost { break }
            executor.run()
            expected += departure.steps
            let taken = taken(ScriptedMachine.self, in: recorder.trace, from: initial)
            let isOffering = departure.target?.machine.offersPostponed ?? false
            let agrees = zip(expected, taken).allSatisfy { $0.event == $1.event && $0.state == $1.state }
            guard agrees, isOffering ? taken.count >= expected.count : taken.count == expected.count else {
                difference = """
                    the graph has
                    \(expected.map { "  \($0.event) → \($0.state), \($0.intent)" }.joined(separator: "\n"))
                    with \(departure.edge.cause) after the return of \(departure.edge.returned)
                    the run
                    \(taken.map { "  \($0)" }.joined(separator: "\n"))
                    \(script)
                    """
                break
            }
            let running = Set(departure.target?.machine.running.map(\.number) ?? [])
            for operation in bench.operations where !running.contains(operation.number) { operation.finish() }
            executor.run()
        }
        proxy.cancel()
        executor.run()
        while !bench.operations.isEmpty {
            bench.operations.forEach { $0.finish() }
            executor.run()
        }
        _ = await run.result
        return isLost ? .lost : difference.map { .differs($0) } ?? .followed(expected.count)
    }
}

extension Bench.LiveOperation {
    /// Lets the operation return.
    fileprivate func finish() {
        if !end.isOpen { end.open() }
        release()
    }
}
