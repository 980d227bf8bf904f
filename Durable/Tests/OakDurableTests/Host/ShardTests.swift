import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Shards of durable hosts")
struct ShardTests {
    /// A process with a clock of its own, which may stand still.
    private struct Process {
        let clock = TestClock()
        let store: SharedStore
        let host: DurableHost
        /// The fencing tokens of the activities, by instances.
        let tokens = Recorder<String>()

        init(_ store: SharedStore, at seconds: TimeInterval = 0) async throws {
            self.store = store
            let start = HostFixture.start.addingTimeInterval(seconds)
            let env = Probe.Env.noting(in: tokens, until: Gate()) { _, key in
                "\(key.instance.id) \(DurableActivity.current?.fencingToken ?? 0)"
            }
            host = try await DurableHost(store: store, clock: .counting(clock, from: start), observer: { _ in })
                .opened(env)
        }

        func renew() async { await clock.advance(by: .seconds(10)) }
    }

    /// Ids in each of two shards.
    private func ids(_ store: SharedStore) -> [DurableID<Probe>] {
        let all = (1...100).map { DurableID<Probe>("\($0)") }
        return [0, 1].compactMap { shard in all.first { store.shard(of: $0.name) == StoreShard(shard) } }
    }

    @Test("D5 A lease is renewed while the host is idle")
    func renewal() async {
        await explore(seeds: 1...20) {
            let process = try await Process(SharedStore(shards: 1))
            for round in 1...9 {
                await process.renew()
                await turns()
                let seen = process.store.base.ownership[0].lastSeen
                #expect(seen == HostFixture.start.addingTimeInterval(Double(round) * 10))
            }
            await process.host.close()
        }
    }

    @Test("D5 A process that joins takes over its share, and each instance runs in one of them")
    func joining() async {
        await explore(seeds: 1...50) {
            let first = try await Process(SharedStore(shards: 2))
            let ids = ids(first.store)
            for id in ids {
                try await first.host.start(Probe.self, id: id, initialState: Probe.State(activities: ["work"]))
                try await first.host.send(.note("first"), to: id)
            }
            let second = try await Process(first.store.join())
            try await second.host.send(.note("from the second"), to: ids[0])
            // The first hands one shard over, and the second takes it up.
            await first.renew()
            await turns(300)
            await second.renew()
            await turns(300)
            #expect(Set(first.store.base.ownership.map { $0.lease?.owner.id }).count == 2)
            for id in ids {
                for process in [first, second, first] { try await process.host.send(.note("sent"), to: id) }
            }
            await turns(300)
            let logs = try await [first.host.log(of: ids[0]), second.host.log(of: ids[1])]
            expectThat(
                logs == [["first", "from the second", "sent", "sent", "sent"], ["first", "sent", "sent", "sent"]],
                "\(logs)")
            await first.host.close()
            await second.host.close()
        }
    }

    @Test("D5 A shard that is handed over while a transaction is under way ends no host")
    func handover() async {
        await explore(seeds: 1...60, with: SharedStore(shards: 4)) { shared in
            let late = FaultyStore(
                shared, faults: .weighted([(1, .none), (3, .delay(before: 2, after: 9))]), seed: 1,
                operations: [.renew, .commit])
            let clock = TestClock()
            let host = try await DurableHost(
                store: late, clock: .counting(clock, from: HostFixture.start), observer: { _ in }
            ).opened()
            let ids = (0..<8).map { DurableID<Probe>("\($0)") }
            for id in ids { try await host.start(Probe.self, id: id, initialState: Probe.State()) }
            let second = try await Process(shared.join())
            await withTaskGroup { group in
                for id in ids {
                    group.addTask {
                        for number in 0..<20 {
                            // To the other process, once that has the shard.
                            try? await host.send(.note("\(number)"), to: id)
                        }
                    }
                }
                group.addTask { await clock.advance(by: .seconds(10)) }
            }
            await turns(100)
            expectThat(await host.isOpen)
            await second.renew()
            await turns(300)
            for id in ids {
                let (mine, theirs) = (try await host.log(of: id), try await second.host.log(of: id))
                expectThat(mine == theirs, "\(mine) \(theirs)")
                expectThat(mine == (0..<20).map { "\($0)" }, "\(mine)")
            }
            await host.close()
            await second.host.close()
        }
    }

    @Test("D5 A process that was frozen beyond its lease writes nothing, and its work has a greater fencing token")
    func frozen() async {
        await explore(seeds: 1...50) {
            let first = try await Process(SharedStore(shards: 2))
            let ids = ids(first.store)
            let second = try await Process(first.store.join())
            for id in ids {
                try await first.host.start(Probe.self, id: id, initialState: Probe.State(activities: ["work"]))
            }
            await turns(300)
            // The clock of the first stands still, so that it renews nothing.
            for _ in 1...4 {
                await second.renew()
                await turns(300)
            }
            // Half of the shards are the share of the second.
            let owners = first.store.base.ownership.map { $0.lease?.generation ?? 0 }
            #expect(owners.sorted() == [1, 2])
            // An event for the shard that it has lost goes to the new owner.
            for id in ids { try await first.host.send(.note("late"), to: id) }
            await turns(300)
            for id in ids { expectThat(try await second.host.log(of: id) == ["late"]) }
            #expect(Set(second.tokens.values).count == 1)
            #expect(second.tokens.values.allSatisfy { $0.hasSuffix(" 2") })
            #expect(first.tokens.values.allSatisfy { $0.hasSuffix(" 1") })
            await first.host.close()
            await second.host.close()
        }
    }
}
