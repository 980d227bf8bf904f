import Oak
import OakTesting
import Testing

@testable import OakGraph

@Suite("Suites of sequences find all wrong implementations")
struct ConformanceSuiteTests {
    /// Every implementation with that many states, two events and two outputs.
    private struct Implementations: Sequence {
        let states: Int

        func makeIterator() -> AnyIterator<OutputMachine.Table> {
            let (choices, places) = (states * 2, states * 2)
            var number = 0
            let count = (0..<places).reduce(1) { product, _ in product * choices }
            return AnyIterator {
                guard number < count else { return nil }
                var rest = number
                number += 1
                return (0..<states).map { _ in
                    (0..<2).map { _ in
                        defer { rest /= choices }
                        return OutputMachine.Entry(target: rest % choices / 2, output: rest % 2)
                    }
                }
            }
        }
    }

    /// Whether an implementation agrees on a sequence.
    private func agrees(
        _ other: OutputMachine.Table, with table: OutputMachine.Table, on events: [Int]
    ) -> Bool {
        var (state, otherState) = (0, 0)
        for event in events {
            guard let entry = table[state][event], let otherEntry = other[otherState][event] else { return true }
            if entry.output != otherEntry.output { return false }
            (state, otherState) = (entry.target, otherEntry.target)
        }
        return true
    }

    /// Whether an implementation agrees on all sequences that the graph has, by all pairs of states.
    private func isRight(_ other: OutputMachine.Table, for table: OutputMachine.Table) -> Bool {
        var (seen, ahead): (Set<[Int]>, [[Int]]) = ([], [[0, 0]])
        while let pair = ahead.popLast() {
            guard seen.insert(pair).inserted else { continue }
            for event in 0..<2 {
                guard let entry = table[pair[0]][event], let otherEntry = other[pair[1]][event] else { continue }
                if entry.output != otherEntry.output { return false }
                ahead.append([entry.target, otherEntry.target])
            }
        }
        return true
    }

    /// Machines with one to four states, some without all events and some with states that behave alike, against all
    /// implementations with up to as many states as the suite promises.
    @Test(
        "No wrong implementation with as many states as promised agrees on all sequences", arguments: 0...2)
    func completeSuites(extraStates: Int) {
        var (machines, wrong) = (0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let table = OutputMachine.random(completeness: seed % 2 == 0 ? 8 : 6, by: &random)
            let graph = OutputMachine.graph(of: table)
            let suite = graph.conformanceSuite(extraStates: extraStates, observing: \.output)
            guard suite.states <= (seed % 25 == 0 ? 3 : 2) else { continue }
            machines += 1
            #expect(suite.isComplete)
            let sequences = suite.map(\.events)
            for states in 1...suite.states {
                for other in Implementations(states: states) where !isRight(other, for: table) {
                    wrong += 1
                    guard sequences.allSatisfy({ agrees(other, with: table, on: $0) }) else { continue }
                    Issue.record("\(other) agrees with \(table) on \(sequences)")
                    return
                }
            }
        }
        #expect(machines > 2 && wrong > 1_000)
    }

    @Test("Every sequence is a path of the graph, and together they take all transitions")
    func coverage() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let graph = OutputMachine.graph(of: OutputMachine.random(completeness: 8, by: &random))
            let coverage = GraphCoverage(
                of: graph, by: Array(graph.conformanceSuite(extraStates: 1, observing: \.output)))
            #expect(coverage.transitions.isComplete && coverage.strays == [])
        }
    }

    @Test("A suite says which states it counts, and why it is not complete")
    func limitations() {
        // Both states of the second pair behave alike.
        let twins: OutputMachine.Table = [
            [.init(target: 1, output: 0), .init(target: 0, output: 0)],
            [.init(target: 2, output: 1), .init(target: 0, output: 0)],
            [.init(target: 1, output: 1), .init(target: 0, output: 0)],
        ]
        let suite = OutputMachine.graph(of: twins).conformanceSuite(observing: \.output)
        #expect(suite.distinctStates == 2 && suite.states == 2 && suite.isComplete)
        #expect(suite.description.contains("3 states, of which observations tell 2 apart"))
        let cut = StateGraph(of: Counting.self, from: [.init()], events: .allCases, limits: .init(states: 3))
        let limited = cut.conformanceSuite(observing: \.output)
        #expect(limited.limitations == cut.cut.map { ["\($0)"] })
        #expect(limited.description.contains("may miss"))
        let download = Download.graph.conformanceSuite(observing: \.intent)
        #expect(download.limitations.contains { $0.hasSuffix("where it is postponed.") })
    }
}

/// A machine given by a table of states and outputs; an event without an entry is never sent.
enum OutputMachine: Transducer {
    struct Entry: Hashable {
        let target: Int
        let output: Int
    }
    typealias Event = Int
    typealias Table = [[Entry?]]
    struct State: Hashable {
        var at: Int
        let table: Table
    }

    static func isTerminal(_ state: State) -> Bool { state.table[state.at].allSatisfy { $0 == nil } }

    static func update(_ state: inout State, event: Int) -> Int {
        guard let entry = state.table[state.at][event] else { return -1 }
        state.at = entry.target
        return entry.output
    }

    /// - Parameter completeness: How many of eight pairs of state and event have an entry.
    static func random(completeness: Int, by random: inout SeededGenerator) -> Table {
        let count = Int.random(in: 1...4, using: &random)
        return (0..<count).map { _ in
            (0..<2).map { _ in
                let entry = Entry(
                    target: Int.random(in: 0..<count, using: &random), output: Int.random(in: 0..<2, using: &random))
                return Int.random(in: 0..<8, using: &random) < completeness ? entry : nil
            }
        }
    }

    static func graph(of table: Table) -> StateGraph<OutputMachine> {
        StateGraph(
            of: OutputMachine.self, from: [State(at: 0, table: table)],
            events: .generated { state in state.table[state.at].indices.filter { state.table[state.at][$0] != nil } })
    }
}
