import Foundation
import Oak
@testable import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D24 A codec sees every payload")
struct CodecTests {
    @Test("D24 A store with a codec keeps the laws of stores, also if neighbours have different keys")
    func laws() async {
        await checkLaws(ofStore: "EncodedStore", reopen: { $0 }) {
            EncodedStore(MemoryStore(), codec: XorRing(current: nil))
        }
    }

    @Test("D24 Each payload of each change is encoded on its way into the store")
    func changes() throws {
        let name = InstanceName(machine: "order", id: "1")
        let deadline = StoredDeadline(
            name: "t", number: 1, due: HostFixture.start, duration: 9, policy: .again, version: 1,
            event: Data("due".utf8))
        let new = StoredInstance(
            InstanceSummary(name: name, version: 1, tags: ["phase": "open"]), state: Data("state".utf8),
            output: Data("output".utf8), deadlines: [deadline])
        let messages = [
            StoredMessage(to: name, .event(Data("event".utf8), version: 1), refusal: Data("refusal".utf8)),
            StoredMessage(to: name, .start(new)),
            StoredMessage(
                to: name,
                .watch(
                    StoredWatch(ended: Data("ended".utf8), failed: Data("failed".utf8), cancelled: Data("gone".utf8)))),
        ]
        let step = StoredStep(
            instance: 1, version: 1, state: Data("next".utf8), output: Data("end".utf8),
            deadlines: [.set(deadline), .removed(name: "u")], messages: messages,
            journal: JournalEntry(
                number: 1, time: HostFixture.start, cause: .event, version: 1, event: Data("entry".utf8),
                outputs: Data("outputs".utf8), state: Data("next".utf8)))
        let attempts = StoredAttempts(failed: 1, next: HostFixture.start, pause: 9)
        let turn = QueuedActivity(key: 1, instance: name, activity: "a", number: 1)
        let changes: [(change: StoreChange, count: Int)] = [
            (.create(new), 3), (.receive(event: Data("event".utf8), version: 1, deduplication: "once", for: 1), 1),
            (.step(step), 14), (.run(schedule: "daily", at: HostFixture.start, after: nil, messages: messages), 8),
            (.edit(1, event: Data("edited".utf8), version: 1, of: 1), 1), (.skip(1, of: 1), 0),
            (.setStatus(.failed, problem: "none", of: 1), 0), (.setTrials(1, of: [1]), 0),
            (.setAttempts(attempts, of: turn), 0), (.remove(endedBefore: HostFixture.start, limit: 1), 0),
            (.removeFailed(before: HostFixture.start, limit: 1), 0),
        ]
        let ring = XorRing()
        for (change, count) in changes {
            let plain = payloads(in: change)
            let encoded = try change.mapPayloads { payload, _ in try ring.encode(payload) }
            #expect(plain.count == count, "\(change)")
            #expect(try payloads(in: encoded) == plain.map(ring.encode), "\(change)")
            #expect(try encoded.mapPayloads { payload, _ in try ring.decode(payload) } == change)
        }
    }

    @Test("D24 The events that an answer tells are decoded, and those without a key are left out")
    func answers() throws {
        let ring = XorRing.keys(1)
        func notice(_ number: EventNumber, _ codec: XorRing?) throws -> StoredNotice {
            let plain = Data("event".utf8)
            return StoredNotice(
                to: InstanceName(machine: "order", id: "\(number)"),
                StoredEvent(
                    number: number, version: 1, received: HostFixture.start, event: try codec?.encode(plain) ?? plain))
        }
        var lost = try notice(2, nil)
        lost.news = .unread
        let told = [try notice(1, ring), try notice(2, .keys(2))]
        let read = [try notice(1, nil), lost]
        let answers: [(stored: StoreAnswer, read: StoreAnswer)] = [
            (.told(.done, told), .told(.done, read)), (.told(.removed(1), told), .told(.removed(1), read)),
            (
                .told(.sent([.stored(1), .told(.done, told)]), told),
                .told(.sent([.stored(1), .told(.done, read)]), read)
            ),
            (.returned(3), .returned(3)),
        ]
        for (stored, read) in answers {
            #expect(stored.mapPayloads { payload, _ in try ring.decode(payload) } == read)
        }
    }

