import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofOwnership: [Law] { [first, generations, fenced, released, closed, lastSeen] }

    private var first: Law {
        law("A new store is empty, and its first lease tells of no transaction before.") { session in
            try session.expect(session.lease.lastSeen, nil, "the time of the last transaction")
            try session.expect(session.lease.owner.name, "the first owner", "the owner")
            try session.expect(try await session.list(), [], "the instances")
            try session.expect(try await session.unfinished(), [], "the unfinished instances")
            try session.expect(try await session.deadlines(), [], "the deadlines")
        }
    }

    private var generations: Law {
        law("Each claim has a greater generation than all before, in the next process, too.") { session in
            var generations = [session.lease.generation]
            generations.append(try await session.claim().generation)
            generations.append(try await session.restart().generation)
            await session.release()
            generations.append(try await session.restart().generation)
            let grow = zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 }
            try session.experiment.expect(grow, "each is greater than the one before", seen: generations)
        }
    }

    private var fenced: Law {
        law("A former lease commits nothing, and the error names the owner.") { session in
            let key = try await session.create("a")
            let (former, before) = (session.lease, try await session.instance("a"))
            try await session.claim(name: "the second owner")
            session.experiment.does("committed under the former lease")
            for isShort in [true, false] {
                try await session.experiment.expectError(DurableError.ownershipLost(to: "the second owner")) {
                    _ = try await session.store.commit(
                        [
                            .event("lost", for: key), .step(.sample(1, of: key)),
                            .setStatus(.cancelled, of: key),
                        ], under: former, at: session.now, isShort: isShort)
                }
            }
            try session.expect(try await session.instance("a"), before, "the instance")
            try session.expect(try await session.inbox(of: key), [], "its inbox")
            session.experiment.does("released the former lease, which changes nothing")
            await session.store.release(former, at: session.now)
            try await session.step(.sample(1, of: key))
        }
    }

    private var released: Law {
        law("A lease that was released commits nothing.") { session in
            let former = session.lease
            await session.release()
            session.experiment.does("committed under the released lease")
            for isShort in [true, false] {
                do {
                    _ = try await session.store.commit(
                        [.create(.sample("a"))], under: former, at: session.now, isShort: isShort)
                    throw Violation(expected: "an error is thrown", seen: "none")
                } catch is DurableError {}
            }
            try await session.restart()
            try session.expect(try await session.list(), [], "the instances")
        }
    }

    private var closed: Law {
        law("A store that was released answers no read until the next claim.") { session in
            let key = try await session.create("a")
            await session.release()
            let (store, name) = (session.store, InstanceName(machine: "order", id: "a"))
            let reads: [() async throws -> Void] = [
                { _ = try await store.instance(name) }, { _ = try await store.inbox(of: key, after: 0, limit: 1) },
                { _ = try await store.unfinished(after: 0, limit: 1) },
                { _ = try await store.deadlines(after: nil, limit: 1) }, { _ = try await store.list(InstanceQuery()) },
                { _ = try await store.journal(of: key, after: 0, limit: 1) },
            ]
            for (index, read) in reads.enumerated() {
                do {
                    try await read()
                    throw Violation(expected: "read \(index) throws `storeFailed`", seen: "no error")
                } catch DurableError.storeFailed {}
            }
            try await session.claim()
            try session.expect(try await session.list(), ["a"], "the instances after the next claim")
        }
    }

    private var lastSeen: Law {
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
            await session.release()
            session.advance(by: 100)
            try session.expect(try await session.restart().lastSeen, time, "after a release, its time")
        }
    }
}
