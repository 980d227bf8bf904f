import Foundation
import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

/// Random machines run in the real run loop, and each run is looked up in the graph of its machine.
///
/// By default some hundred machines run with each change. With `OAK_THOROUGH` in the environment, twenty thousand do.
struct DifferentialTests {
    private static let count = ProcessInfo.processInfo.environment["OAK_THOROUGH"] == nil ? 240 : 20_000

    private static func compare<Machine: Scripted>(
        _ machine: Machine.Type, _ script: Script, _ cues: [Cue<Machine.Event>], seed: UInt64
    ) async -> Comparison {
        let initial = Machine.start(script)
        let trace = await trace(of: machine, from: initial, clock: script.clock, cues: cues, seed: seed)
        let steps = steps(machine, in: trace, from: initial)
        return lookUp(steps, in: graph(of: script, with: steps), script)
    }

    private static func compare(seed: UInt64) async -> (isPlain: Bool, Comparison) {
        var generator = ScriptGenerator(seed: seed)
        if seed.isMultiple(of: 3) {
            let script = generator.machine()
            let cues = generator.cues(ScriptedMachine.parts(of: script))
            return (generator.isPlain, await compare(ScriptedMachine.self, script, cues, seed: seed))
        }
        let script = generator.host()
        let cues = generator.cues(ScriptedHost.parts(of: script))
        return (generator.isPlain, await compare(ScriptedHost.self, script, cues, seed: seed))
    }

    @Test func `Every run of a random machine is a path of its graph`() async {
        var (steps, plain, followed, cut) = (0, 0, 0, 0)
        var known: [KnownDifference: Int] = [:]
        for seed in 1...UInt64(Self.count) {
            let (isPlain, comparison) = await Self.compare(seed: seed)
            if isPlain { plain += 1 }
            switch comparison {
            case .followed(let count):
                steps += count
                if isPlain { followed += 1 }
            case .cut: cut += 1
            case .differs(let difference):
                if let reason = KnownDifference.allCases.first(where: { $0.explains(difference) }) {
                    known[reason, default: 0] += 1
                } else {
                    Issue.record("Seed \(seed) (\(isPlain ? "plain" : "any")): \(difference)")
                }
            }
        }
        print("\(steps) steps, \(followed) of \(plain) plain machines followed, \(cut) graphs cut, \(known)")
        // Most machines have no known difference, and their runs are followed to the end.
        #expect(steps > 6 * Self.count)
        #expect(plain > Self.count / 2 && followed * 100 > plain * 90)
        #expect(cut * 20 < Self.count)
    }

    @Test(arguments: KnownDifference.allCases)
    func `A known difference is still there`(_ known: KnownDifference) async {
        let cues = known.stimuli.map { Cue(stimulus: $0) }
        let comparison = await Self.compare(ScriptedMachine.self, known.script, cues, seed: 1)
        guard case .differs(let difference) = comparison else {
            Issue.record("Runs and graphs agree in \(known): remove it from the list of known differences.")
            return
        }
        #expect(known.explains(difference), "\(difference)")
    }
}