    @Test("D24 A state and the one in the journal of its macrostep stay equal, also if a codec encodes nothing alike")
    func equalStates() throws {
        let state = Data("state".utf8)
        func step(_ journaled: Data?) -> StoredStep {
            StoredStep(
                instance: 1, version: 1, state: state,
                journal: JournalEntry(
                    number: 1, time: HostFixture.start, cause: .event, version: 1, state: journaled))
        }
        let codec = UnlikeCodec()
        for journaled in [state, nil, Data("other".utf8)] {
            let encoded = try step(journaled).mapPayloads { payload, _ in try codec.encode(payload) }
            #expect((encoded.journal.state == encoded.state) == (journaled == state))
            #expect(try encoded.mapPayloads { payload, _ in try codec.decode(payload) } == step(journaled))
        }
    }

    @Test("D24 Everything that a host stores is encoded, and read back as it was")
    func everything() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let first = try await processes.host(XorRing())
            let id = try await first.start(Probe.self, id: "1", initialState: Probe.State(limits: ["limit": 99]))
            try await first.send(.startTimer("timer", seconds: 50), to: id)
            try await first.send(.busy(true), to: id)
            try await first.send(.request("later"), to: id)
            try await first.send(.chain(2), to: id)
            await first.close()
            let marks = try await processes.marks(of: id)
            expectThat(marks.row == [1] && marks.inbox == [1] && marks.journal == [1], "\(marks)")

            let next = try await processes.host(XorRing())
            try await next.send(.busy(false), to: id)
            try await next.state(of: id) { $0.log.contains("later") && $0.log.contains("fired timer") }
            try await next.send(.end("end"), to: id)
            let count = try await next.log(of: id).count
            expectThat(try await next.value(of: id) == count)
            let journal = try await next.history(of: id)
            expectThat(try Codec.decode([Int].self, from: journal.last?.outputs ?? Data()) == [count])
            await next.close()
            expectThat(try await processes.marks(of: id).row == [1])
            expectThat(processes.problems.values.isEmpty, "\(processes.problems.values)")
        }
    }

    @Test("D24 New payloads have the new key, and old ones are read with the old key")
    func rotation() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let old = try await processes.host(XorRing.keys(1))
            let id = try await old.start(Probe.self, id: "1", initialState: Probe.State())
            try await old.send(.note("a"), to: id)
            await old.close()
            let both = try await processes.host(XorRing.keys(1, 2))
            expectThat(try await both.log(of: id) == ["a"])
            try await both.send(.note("b"), to: id)
            expectThat(try await both.history(of: id).count == 2)
            await both.close()
            let marks = try await processes.marks(of: id)
            expectThat(marks.row == [2] && marks.journal == [1, 2], "\(marks)")

            let new = try await processes.host(XorRing.keys(2))
            try await new.send(.note("c"), to: id)
            expectThat(try await new.log(of: id) == ["a", "b", "c"])
            // The oldest entry needs the key that was given up.
            await #expect(throws: missing(id, "entry 1 of the journal", key: 1)) { try await new.history(of: id) }
            expectThat(try await new.history(of: id, after: 1).count == 2)
            await new.close()
        }
    }

    @Test("D24 Payloads from the time before the codec are its business")
    func before() async {
        await explore(seeds: 1...3, with: KeyProcesses()) { processes in
            let plain = try await processes.host(on: processes.contents)
            let id = try await plain.start(Probe.self, id: "1", initialState: Probe.State())
            try await plain.send(.note("a"), to: id)
            await plain.close()
            let next = try await processes.host(XorRing())
            try await next.send(.note("b"), to: id)
            expectThat(try await next.log(of: id) == ["a", "b"])
            await next.close()
            expectThat(try await processes.marks(of: id).row == [1])
        }
    }

    @Test("D24 A payload that cannot be encoded is an error of the store, after which the host tries again")
    func unencodable() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let codec = LateKey()
            let host = try await processes.host(codec)
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            codec.hasKey.withLock { $0 = false }
            await #expect(throws: DurableError.storeFailed("The codec cannot encode the state of an instance: NoKey()"))
            {
                try await host.send(.note("lost"), to: id)
            }
            // Told of the first error if the host still waits to read the instance again.
            await #expect(throws: DurableError.self) {
                try await host.send(.note("lost"), to: id, deduplication: "1")
            }
            expectThat(try await host.summary(of: id).number == 0)
            expectThat(!processes.problems.values.isEmpty)
            codec.hasKey.withLock { $0 = true }
            try await host.send(.note("kept"), to: id, deduplication: "1")
            try await host.state(of: id) { $0.log == ["kept"] }
            await host.close()
        }
    }
}

/// The error of an instance whose key is missing.
func missing<Machine>(_ id: DurableID<Machine>, _ part: String, key: UInt8) -> DurableError {
    .undecodable(id.name, part: part, reason: "\(XorRing.MissingKey(name: key))")
}
