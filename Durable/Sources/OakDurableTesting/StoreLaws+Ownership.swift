import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    @LawList var ofOwnership: [Law] {
        law("A new store is empty, and its first lease tells of no transaction before.") { session in
            let lease = try await session.lease()
            try session.expect(lease.lastSeen, nil, "the time of the last transaction")
            try session.expect(lease.followsCrash, false, "whether the owner before has crashed")
            try session.expect(lease.owner.name, "the first owner", "the owner")
            try session.expect(try await session.list(), [], "the instances")
            try session.expect(try await session.unfinished(), [], "the unfinished instances")
            try session.expect(try await session.deadlines(), [], "the deadlines")
        }

        law("Each claim has a greater generation than all before, in the next process, too.") { session in
            var generations = [try await session.lease().generation]
            generations.append(try await session.claim().generation)
            generations.append(try await session.restart().generation)
            try await session.release()
            generations.append(try await session.restart().generation)
            let grow = zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 }
            try session.experiment.expect(grow, "each is greater than the one before", seen: generations)
        }

        law("A former lease commits nothing, and the error names the owner.") { session in
            let key = try await session.create("a")
            let (former, before) = (try await session.lease(), try await session.instance("a"))
            try await session.claim(name: "the second owner")
            session.experiment.does("committed under the former lease")
            for atOnce in [true, false] {
                try await session.experiment.expectError(DurableError.ownershipLost(to: "the second owner")) {
                    try await session.commit(
                        [
                            .event("lost", for: key), .step(.sample(1, of: key)),
                            .setStatus(.cancelled, of: key),
                        ], under: former, atOnce: atOnce)
                }
            }
            try session.expect(try await session.instance("a"), before, "the instance")
            try session.expect(try await session.inbox(of: key), [], "its inbox")
            session.experiment.does("released the former lease, which changes nothing")
            try await session.store.release([former], at: session.now)
            try await session.step(.sample(1, of: key))
        }

        law("A lease that was released commits nothing.") { session in
            let former = try await session.lease()
            try await session.release()
            session.experiment.does("committed under the released lease")
            for atOnce in [true, false] {
                do {
                    try await session.commit([.create(.sample("a"))], under: former, atOnce: atOnce)
                    throw Violation(expected: "an error is thrown", seen: "none")
                } catch is DurableError {}
            }
            try await session.restart()
            try session.expect(try await session.list(), [], "the instances")
        }

        law("A store that was released answers no read until the next claim, unless it is shared.") { session in
            let key = try await session.create("a")
            try await session.release()
            let (store, shards, name) = (session.store, session.ownShards, InstanceName.order("a"))
            let reads: [() async throws -> Void] = [
                { _ = try await store.instance(name) }, { _ = try await store.inbox(of: key, after: 0, limit: 1) },
                { _ = try await store.unfinished(in: shards, after: 0, limit: 1) },
                { _ = try await store.suspects(in: shards, after: 0, limit: 1) },
                { _ = try await store.deadlines(in: shards, after: nil, limit: 1) },
                { _ = try await store.list(InstanceQuery()) },
                { _ = try await store.journal(of: key, after: 0, limit: 1) },
            ]
            for (index, read) in reads.enumerated() {
                do {
                    try await read()
                    if store.isShared { continue }
                    throw Violation(expected: "read \(index) throws `storeFailed`", seen: "no error")
                } catch DurableError.storeFailed where !store.isShared {}
            }
            try await session.claim()
            try session.expect(try await session.list(), ["a"], "the instances after the next claim")
        }

        law("A lease tells the time of the last transaction before it.") { session in
            var time = session.now
            session.advance(by: 100)
            try session.expect(try await session.claim().lastSeen, time, "after a claim, its time")
            session.advance(by: 100)
            time = session.now
            try await session.create("a")
            session.advance(by: 100)
            try session.expect(try await session.restart().lastSeen, time, "after a commit, its time")
            session.advance(by: 100)
            try await session.commit()
            time = session.now
            session.advance(by: -50)
            try session.expect(try await session.restart().lastSeen, time, "after an empty commit, its time")
            session.advance(by: 100)
            time = session.now
            try await session.release()
            session.advance(by: 100)
            try session.expect(try await session.restart().lastSeen, time, "after a release, its time")
            session.advance(by: 100)
            time = session.now
            try await session.renew()
            session.advance(by: 100)
            try session.expect(try await session.restart().lastSeen, time, "after a renewal, its time")
        }

        law("A lease tells whether the one before was given up.") { session in
            try session.expect(try await session.restart().followsCrash, true, "after the end of the process")
            try await session.release()
            try session.expect(try await session.restart().followsCrash, false, "after a release")
            try session.expect(try await session.claim().followsCrash, true, "after another claim")
        }

        law("A former lease is not renewed, and keeps no other owner from the store.") { session in
            let former = try await session.lease()
            try await session.claim(name: "the second owner")
            session.experiment.does("renewed the former lease")
            let renewed = try? await session.store.renew([former], of: former.owner, at: session.now)
            let isRenewed = renewed?.contains { $0.generation == former.generation } ?? false
            try session.expect(isRenewed, false, "whether it is valid again")
            try await session.create("a")
        }

        law("An instance has the same shard in each process, and is found there alone.") { session in
            let names = (1...20).map { InstanceName.order("\($0)") }
            let shards = names.map { session.store.shard(of: $0) }
            for name in names {
                let deadline = StoredDeadline.sample(name.id, due: session.now)
                let key = try await session.create(name.id, activities: ["a"], deadlines: [deadline])
                try await session.commit(.setTrials(0, of: [key]), answers: [.done])
            }
            try await session.restart()
            try session.expect(names.map { session.store.shard(of: $0) }, shards, "the shards")
            let store = session.store
            for shard in session.ownShards {
                let expected = Set(zip(names, shards).filter { $0.1 == shard }.map(\.0))
                let unfinished = try await store.unfinished(in: [shard], after: 0, limit: 100).map(\.name)
                try session.expect(Set(unfinished), expected, "the unfinished instances of a shard")
                let suspects = try await store.suspects(in: [shard], after: 0, limit: 100).map(\.name)
                try session.expect(Set(suspects), expected, "its suspects")
                let deadlines = try await store.deadlines(in: [shard], after: nil, limit: 100).map(\.instance)
                try session.expect(Set(deadlines), expected, "the instances of its deadlines")
            }
        }

        law("A transaction with the former lease of one shard carries out nothing in any.") { session in
            let former = session.leases.values.sorted { $0.shard < $1.shard }
            try await session.claim()
            guard former.count > 1, let valid = session.leases[former[0].shard] else { return }
            session.experiment.does("committed under a valid lease and a former one")
            let names = (1...1000).map { InstanceName.order("\($0)") }
            func new(_ shard: StoreShard) -> [StoreChange] {
                names.first { session.store.shard(of: $0) == shard }.map { [.create(.sample($0.id))] } ?? []
            }
            let batches =
                [StoreBatch(new(valid.shard), under: valid)]
                + former.dropFirst().map {
                    StoreBatch(new($0.shard), under: $0)
                }
            try await session.experiment.expectError(DurableError.ownershipLost(to: "the next owner")) {
                _ = try await session.store.commit(batches, at: session.now)
            }
            try session.expect(try await session.list(), [], "the instances")
        }
    }

    // MARK: Transactions

    @LawList var ofTransactions: [Law] {
        law("The changes of a transaction see those before them.") { session in
            let second = session.siblings("a", "b")[1]
            let (key, other) = (try await session.create("a"), try await session.create(second))
            session.experiment.does("committed changes that depend on each other")
            try await session.commit(
                .step(.sample(1, of: key)), .step(.sample(2, of: key)), .step(.sample(2, of: key)),
                .setStatus(.failed, problem: "p", of: other),
                .step(.sample(1, of: other)), .setStatus(.running, of: other),
                .step(.sample(1, of: other, isEnd: true)), .event("1", for: other),
                .remove(endedBefore: session.now + 1, limit: 1), .event("1", for: other),
                answers: [
                    .done, .done, .conflict, .done, .conflict, .done, .done, .refused(.ended), .removed(1), .missing,
                ])
            try session.expect(try await session.instance("a").number, 2, "the number of the first")
            try session.expect(try await session.list(), ["a"], "the instances")
        }

        law("A change that does not apply leaves the others of its transaction alone.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            session.experiment.does("committed changes, of which every second applies")
            let answers = try await session.commit(
                .step(.sample(7, of: key)), .step(.sample(1, of: key)),
                .event("1", for: key + other), .event("2", for: key),
                .setStatus(.failed, of: key + other),
                .setStatus(.failed, of: other))
            guard case .stored = answers[3] else {
                throw Violation(expected: "the event is stored", seen: "\(answers)")
            }
            try session.expect(answers, [.conflict, .done, .missing, answers[3], .missing, .done], "the answers")
            try session.expect(try await session.instance("a").number, 1, "the number of the first")
            try session.expect(try await session.inbox(of: key), ["2"], "its inbox")
            try session.expect(try await session.instance("b").status, .failed, "the status of the second")
        }

        law("A read beside commits sees all of a transaction, or nothing.") { session in
            let (second, lease) = (session.siblings("a", "b")[1], try await session.lease())
            let (key, other, store) = (try await session.create("a"), try await session.create(second), session.store)
            let rounds = 50
            session.experiment.does("read two instances while both made \(rounds) macrosteps, in one transaction each")
            let reader = session.experiment.start {
                var violations: [String] = []
                var isOver = false
                while !isOver {
                    let both = try await store.list(InstanceQuery()).map(\.number)
                    if both.count != 2 || both[0] != both[1] { violations.append("the numbers \(both)") }
                    guard let seen = try await store.instance(.order("a")) else { break }
                    let parts = seen.activities.map(\.number) + seen.deadlines.map(\.number)
                    if parts != (seen.number == 0 ? [] : [seen.number, seen.number]) {
                        violations.append("macrostep \(seen.number) with parts of \(parts)")
                    }
                    isOver = seen.number == rounds
                    await Task.yield()
                }
                return violations
            }
            for number in 1...rounds {
                let step = StoredStep.sample(
                    number, of: key, activities: [.set(StoredActivity(name: "a", number: number))],
                    deadlines: [.set(.sample("d", due: session.now, number: number))])
                let changes = [StoreChange.step(step), .step(.sample(number, of: other))]
                _ = try await store.commit(changes, under: lease, at: session.now)
                await Task.yield()
            }
            try session.expect(try await reader.value, [], "reads of a part of a transaction")
        }
    }

    // MARK: Persistence

    @LawList var ofPersistence: [Law] {
        law("The next process finds everything as the last one left it.") { session in
            for index in 1...20 {
                let deadline = StoredDeadline.sample("d", due: session.now + TimeInterval(index))
                let key = try await session.create("\(index)", activities: ["a"], deadlines: [deadline])
                for number in 1...3 { try await session.step(.sample(number, of: key)) }
                try await session.receive("waiting", for: key)
                if index % 4 == 1 { try await session.setStatus(.failed, of: key, problem: "p") }
                if index % 4 == 2 { try await session.step(.sample(4, of: key, isEnd: true)) }
                if index % 4 == 3 { try await session.setStatus(.cancelled, of: key) }
            }
            let before = try await contents(of: session)
            for _ in 1...2 {
                try await session.restart()
                let after = try await contents(of: session)
                for (seen, expected) in zip(after, before) { try session.expect(seen, expected, "the contents") }
                try session.expect(after.count, before.count, "their number")
                try await session.release()
            }
        }

        law("Times are kept to the millisecond, and deadlines apart from it keep their order.") { session in
            let moments = [
                Date.distantPast, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0.001),
                Date(timeIntervalSince1970: 1_700_000_000.1234), Date(timeIntervalSince1970: 1_700_000_000.1244),
                Date(timeIntervalSince1970: 4_000_000_000.999), Date.distantFuture,
            ]
            session.now = Date(timeIntervalSince1970: 1_700_000_000.5678)
            let deadlines = moments.enumerated().map { StoredDeadline.sample("\($0)", due: $1, duration: 0.0015) }
            let key = try await session.create("a", deadlines: deadlines.reversed())
            try await session.receive("1", for: key)
            try await session.step(.sample(1, of: key, at: session.now))
            let instance = try await session.instance("a")
            let received = try await session.store.inbox(of: key, after: 0, limit: 1).map(\.received)
            let recorded = try await session.store.journal(of: key, after: 0, limit: 1).map(\.time)
            let seen = instance.deadlines.map(\.due) + [instance.created, instance.changed] + received + recorded
            let expected = moments + Array(repeating: session.now, count: 4)
            let areNear =
                seen.count == expected.count
                && zip(seen, expected).allSatisfy { abs($0.timeIntervalSince($1)) < 0.001 }
            try session.experiment.expect(areNear, "\(expected.map(\.timeIntervalSince1970))", seen: seen)
            try session.experiment.expect(
                instance.deadlines.allSatisfy { abs($0.duration - 0.0015) < 0.001 }, "durations to the millisecond",
                seen: instance.deadlines.map(\.duration))
            let names = try await session.deadlines()
            try session.expect(names, moments.indices.map { "\($0)" }, "the deadlines in their order")
        }
    }

    private nonisolated(nonsending) func contents(of session: Session) async throws -> [String] {
        let store = session.store
        var result = [
            "\(try await store.unfinished(in: session.ownShards, after: 0, limit: 100))",
            "\(try await store.deadlines(in: session.ownShards, after: nil, limit: 100))",
        ]
        for summary in try await store.list(InstanceQuery()) {
            result.append("\(summary)")
            result.append("\(try await session.instance(summary.name.id))")
            result.append("\(try await store.inbox(of: summary.key, after: 0, limit: 100))")
            result.append("\(try await store.journal(of: summary.key, after: 0, limit: 100))")
        }
        return result
    }
}
