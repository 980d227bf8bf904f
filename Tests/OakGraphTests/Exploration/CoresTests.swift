import Oak
@testable import OakGraph
import OakTesting
import Testing
import TestSupport

/// Explorations on all cores have the graph of an exploration on one.
struct CoresTests {
    /// Wheels of different sizes, with strings so that states are not plain bytes.
    enum Wheels: EffectTransducer {
        struct State: Hashable, Sendable {
            var positions = ["0", "0", "0", "0"]
            var sizes = [8, 9, 10, 11]
            var isDone = false
            /// The sum of the positions from which a transition of its own kind begins, with the kind.
            var special: [Int: Special] = [:]
        }
        enum Special: Hashable, Sendable { case unexpected, postponed, ended, sequence, chained }
        enum Event: Hashable, Sendable, CaseIterable { case first, second, third, fourth, jump, stay }
        @TaskLocal static var step = 1

        static func isTerminal(_ state: State) -> Bool { state.isDone }

        static func update(_ state: inout State, event: Event) -> Effect? {
            let sum = state.positions.reduce(0) { $0 + (Int($1) ?? 0) }
            switch (state.special[sum], event) {
            case (.unexpected, .jump): return .unexpected
            case (.postponed, .jump): return .postpone
            case (.ended, .stay):
                state.isDone = true
                return nil
            case (.sequence, .stay): return .sequence(Effect(id: "work") { _, _ in }, .event(.first))
            case (.chained, .jump): return .event(.first)
            default: break
            }
            switch event {
            case .first: turn(0, &state)
            case .second: turn(1, &state)
            case .third: turn(2, &state)
            case .fourth: turn(3, &state)
            case .jump: state.positions.swapAt(0, 1)
            case .stay: break
            }
            return nil
        }

        private static func turn(_ index: Int, _ state: inout State) {
            state.positions[index] = "\(((Int(state.positions[index]) ?? 0) + step) % state.sizes[index])"
        }
    }

    /// Everything that a graph knows, as far as it can be compared.
    private func content(of graph: StateGraph<Wheels>) -> [String] {
        let space = graph.space
        return [
            "\(space.states.map(\.positions))", "\(space.found)", "\(space.offsets)", "\(space.targets)",
            "\(space.notes.map(\.bits))", "\(space.initial)", "\(String(describing: graph.cut))",
            "\(space.isLastPartial)",
        ]
    }

    /// An exploration on one core: the compiler does not know here that states are `Sendable`.
    private func onOneCore<Machine: ExecutableTransducer>(
        _ machine: Machine.Type, _ initial: [Machine.State], _ events: Alphabet<Machine>, _ limits: GraphLimits
    ) -> StateGraph<Machine> where Machine.State: Hashable {
        StateGraph(of: machine, from: initial, events: events, limits: limits)
    }

    @Test(
        arguments: [
            [:], [9: .unexpected, 14: .postponed, 20: .ended], [15: .chained, 22: .ended],
        ] as [[Int: Wheels.Special]])
    func `An exploration on all cores has the graph of one core`(special: [Int: Wheels.Special]) {
        for limits in [
            GraphLimits(seconds: nil), .init(states: 4_001, seconds: nil),
            .init(states: 6_500, depth: 20, seconds: nil), .init(depth: 16, seconds: nil),
        ] { compare(special, limits) }
    }

    @Test(
        "States that several threads find have the numbers of one thread",
        arguments: UInt64(0)..<UInt64(Effort.size(10)))
    func randomGraphs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 2_000...6_000, using: &random)
        let table = RandomTable(
            targets: (0..<count * 4).map { _ in Int.random(in: 0..<count, using: &random) },
            terminal: Set((0..<20).map { _ in Int.random(in: 1..<count, using: &random) }))
        RandomMachine.$table.withValue(table) {
            let limit = Int.random(in: 1_000...count + 1_000, using: &random)
            let limits = GraphLimits(states: limit, depth: Bool.random(using: &random) ? 7 : nil, seconds: nil)
            let graph = StateGraph(of: RandomMachine.self, from: [0], events: .events(0, 1, 2, 3), limits: limits)
            let expected = onOneCore(RandomMachine.self, [0], .events(0, 1, 2, 3), limits)
            #expect(graph.states == expected.states)
            #expect(graph.space.targets == expected.space.targets)
            #expect(graph.space.found == expected.space.found)
            #expect(graph.space.offsets == expected.space.offsets)
            #expect(graph.cut == expected.cut)
        }
    }

    struct RandomTable {
        var targets: [Int] = []
        var terminal: Set<Int> = []
    }

    enum RandomMachine: Transducer {
        typealias State = Int
        typealias Event = Int
        @TaskLocal static var table = RandomTable()
        static func isTerminal(_ state: Int) -> Bool { table.terminal.contains(state) }
        static func update(_ state: inout Int, event: Int) { state = table.targets[state * 4 + event] }
    }

    @Test func `An exploration on all cores begins again with everything that is live`() {
        compare([12: .sequence], .init(states: 2_500, seconds: nil))
    }

    private func compare(_ special: [Int: Wheels.Special], _ limits: GraphLimits) {
        let start = Wheels.State(special: special)
        let graph = StateGraph(of: Wheels.self, from: [start], events: .allCases, limits: limits)
        let expected = onOneCore(Wheels.self, [start], .allCases, limits)
        #expect(content(of: graph) == content(of: expected))
        #expect(graph.states.count >= 2_500)
    }

    @Test func `Transitions on all cores have the task-local values of the exploration`() {
        Wheels.$step.withValue(2) {
            let graph = StateGraph(
                of: Wheels.self, from: [.init(sizes: [10, 12, 12, 14])], events: .allCases,
                limits: .init(seconds: nil))
            let positions = graph.states.flatMap { [$0.positions[0], $0.positions[1]] }.compactMap(Int.init)
            #expect(graph.states.count > 1_000)
            #expect(positions.allSatisfy { $0.isMultiple(of: 2) })
        }
    }

    @Test("Each part of shared work is done once, on several threads, before the call returns")
    func sharedWork() {
        for seed in 0..<50 {
            let counts = (0..<40).map { _ in Counter() }
            for round in 1...4 {
                SharedWork.perform(counts.count) { counts[$0].increment() }
                #expect(counts.allSatisfy { $0.count == round }, "seed \(seed)")
            }
            SharedWork.perform(0) { _ in }
        }
    }

    /// A counter whose increments another thread sees only if something orders them.
    private final class Counter: @unchecked Sendable {
        var count = 0
        func increment() { count += 1 }
    }
}
