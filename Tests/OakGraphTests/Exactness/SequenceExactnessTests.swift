@testable import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

/// The smallest machines whose effects come in an order that decides where the machine may be.
///
/// Each runs in the run loop of production in many orders, and each of these runs is a path of its graph; random paths
/// of the graph are run in turn.
struct SequenceExactnessTests {
    /// Compares a machine with its graph in both directions.
    ///
    /// - Parameter phases: The phases that the graph has.
    private func expectExact(
        _ script: Script, _ phases: Set<Int>, seeds: ClosedRange<UInt64> = Effort.seeds(20),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: script)], events: script.alphabet)
        #expect(Set(graph.states.map(\.phase)) == phases, sourceLocation: sourceLocation)
        for seed in seeds {
            var generator = ScriptGenerator(seed: seed)
            let cues = generator.cues(ScriptedMachine.parts(of: script))
            let results = [
                await DifferentialTests.compare(ScriptedMachine.self, script, cues, seed: seed),
                await GraphWalk(of: script, seed: seed).result(),
            ]
            for case .differs(let difference) in results {
                Issue.record("Seed \(seed): \(difference)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `C35 A cancellation behind an operation comes when the operation has returned`() async {
        // Operation 1 may answer as long as operation 0 has not returned.
        let script = Script([
            [
                .input(0): .go(
                    to: 1,
                    .list([
                        .operation(1, isDeaf: true),
                        .sequence(nil, [.operation(0, isDeaf: true), .cancel(1), .event(0)]),
                    ]))
            ],
            [.last(of: 1): .go(to: 2), .inner(0): .go(to: 3)],
            [.inner(0): .go(to: 4)],
            [.last(of: 1): .go(to: 5)],
            [:], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4])
    }

    @Test func `C35 An event behind an operation comes when the operation has returned`() async {
        let script = Script([
            [.input(0): .go(to: 1, .sequence(nil, [.operation(0, isDeaf: true), .event(0)]))],
            [.inner(0): .go(to: 2), .last(of: 0): .go(to: 3)],
            [.last(of: 0): .go(to: 4)],
            [.inner(0): .go(to: 5)],
            [:], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 5])
    }

    @Test func `C35 An identity that comes twice in a sequence answers twice`() async {
        let script = Script([
            [
                .input(0): .go(
                    to: 1, .sequence(nil, [.operation(0, isDeaf: true), .operation(0, isDeaf: true), .event(0)]))
            ],
            [.last(of: 0): .go(to: 2), .inner(0): .go(to: 4)],
            [.last(of: 0): .go(to: 3), .inner(0): .go(to: 5)],
            [.inner(0): .go(to: 6)],
            [:], [:], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `C35 A step that has not begun never answers after its sequence was cancelled`() async {
        let script = Script([
            [.input(0): .go(to: 1, .sequence(2, [.operation(0, isDeaf: true), .operation(1, isDeaf: true)]))],
            [.input(1): .go(to: 2, .cancel(2)), .last(of: 1): .go(to: 3)],
            [.last(of: 0): .go(to: 4), .last(of: 1): .go(to: 4)],
            [:], [:],
        ])
        await expectExact(script, [0, 1, 2, 3])
    }

    @Test func `C35 An action answers before the action events behind it`() async {
        let script = Script([
            [.input(0): .go(to: 1, .list([.action(0), .event(0)]))],
            [.free(0): .go(to: 2), .inner(0): .go(to: 4)],
            [.inner(0): .go(to: 3)],
            [:], [:],
        ])
        await expectExact(script, [0, 1, 3])
    }

    @Test func `C35 An effect may return in silence, fail, and answer more than once`() async {
        let script = Script([
            [
                .input(0): .go(
                    to: 1, .sequence(nil, [.operation(Plan.Job(name: 0, isDeaf: true, error: .failed(0))), .event(0)]))
            ],
            [.more(of: 0): .go(to: 2), .failed(0): .go(to: 3), .inner(0): .go(to: 4)],
            [.more(of: 0): .go(to: 1), .last(of: 0): .go(to: 5)],
            [:], [:], [.inner(0): .go(to: 6)], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `C35 A stream whose events are postponed may send any number of them`() async {
        let script = Script([
            [.input(0): .go(to: 1, .operation(0, isDeaf: true))],
            [.more(of: 0): .postpone, .input(1): .go(to: 2)],
            [.more(of: 0): .go(to: 3)],
            [.more(of: 0): .go(to: 4)],
            [.more(of: 0): .go(to: 5)],
            [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4, 5])
    }

    @Test func `C35 A postponed answer outlives its effect, and not the cancellation of it`() async {
        let script = Script([
            [.input(0): .go(to: 1, .operation(0, isDeaf: true))],
            [.last(of: 0): .postpone, .input(0): .go(to: 2), .input(1): .go(to: 3, .cancel(0))],
            [.last(of: 0): .go(to: 4)],
            [.last(of: 0): .go(to: 5)],
            [:], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4])
    }

    @Test func `C35 A postponed answer of an activity ends with the activity`() async {
        let script = Script(
            [
                [.last(of: 0): .postpone, .input(0): .go(to: 1), .input(1): .go(to: 2)],
                [.last(of: 0): .go(to: 3)],
                [.last(of: 0): .go(to: 4)],
                [:], [:],
            ], activities: [[.operation(0, isDeaf: true)], [.operation(0, isDeaf: true)], []])
        await expectExact(script, [0, 1, 2, 3])
    }

    @Test func `C35 An activity and an operation of one name may both answer`() async {
        let clock: [Plan] = [.operation(0, isDeaf: true)]
        let script = Script(
            [
                [.input(0): .go(to: 1, .operation(0, isDeaf: true))],
                [.last(of: 0): .go(to: 2)],
                [.input(1): .go(to: 3, .cancel(0))],
                [.last(of: 0): .go(to: 4)],
                [:],
            ], activities: [[], clock, clock, clock, []])
        await expectExact(script, [0, 1, 2, 3, 4])
    }

    @Test func `C35 An event that comes again may be postponed any number of times`() async {
        let script = Script([
            [.input(0): .postpone, .input(1): .go(to: 1, .operation(0, isDeaf: true))],
            [.input(0): .postpone, .last(of: 0): .postpone, .input(1): .go(to: 2)],
            [.input(0): .postpone, .last(of: 0): .go(to: 3), .input(1): .go(to: 4)],
            [.input(0): .go(to: 5)],
            [.input(0): .go(to: 6), .last(of: 0): .go(to: 3)],
            [:], [.input(0): .go(to: 7)], [:],
        ])
        await expectExact(script, [0, 1, 2, 3, 4, 5, 6, 7])
    }
}

extension Script {
    /// The signals from outside, and what the operations are declared to answer.
    fileprivate var alphabet: Alphabet<ScriptedMachine> {
        let known = Set(responses.flatMap(\.keys))
        var alphabet = Alphabet<ScriptedMachine>([.input(0), .input(1)])
        for name in Set(effects.filter(\.isOperation).compactMap(\.name)).sorted() {
            alphabet = alphabet.answers(
                of: name, sending: [.more(of: name)].filter(known.contains),
                endingWith: [.last(of: name)].filter(known.contains), ends: true,
                fails: [Bench.Failure()])
        }
        return effects.contains { if case .action = $0 { true } else { false } }
            ? alphabet.answers(ofActions: [.free(0)]) : alphabet
    }
}
