import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Queues and attempts

    @LawList var ofQueues: [Law] {
        law(
            "Activities of running instances have their turns in the order of arrival, and none is unfinished work."
        ) { session in
            let a = try await session.create("a")
            try await session.commit(.create(.queued("b", [.queued("work"), .queued("other", in: "slow")])))
            try await session.step(
                .sample(1, of: a, activities: [.set(.queued("later")), .set(.queued("first"))]))
            try await session.restart()
            try session.expect(try await session.turns(), ["b work", "a later", "a first"], "the turns")
            try session.expect(try await session.turns(limit: 2), ["b work", "a later"], "the first two")
            try session.expect(try await session.turns(limit: -1), [], "none")
            try session.expect(try await session.turns(in: "slow"), ["b other"], "the turns of the other queue")
            try session.expect(
                try await session.store.queues(in: session.ownShards).sorted(), ["mail", "slow"], "the queues")
            try session.expect(try await session.unfinished(), [], "the unfinished instances")
            try session.expect(
                try await session.instance("a").activities.map(\.queue), ["mail", "mail"], "the stored queues")
            try await session.setStatus(.failed, of: a)
            try session.expect(try await session.turns(), ["b work"], "the turns while one has failed")
            try await session.setStatus(.running, of: a)
            try session.expect(
                try await session.turns(), ["b work", "a later", "a first"], "the turns after the retry")
            try await session.step(
                .sample(2, of: a, activities: [.set(.returned("later")), .removed(name: "first")]))
            try session.expect(try await session.turns(), ["b work"], "the turns")
            try await session.setStatus(.cancelled, of: try await session.instance("b").key)
            try session.expect(try await session.turns(), [], "the turns")
            try session.expect(try await session.store.queues(in: session.ownShards), [], "the queues")
        }

        law("A failed attempt is kept, and lets its activity wait until the next one is due.") { session in
            let key = try await session.create("a", activities: ["plain"])
            try await session.commit(.create(.queued("b", [.queued("one"), .queued("two"), .queued("three")])))
            let b = try await session.instance("b").key
            let turn = { QueuedActivity(key: b, instance: .order("b"), activity: $0, number: $1) }
            let (soon, later) = (session.now + 10, session.now + 20)
            try await session.commit(
                .setAttempts(StoredAttempts(failed: 1, next: later, pause: 20), of: turn("one", 0)),
                .setAttempts(StoredAttempts(failed: 4, next: soon, pause: 10), of: turn("two", 0)),
                .setAttempts(StoredAttempts(failed: 1, next: soon, pause: 10), of: turn("two", 7)),
                .setAttempts(StoredAttempts(failed: 1, next: soon, pause: 10), of: turn("missing", 0)),
                answers: [.done, .done, .missing, .missing])
            let plain = QueuedActivity(key: key, instance: .order("a"), activity: "plain", number: 0)
            try await session.commit(
                .setAttempts(StoredAttempts(failed: 2, next: later, pause: 20), of: plain), answers: [.done])
            try await session.restart()
            let found = try await session.instance("b").activities.map { ($0.name, $0.attempts?.failed) }
            try session.expect(found.map(\.0), ["one", "three", "two"], "the activities")
            try session.expect(found.map(\.1), [1, nil, 4], "the numbers of their failed attempts")
            let attempts = try await session.instance("a").activities.first?.attempts
            try session.expect(
                attempts, StoredAttempts(failed: 2, next: later, pause: 20), "those of an activity alone")
            try session.expect(try await session.unfinished(), [key], "the unfinished instances")
            try session.expect(try await session.turns(), ["b three"], "the turns")
            try session.expect(try await session.page().next, soon, "the next attempt")
            session.advance(by: 10)
            try session.expect(try await session.turns(), ["b two", "b three"], "the turns")
            try session.expect(try await session.page().next, later, "the next attempt")
            session.advance(by: 10)
            try session.expect(try await session.turns(), ["b two", "b one", "b three"], "the turns")
            try session.expect(try await session.page().next, nil, "the next attempt")
            try await session.step(.sample(1, of: b, activities: [.set(.returned("two"))]))
            try await session.commit(
                .setAttempts(StoredAttempts(failed: 5, next: later, pause: 20), of: turn("two", 0)),
                answers: [.missing])
        }

        law("The next attempt is never further away than its pause, also after the clock was set back.") { session in
            try await session.commit(.create(.queued("b", [.queued("one")])))
            let turn = QueuedActivity(
                key: try await session.instance("b").key, instance: .order("b"), activity: "one", number: 0)
            try await session.commit(
                .setAttempts(StoredAttempts(failed: 1, next: session.now + 10, pause: 10), of: turn), answers: [.done])
            session.advance(by: -1000)
            try await session.restart()
            try session.expect(try await session.page().next, session.now + 10, "the next attempt")
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreSession {
    fileprivate func page(of queue: String = "mail", limit: Int = 100) async throws -> QueuePage {
        try await store.queued(in: queue, of: ownShards, at: now, limit: limit)
    }

    fileprivate func turns(in queue: String = "mail", limit: Int = 100) async throws -> [String] {
        try await page(of: queue, limit: limit).activities.map { "\($0.instance.id) \($0.activity)" }
    }
}

extension StoredActivity {
    fileprivate static func queued(_ name: String, in queue: String = "mail") -> StoredActivity {
        StoredActivity(name: name, number: 0, queue: queue)
    }
}

extension StoredInstance {
    fileprivate static func queued(_ id: String, _ activities: [StoredActivity]) -> StoredInstance {
        var instance = StoredInstance.sample(id)
        instance.activities = activities
        return instance
    }
}
