import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofStatuses: [Law] { [failed, cancelled, settled, unfinished] }

    private var failed: Law {
        law("A failed instance is at rest and keeps everything, until it runs again.") { session in
            let deadline = StoredDeadline.sample("d", due: session.now)
            let key = try await session.create("a", activities: ["a"], deadlines: [deadline])
            try await session.receive("1", for: key)
            let before = try await session.instance("a")
            session.advance(by: 3)
            try await session.setStatus(.failed, of: key, problem: "no card")
            var expected = before
            (expected.status, expected.problem, expected.changed) = (.failed, "no card", session.now)
            try session.expect(try await session.instance("a"), expected, "the instance")
            try session.expect(try await session.inbox(of: key), ["1"], "its inbox")
            try session.expect(try await session.unfinished(), [], "the unfinished instances")
            try session.expect(try await session.deadlines(), [], "the deadlines of running instances")
            try await session.restart()
            try session.expect(try await session.deadlines(), [], "after a restart, these deadlines")
            try await session.setStatus(.running, of: key)
            (expected.status, expected.problem) = (.running, nil)
            try session.expect(try await session.instance("a"), expected, "the instance that runs again")
            try session.expect(try await session.unfinished(), [key], "the unfinished instances")
            try session.expect(try await session.deadlines(), ["d"], "the deadlines of running instances")
        }
    }

    private var cancelled: Law {
        law("A cancelled instance loses its inbox, activities and deadlines, and keeps its state and journal.") {
            session in
            let deadline = StoredDeadline.sample("d", due: session.now)
            let key = try await session.create("a", activities: ["a"], deadlines: [deadline])
            try await session.step(.sample(1, of: key))
            try await session.receive("1", for: key)
            var expected = try await session.instance("a")
            session.advance(by: 3)
            try await session.setStatus(.cancelled, of: key)
            (expected.status, expected.changed) = (.cancelled, session.now)
            (expected.activities, expected.deadlines) = ([], [])
            try session.expect(try await session.expectNothingAhead(of: "a"), expected, "the instance")
            try session.expect(try await session.journal(of: key), [1], "the numbers in its journal")
        }
    }

    private var settled: Law {
        law("The status of an instance that has ended or was cancelled does not change any more.") { session in
            let (ended, cancelled) = (try await session.create("a"), try await session.create("b"))
            try await session.step(.sample(1, of: ended, isEnd: true))
            try await session.setStatus(.cancelled, of: cancelled, problem: "p")
            let before = [try await session.instance("a"), try await session.instance("b")]
            session.advance(by: 3)
            for status in [InstanceStatus.running, .failed, .cancelled] {
                try await session.setStatus(status, of: ended, answer: .refused(.ended))
                try await session.setStatus(status, of: cancelled, answer: .refused(.cancelled))
            }
            let after = [try await session.instance("a"), try await session.instance("b")]
            try session.expect(after, before, "both instances")
            try await session.setStatus(.failed, of: ended + cancelled, answer: .missing)
        }
    }

    private var unfinished: Law {
        law("Unfinished instances run, and have waiting events or activities that have not returned.") { session in
            var keys: [String: InstanceKey] = [:]
            for id in ["rest", "inbox", "activity", "both", "returned", "consumed", "failed", "left"] {
                keys[id] = try await session.create(id, activities: ["inbox", "consumed"].contains(id) ? [] : ["a"])
            }
            func key(_ id: String) -> InstanceKey { keys[id] ?? 0 }
            try await session.step(.sample(1, of: key("rest"), activities: [.removed(name: "a")]))
            try await session.receive("1", for: key("inbox"))
            try await session.receive("2", for: key("inbox"))
            try await session.receive("1", for: key("both"))
            try await session.step(.sample(1, of: key("returned"), activities: [.set(.returned("a"))]))
            let number = try await session.receive("1", for: key("consumed"))
            try await session.step(.sample(1, of: key("consumed"), consumed: number))
            try await session.setStatus(.failed, of: key("failed"))
            try await session.step(.sample(1, of: key("left"), activities: [.removed(name: "a")]))
            try await session.step(
                .sample(2, of: key("left"), activities: [.set(StoredActivity(name: "b", number: 2))]))
            for _ in 1...2 {
                let all = try await session.store.unfinished(after: 0, limit: 100)
                try session.expect(all.map(\.name.id), ["inbox", "activity", "both", "left"], "all, by key")
                try session.expect(all.map(\.key), all.map { key($0.name.id) }, "their keys")
                let part = try await session.store.unfinished(after: key("inbox"), limit: 2).map(\.name.id)
                try session.expect(part, ["activity", "both"], "two after the first")
                try session.expect(try await session.store.unfinished(after: 0, limit: 0), [], "none")
                try await session.restart()
            }
        }
    }
}
