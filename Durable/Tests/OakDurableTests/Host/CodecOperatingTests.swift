import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("D24 A codec and the work of operators")
struct CodecOperatingTests {
    @Test("D24 Patches, edited events and forks are encoded, and read as they were made")
    func changes() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let first = try await processes.host(XorRing())
            let (id, fork): (DurableID<Probe>, DurableID<Probe>) = ("1", "2")
            try await first.start(Probe.self, id: id, initialState: Probe.State())
            try await first.patch(id) { $0.log.append("patched") }
            try await first.send(.busy(true), to: id)
            try await first.send(.request("typo"), to: id, deduplication: "request")
            let event = try await first.waitingEvents(of: id)
            expectThat(try event.map { try Codec.decode(Probe.Event.self, from: $0.event) } == [.request("typo")])
            try await first.edit(event[0].number, of: id, to: .request("edited"))
            try await first.fork(id, from: 1, as: fork)
            expectThat(
                try await first.states(of: [id, fork]).mapValues(\.log) == [id: ["patched"], fork: ["patched"]])
            await first.close()
            let marks = try await processes.marks(of: id)
            expectThat(marks.row == [1] && marks.inbox == [1] && marks.journal == [1], "\(marks)")
            expectThat(try await processes.marks(of: fork).row == [1])

            let next = try await processes.host(XorRing())
            try await next.send(.busy(false), to: id)
            try await next.state(of: id) { $0.log == ["patched", "edited"] }
            let states = try await next.history(of: id).map {
                try Codec.decode(Probe.State.self, from: $0.state ?? Data()).log
            }
            expectThat(states == [["patched"], ["patched"], ["patched"], ["patched", "edited"]], "\(states)")
            await next.close()
            expectThat(processes.problems.values.isEmpty, "\(processes.problems.values)")
        }
    }

    @Test("D24 An instance whose key is missing is neither read with others nor forked nor patched")
    func missingKey() async {
        await explore(seeds: 1...5, with: KeyProcesses()) { processes in
            let old = try await processes.host(XorRing.keys(1))
            let (lost, other): (DurableID<Probe>, DurableID<Probe>) = ("lost", "other")
            try await old.start(Probe.self, id: lost, initialState: Probe.State())
            try await old.start(Probe.self, id: other, initialState: Probe.State())
            try await old.send(.note("old"), to: other)
            await old.close()
            let both = try await processes.host(XorRing.keys(1, 2))
            try await both.send(.note("new"), to: other)
            await both.close()

            let host = try await processes.host(XorRing.keys(2))
            let error = missing(lost, "state", key: 1)
            await #expect(throws: error) { try await host.states(of: [other, lost]) }
            await #expect(throws: error) { try await host.patch(lost) { $0.log = [] } }
            await #expect(throws: error) { try await host.patch(lost, to: Probe.State()) }
            // The journal is older than the state.
            await #expect(throws: missing(other, "entry 1 of the journal", key: 1)) {
                try await host.fork(other, from: 1, as: "fork")
            }
            let fork = try await host.fork(other, from: 2, as: "fork")
            expectThat(try await host.log(of: fork) == ["old", "new"])
            await host.close()
        }
    }

    @Test("D24 A failed instance whose key is missing takes events, which wait for the key and the retry")
    func failed() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let id: DurableID<Probe> = "1"
            let first = try await processes.host(XorRing.keys(1))
            try await first.start(Probe.self, id: id, initialState: Probe.State())
            try await first.fail(id)
            await first.close()
            let second = try await processes.host(XorRing.keys(2))
            try await second.send(.note("waits"), to: id)
            await #expect(throws: missing(id, "state", key: 1)) { try await second.retry(id) }
            expectThat(try await second.summary(of: id).status == .failed)
            await second.close()
            let third = try await processes.host(XorRing.keys(1, 2))
            guard let operation = try await third.waitingEvents(of: id).first else { throw NeverReached(last: "none") }
            try await third.skip(operation.number, of: id)
            try await third.retry(id)
            try await third.state(of: id) { $0.log == ["waits"] }
            await third.close()
        }
    }
}
