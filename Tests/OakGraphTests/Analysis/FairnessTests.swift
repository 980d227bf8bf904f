import OakGraph
import OakTesting
import Testing

/// Compares the search for lassos with an enumeration of all sets of states that a run can visit for ever.
struct FairnessTests {
    enum Assumption: CaseIterable { case none, progress, weak, strong, mixed }

    struct Sample {
        let table: [[Int?]]
        let isGoal: [Bool]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...6, using: &random)
            table = (0..<count).map { _ in
                (0..<3).map { _ in
                    Int.random(in: 0..<3, using: &random) == 0 ? nil : Int.random(in: 0..<count, using: &random)
                }
            }
            isGoal = (0..<count).map { _ in Int.random(in: 0..<4, using: &random) == 0 }
        }

        /// Events that stay where they are count as ignored.
        func target(_ state: Int, _ event: Int) -> Int? { table[state][event].flatMap { $0 == state ? nil : $0 } }

        /// The states to which a way leads through states that satisfy a condition.
        func reachable(from start: Int, where condition: (Int) -> Bool) -> Set<Int> {
            var found: Set = [start]
            var ahead = [start]
            while let state = ahead.popLast() {
                for next in (0..<3).compactMap({ target(state, $0) }) where condition(next) {
                    if found.insert(next).inserted { ahead.append(next) }
                }
            }
            return found
        }

        func isConnected(_ set: Set<Int>) -> Bool {
            set.allSatisfy { reachable(from: $0, where: set.contains) == set }
        }

        /// Whether a run is fair that visits exactly these states for ever, and takes these of the events.
        func isFair(_ set: Set<Int>, taking taken: Set<Int>, _ assumption: Assumption) -> Bool {
            func isEnabled(_ state: Int, _ events: [Int]) -> Bool { events.contains { target(state, $0) != nil } }
            func weak(_ events: [Int]) -> Bool {
                !taken.isDisjoint(with: events) || set.contains { !isEnabled($0, events) }
            }
            func strong(_ events: [Int]) -> Bool {
                !taken.isDisjoint(with: events) || !set.contains { isEnabled($0, events) }
            }
            return switch assumption {
            case .none: true
            case .progress: weak([0, 1, 2])
            case .weak: weak([0]) && weak([1]) && weak([2])
            case .strong: strong([0]) && strong([1]) && strong([2])
            case .mixed: weak([0]) && strong([2])
            }
        }

        /// The events that lead from one of these states to another.
        func events(within set: Set<Int>) -> Set<Int> {
            Set((0..<3).filter { event in set.contains { target($0, event).map(set.contains) ?? false } })
        }

        func hasFairRun(_ assumption: Assumption) -> Bool {
            let states = isGoal[0] ? [] : Array(reachable(from: 0) { !isGoal[$0] })
            return (1..<max(1, 1 << states.count)).contains { bits in
                let set = Set(states.indices.filter { bits >> $0 & 1 == 1 }.map { states[$0] })
                return isConnected(set) && isFair(set, taking: events(within: set), assumption)
            }
        }
    }

    func fairness(_ assumption: Assumption) -> Fairness<TableMachine> {
        switch assumption {
        case .none: .none
        case .progress: .progress
        case .weak: .weak
        case .strong: .strong
        case .mixed: .all(.weak(for: { $0 == 0 }), .strong(for: { $0 == 2 }))
        }
    }

    @Test(
        "A property fails exactly if a fair run violates it, and the lasso is such a run",
        arguments: Assumption.allCases)
    func propertyFailsExactly(assumption: Assumption) throws {
        for seed in 0..<400 as Range<UInt64> {
            let sample = Sample(seed: seed)
            let graph = StateGraph(
                of: TableMachine.self, from: [.init(at: 0, table: sample.table)], events: [0, 1, 2])
            let property = TemporalProperty<TableMachine>.eventually("goal", under: fairness(assumption)) {
                sample.isGoal[$0.at]
            }
            let report = graph.check([], properties: [property])
            #expect((report.verdict == .fails) == sample.hasFairRun(assumption), "seed \(seed)")
            guard let path = report.findings.first?.path else { continue }
            var at = 0
            #expect(!sample.isGoal[0])
            for step in path.steps + path.cycle {
                at = try #require(sample.target(at, step.event), "seed \(seed)")
                #expect(at == step.state.at && !sample.isGoal[at], "seed \(seed)")
            }
            #expect(path.cycle.isEmpty == path.restsAtEnd)
            #expect(path.cycle.last.map { $0.state == path.end } ?? true, "seed \(seed)")
            let visited = path.restsAtEnd ? [path.end.at] : Set(path.cycle.map(\.state.at))
            // The cycle takes its own transitions only.
            let taken = Set(path.cycle.map(\.event))
            #expect(sample.isFair(visited, taking: taken, assumption), "seed \(seed)")
        }
    }
}
