import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("D24 A codec and the messages of instances")
struct CodecMessageTests {
    @Test("D24 Messages, refusals and the events of watches are encoded, and processed as they were sent")
    func messages() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let host = try await processes.host(XorRing())
            let (mourner, probe, failing): (DurableID<Mourner>, DurableID<Probe>, DurableID<Probe>) = ("m", "p", "f")
            for id in [probe, failing] { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
            try await host.start(Mourner.self, id: mourner, initialState: Mourner.State())
            // At once, by the transaction of another instance, and by a change of the host.
            for id in ["nobody", "p", "f"] { try await host.send(.watch(id), to: mourner) }
            try await host.state(of: mourner) { $0.heard == ["cancelled"] }
            try await host.send(.tell("nobody"), to: mourner)
            try await host.send(.tell("p"), to: mourner)
            try await host.state(of: mourner) { $0.heard == ["cancelled", "refused"] }
            try await host.state(of: probe) { $0.log == ["told"] }
            try await host.send(.end("end"), to: probe)
            try await host.state(of: mourner) { $0.heard.last == "ended" }
            try await host.cancel(failing)
            try await host.state(of: mourner) { $0.heard == ["cancelled", "refused", "ended", "cancelled"] }
            await host.close()
            for marks in [try await processes.marks(of: mourner), try await processes.marks(of: probe)] {
                expectThat(marks.row == [1] && marks.inbox == [] && marks.journal == [1], "\(marks)")
            }
            expectThat(processes.problems.values.isEmpty, "\(processes.problems.values)")
        }
    }

    @Test("D24 A watcher whose event lacks its key is left alone, and hears of the end in a process with the key")
    func watcherWithoutKey() async {
        await explore(seeds: 1...20, with: KeyProcesses()) { processes in
            let (mourner, probe): (DurableID<Mourner>, DurableID<Probe>) = ("m", "p")
            try await watching(mourner, probe, processes)

            let second = try await processes.host(XorRing.keys(2))
            // The watcher is in memory when it is told.
            try await second.send(.heard("second"), to: mourner)
            try await second.send(.end("end"), to: probe)
            while processes.problems.values.isEmpty { await Task.yield() }
            let error = missing(mourner, "event \(try await waiting(mourner, processes))", key: 1)
            expectThat(processes.problems.values == ["\(DurableOccurrence.leftAlone(mourner.name, error))"])
            await #expect(throws: error) { try await second.send(.heard("lost"), to: mourner) }
            expectThat(try await second.state(of: mourner).heard == ["first", "second"])
            await second.close()

            let third = try await processes.host(XorRing.keys(1, 2))
            try await third.state(of: mourner) { $0.heard == ["first", "second", "ended"] }
            await third.close()
            expectThat(processes.problems.values.count == 1)
        }
    }

    @Test("D24 An instance that was left alone goes on when the event without a key is skipped or edited")
    func operators() async {
        await explore(seeds: 1...10) {
            for isEdited in [false, true] {
                let processes = KeyProcesses()
                let (mourner, probe): (DurableID<Mourner>, DurableID<Probe>) = ("m", "p")
                try await watching(mourner, probe, processes)
                let second = try await processes.host(XorRing.keys(2))
                try await second.send(.end("end"), to: probe)
                while processes.problems.values.isEmpty { await Task.yield() }
                let event = try await waiting(mourner, processes)
                let error = missing(mourner, "event \(event)", key: 1)
                await #expect(throws: error) { try await second.waitingEvents(of: mourner) }
                if isEdited {
                    try await second.edit(event, of: mourner, to: .heard("edited"))
                    try await second.state(of: mourner) { $0.heard == ["first", "edited"] }
                } else {
                    try await second.skip(event, of: mourner)
                    try await second.send(.heard("second"), to: mourner)
                    expectThat(try await second.state(of: mourner).heard == ["first", "second"])
                }
                await second.close()
                expectThat(processes.problems.values.count == 1, "\(processes.problems.values)")
            }
        }
    }

    @Test("D24 A follower sees decoded states, and an instance whose key is missing hides no other")
    func feed() async {
        await explore(seeds: 1...10, with: KeyProcesses()) { processes in
            let (old, new): (DurableID<Mourner>, DurableID<Mourner>) = ("old", "new")
            let first = try await processes.host(XorRing.keys(1))
            try await first.start(Mourner.self, id: old, initialState: Mourner.State())
            await first.close()
            let second = try await processes.host(XorRing.keys(2))
            try await second.start(Mourner.self, id: new, initialState: Mourner.State())
            try await second.send(.heard("news"), to: new)
            var pages = second.changes(of: Mourner.self).makeAsyncIterator()
            let changes = try await pages.next()?.changes ?? []
            expectThat(changes.map(\.id) == [old, new] && changes.map(\.summary.number) == [0, 1])
            #expect(throws: missing(old, "state", key: 1)) { try changes.first?.state }
            expectThat(try changes.last?.state.heard == ["news"])
            await second.close()
        }
    }

    /// Lets a mourner watch a probe with the key 1, and both go on with the key 2.
    private func watching(
        _ mourner: DurableID<Mourner>, _ probe: DurableID<Probe>, _ processes: KeyProcesses
    ) async throws {
        let old = try await processes.host(XorRing.keys(1))
        try await old.start(Probe.self, id: probe, initialState: Probe.State())
        try await old.start(Mourner.self, id: mourner, initialState: Mourner.State())
        try await old.send(.watch(probe.name.id), to: mourner)
        await old.close()
        let first = try await processes.host(XorRing.keys(1, 2))
        try await first.send(.note("first"), to: probe)
        try await first.send(.heard("first"), to: mourner)
        await first.close()
    }

    /// The number of the only event that waits.
    private func waiting(_ mourner: DurableID<Mourner>, _ processes: KeyProcesses) async throws -> EventNumber {
        let key = try await processes.contents.instance(mourner.name)?.key ?? 0
        return try await processes.contents.inbox(of: key, after: 0, limit: 1).first?.number ?? 0
    }
}
