import Foundation
import Oak
@testable import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("D24 Instances whose keys are missing")
struct MissingKeyTests {
    @Test("D24 An instance whose key is missing is left alone, and the others run")
    func leftAlone() async {
        await explore(seeds: 1...20, with: KeyProcesses()) { processes in
            let never = Gate<Int>()
            let env = Probe.Env(work: { _, _ in try await never.wait() })
            let first = try await processes.host(XorRing.keys(1), env)
            let (old, new): (DurableID<Probe>, DurableID<Probe>) = ("old", "new")
            // Both have something to do in the next process, at once and at a deadline.
            let busy = Probe.State(activities: ["a"], limits: ["limit": 20])
            try await first.start(Probe.self, id: old, initialState: busy)
            await first.close()
            let second = try await processes.host(XorRing.keys(2), env)
            try await second.start(Probe.self, id: new, initialState: busy)
            await processes.untilRecovered(2)
            try await second.state(of: new) { $0.log == ["fired limit"] }
            let error = missing(old, "state", key: 1)
            await #expect(throws: error) { try await second.send(.note("lost"), to: old) }
            await #expect(throws: error) { try await second.state(of: old) }
            await #expect(throws: error) { try await second.value(of: old) }
            try await second.send(.note("kept"), to: new)
            // Told once, although the host has met it three times.
            expectThat(processes.problems.values == ["\(DurableOccurrence.leftAlone(old.name, error))"])
            expectThat(try await second.list().map(\.status) == [.running, .running])
            expectThat(try await second.reviseInstances(of: Probe.self) == 0)
            await second.close()

            let third = try await processes.host(XorRing.keys(1, 2), env)
            try await third.state(of: old) { $0.log == ["fired limit"] }
            expectThat(try await third.log(of: new) == ["fired limit", "kept"])
            await third.close()
            expectThat(processes.problems.values.count == 1)
        }
    }

    @Test("D24 An instance whose key is missing is listed and cancelled, and refuses events after its end")
    func cancelled() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let first = try await processes.host(XorRing.keys(1))
            let (running, ended): (DurableID<Probe>, DurableID<Probe>) = ("running", "ended")
            try await first.start(Probe.self, id: running, initialState: Probe.State())
            try await first.start(Probe.self, id: ended, initialState: Probe.State())
            try await first.send(.end("end"), to: ended)
            await first.close()
            let second = try await processes.host(XorRing.keys(2))
            expectThat(try await second.summary(of: running).status == .running)
            try await second.cancel(running)
            await #expect(throws: DurableError.instanceCancelled(running.name)) {
                try await second.send(.note("late"), to: running)
            }
            await #expect(throws: DurableError.instanceEnded(ended.name)) {
                try await second.send(.note("late"), to: ended)
            }
            await #expect(throws: DurableError.instanceCancelled(running.name)) {
                try await second.send(.note("late"), to: running, deduplication: "1")
            }
            expectThat(processes.problems.values.isEmpty, "\(processes.problems.values)")
            await second.close()
        }
    }

    @Test(
        "D24 An event whose key is missing holds up its instance until the next process", arguments: [0, 7, 256, 300])
    func inbox(before: Int) async {
        await explore(seeds: 1...3, with: KeyProcesses()) { processes in
            let id: DurableID<Probe> = "1"
            let all = EncodedStore(processes.contents, codec: XorRing.keys(1, 2))
            let leases = try await all.claim(by: StoreOwner(), at: processes.clock.now)
            let new = try StoredInstance(of: id, beginningIn: Probe.State(), at: processes.clock.now)
            let answers = try await all.commit([.create(new)], under: leases[0], at: processes.clock.now)
            guard case .created(let key) = answers[0] else { throw NeverReached(last: "\(answers)") }
            let other = EncodedStore(processes.contents, codec: XorRing.keys(1))
            for number in 0...before + 1 {
                let event = try Codec.encode(Probe.Event.note("\(number)"))
                let change = StoreChange.receive(event: event, version: 1, for: key)
                let store = number == before ? other : all
                _ = try await store.commit([change], under: leases[0], at: processes.clock.now)
            }
            try await all.release(leases, at: processes.clock.now)

            let second = try await processes.host(XorRing.keys(2))
            await processes.untilRecovered(1)
            // Whole pages in front of it are processed.
            let pages = before / InboxReading.pageLength * InboxReading.pageLength
            if pages > 0 { try await second.state(of: id) { $0.log.count == pages } }
            let part = "event \(before + 1)"
            while processes.problems.values.isEmpty { await Task.yield() }
            let occurrence = DurableOccurrence.leftAlone(id.name, missing(id, part, key: 1))
            expectThat(processes.problems.values == ["\(occurrence)"], "\(processes.problems.values)")
            expectThat(try await second.summary(of: id).status == .running)
            await second.close()

            let third = try await processes.host(XorRing.keys(1, 2))
            try await third.state(of: id) { $0.log == (0...before + 1).map { "\($0)" } }
            await third.close()
        }
    }
}
