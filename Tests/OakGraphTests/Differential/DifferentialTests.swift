import Oak
import OakGraph
import OakTesting
import TestSupport
import Testing

/// Random machines run in the real run loop, and each run is looked up in the graph of its machine, of which random
/// paths are then gone, too.
struct DifferentialTests {
    private static let count = Effort.size(40)

    static func compare<Machine: Scripted>(
        _ machine: Machine.Type, _ script: Script, _ cues: [Cue<Machine.Event>], seed: UInt64
    ) async -> Comparison {
        let initial = Machine.start(script)
        let trace = await trace(of: machine, from: initial, clock: script.clock, cues: cues, seed: seed)
        let taken = taken(machine, in: trace, from: initial)
        return lookUp(taken, script)
    }

    private static func compare(seed: UInt64) async -> Comparison {
        var generator = ScriptGenerator(seed: seed)
        if seed.isMultiple(of: 3) {
            let script = generator.machine()
            let cues = generator.cues(ScriptedMachine.parts(of: script))
            return await compare(ScriptedMachine.self, script, cues, seed: seed)
        }
        let script = generator.host()
        let cues = generator.cues(ScriptedHost.parts(of: script))
        return await compare(ScriptedHost.self, script, cues, seed: seed)
    }

    private static func expectNoDifference(_ compare: (UInt64) async -> Comparison) async {
        var (events, inconclusive) = (0, 0)
        for seed in 1...UInt64(count) {
            switch await compare(seed) {
            case .followed(let count): events += count
            case .cut: inconclusive += 1
            case .differs(let difference): Issue.record("Seed \(seed): \(difference)")
            }
        }
        #expect(inconclusive * 100 < count)
        #expect(events > 6 * count)
    }

    @Test func `C35 Every run of a random machine is a path of its graph`() async {
        await Self.expectNoDifference { await Self.compare(seed: $0) }
    }

    @Test func `C35 Every path of a random machine's graph can be run`() async {
        await Self.expectNoDifference { await GraphWalk(seed: $0).result() }
    }
}
