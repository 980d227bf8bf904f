import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Feeds

    @LawList var ofFeeds: [Law] {
        law("A feed has each instance once, after its last change, and nothing of those that are not followed.") {
            session in
            let reader = FeedReader(session)
            let a = try await session.create("a", isFollowed: true)
            let b = try await session.create("b", isFollowed: true)
            let other = try await session.create("other")
            try await session.create("c", machine: "invoice", isFollowed: true)
            try await reader.expect(["a", "b"])
            try await session.step(.sample(1, of: a, isFollowed: true))
            try await session.step(.sample(1, of: other))
            try await reader.expect(["a"])
            session.experiment.does("received an event, and suspected an instance")
            try await session.commit(
                .receive(event: Data("x".utf8), version: 1, for: b), .setTrials(0, of: [b]), .setTrials(nil, of: [b]))
            try await reader.expect([])
            session.experiment.does("recorded a macrostep with a wrong number")
            try await session.commit(.step(.sample(1, of: a, isFollowed: true)), answers: [.conflict])
            try await reader.expect([])
            try await session.restart()
            try await reader.expect([])
            try await session.setStatus(.failed, of: b)
            try await session.step(.sample(2, of: a, isFollowed: true))
            try await session.setStatus(.running, of: b)
            try await session.setStatus(.failed, of: other)
            try await reader.expect(["a", "b"])
            try await session.step(.sample(3, of: a, isEnd: true, isFollowed: true))
            try await session.setStatus(.cancelled, of: b)
            try await reader.expect(["a", "b"])
            try await FeedReader(session).expect(["a", "b"])
        }

        law("An instance enters the feed with a macrostep that says so, and leaves it with one that does not.") {
            session in
            let reader = FeedReader(session)
            let (a, b) = (try await session.create("a"), try await session.create("b", isFollowed: true))
            try await reader.expect(["b"])
            try await session.step(.sample(1, of: a, isFollowed: true))
            try session.expect(try await session.instance("a").isFollowed, true, "whether a is followed")
            try await session.step(.sample(1, of: b))
            try session.expect(try await session.instance("b").isFollowed, false, "whether b is followed")
            try await reader.expect(["a"])
            try await session.setStatus(.failed, of: b)
            try await reader.expect([])
            try await FeedReader(session).expect(["a"])
        }

        law("Pages of a feed have all instances, and a new instance of a message is in the feed of its machine.") {
            session in
            let names = (0..<9).map { "\($0)" }
            for name in names { try await session.create(name, isFollowed: true) }
            let sender = try await session.create("sender", machine: "invoice")
            var new = StoredInstance.sample("new")
            new.isFollowed = true
            let start = StoredMessage(to: new.name, .start(new))
            try await session.commit(.step(.sample(1, of: sender, messages: [start])))
            let (pages, whole) = (FeedReader(session), FeedReader(session))
            var found: [String] = []
            for _ in 0..<4 { found += try await pages.next(limit: 3) }
            try session.expect(found.sorted(), names + ["new"], "the instances of four pages")
            try session.expect(try await whole.next(limit: 100), found, "the instances of one page")
            try session.expect(try await pages.next(limit: 3), [], "the page behind the last one")
            try session.expect(try await FeedReader(session).next(limit: 0), [], "a page of none")
            try session.expect(try await FeedReader(session).next(limit: -1), [], "a page of less than none")
        }
    }
}

/// Reads the feed of orders, a page after the other.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class FeedReader<Store: DurableStore> {
    private let session: StoreSession<Store>
    private var position = FeedPosition.beginning

    init(_ session: StoreSession<Store>) { self.session = session }

    func next(limit: Int) async throws -> [String] {
        let page = try await session.store.changes(of: "order", after: position, limit: limit)
        for entry in page {
            let shard = session.store.shard(of: entry.instance.name)
            guard entry.number > position[shard] else {
                throw Violation(expected: "a number after \(position[shard])", seen: "\(entry.number)")
            }
            position[shard] = entry.number
            let present = try await session.instance(entry.instance.name.id)
            try session.expect(entry.instance, present, "the instance in the feed")
        }
        return page.map(\.instance.name.id)
    }

    /// Checks the instances that have changed since the last reading.
    func expect(_ ids: [String]) async throws {
        try session.expect(try await next(limit: 100).sorted(), ids, "the instances that have changed")
    }
}
