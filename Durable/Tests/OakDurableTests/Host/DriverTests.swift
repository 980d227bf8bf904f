import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Durable machines in tests")
struct DriverTests {
    @Test("D3 The activities of a machine in a driver have keys, each one of its own")
    func keys() async {
        let keys = Recorder<String>()
        let gates = ["a": Gate<Int?>(), "b": Gate<Int?>()]
        let tester = TransducerTester(
            of: Probe.self, initialState: Probe.State(activities: ["a", "b"]),
            env: Probe.Env(work: { name, key in
                keys.record("\(key)")
                #expect(DurableActivity.current?.key == key)
                return try await gates[name]?.wait() ?? nil
            }))
        tester.expectStarted(.activity(.operation(id: "a")), .activity(.operation(id: "b")))
        #expect(keys.values == ["probe/test@1/a#1", "probe/test@1/b#2"])
        gates["a"]?.open(returning: 1)
        await tester.receive(.answered("a", 1)) { $0.log = ["a answered 1"] }
        tester.expectOutput(1)
        await tester.send(.activities([])) { $0.activities = [] }
        tester.expectCancelled(.activity(.operation(id: "b")))
        tester.expectOutput(1)
        await tester.finish()
    }

    @Test("A time-out that names no clock runs on the clock of the driver")
    func timeouts() async {
        let tester = TransducerTester(of: Probe.self, initialState: Probe.State(), env: Probe.Env())
        tester.exhaustivity = .off
        await tester.send(.startTimer("t", seconds: 86_400))
        await tester.clock.advance(by: .seconds(86_399))
        await tester.settle()
        #expect(tester.state.log.isEmpty)
        await tester.clock.advance(by: .seconds(1))
        await tester.receive(.fired("t")) { $0.log = ["fired t"] }
        await tester.finish()
    }

    @Test("D11 A retry that goes on for ever in virtual time names itself")
    func endlessRetry() async throws {
        do {
            try await interleave(seed: 1) {
                let clock = DurableClock.whenIdle
                let contents = MemoryStore()
                let store = FaultyStore(
                    contents, faults: Generator { _ in .failureBefore }, seed: 1, operations: [.instance])
                let first = try await DurableHost(store: contents, clock: clock)
                    .opened(Probe.Env(work: { _, _ in try await Gate().wait() }))
                try await first.start(Probe.self, id: "1", initialState: Probe.State(activities: ["work"]))
                await first.close()
                let host = try await DurableHost(store: store, clock: clock).opened()
                try await clock.pass(while: { await host.instancesInMemory < 2 })
            }
            Issue.record("The scenario ends.")
        } catch {
            #expect("\(error)".contains("A fault was injected. The host tries again"), "\(error)")
        }
    }
}
