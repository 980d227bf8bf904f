import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofMacrosteps: [Law] { [everything, conflict, consumed, replacement, strange, end, journal, journalLimit] }

    private var everything: Law {
        law("A macrostep changes state, version, inbox, activities, deadlines and journal.") { session in
            let deadlines = ["d", "e"].map { StoredDeadline.sample($0, due: session.now + 60) }
            let key = try await session.create("a", activities: ["a", "b", "c"], deadlines: deadlines)
            let before = try await session.instance("a")
            let consumed = try await session.receive("1", for: key)
            try await session.receive("2", for: key)
            session.advance(by: 5)
            let begun = StoredActivity(name: "A", number: 1)
            let set = StoredDeadline.sample("f", due: session.now + 9, number: 1)
            let step = StoredStep(
                instance: key, version: 2, state: Data("next".utf8), consumed: consumed,
                activities: [.set(.returned("a")), .removed(name: "b"), .set(begun)],
                deadlines: [.removed(name: "d"), .set(set)],
                journal: JournalEntry(
                    number: 1, time: session.now, cause: .event, version: 2, event: Data("e".utf8),
                    outputs: Data("o".utf8)))
            try await session.step(step)
            var expected = before
            (expected.number, expected.version, expected.state, expected.changed) = (1, 2, step.state, session.now)
            expected.activities = [
                begun, .returned("a"), StoredActivity(name: "c", number: 0),
            ]
            expected.deadlines = [deadlines[1], set]
            try session.expect(try await session.instance("a"), expected, "the instance")
            try session.expect(try await session.inbox(of: key), ["2"], "its inbox")
            let journal = try await session.store.journal(of: key, after: 0, limit: 9)
            try session.expect(journal, [step.journal], "its journal")
        }
    }

    private var conflict: Law {
        law("A macrostep with a wrong number, or of an instance that is not running, is a conflict.") { session in
            let key = try await session.create("a", activities: ["a"], deadlines: [.sample("d", due: session.now)])
            let number = try await session.receive("1", for: key)
            func tries(_ number: Int, of key: InstanceKey, consuming event: EventNumber) async throws {
                let step = StoredStep.sample(
                    number, of: key, consumed: event, isEnd: true, activities: [.removed(name: "a")],
                    deadlines: [.removed(name: "d")])
                try await session.step(step, answer: .conflict)
            }
            let before = try await session.instance("a")
            session.advance(by: 1)
            for wrong in [-1, 0, 2, 3] { try await tries(wrong, of: key, consuming: number) }
            try await tries(1, of: key + 1, consuming: number)
            try session.expect(try await session.instance("a"), before, "the instance")
            try session.expect(try await session.inbox(of: key), ["1"], "its inbox")
            try session.expect(try await session.store.journal(of: key, after: -9, limit: 9), [], "its journal")
            try await session.step(.sample(1, of: key))
            try await tries(1, of: key, consuming: number)
            try await session.setStatus(.failed, of: key)
            try await tries(2, of: key, consuming: number)
            try await session.setStatus(.running, of: key)
            try await session.step(.sample(2, of: key, isEnd: true))
            try await tries(3, of: key, consuming: number)
            let cancelled = try await session.create("b")
            try await session.setStatus(.cancelled, of: cancelled)
            try await tries(1, of: cancelled, consuming: number)
            try session.expect(try await session.journal(of: key), [1, 2], "the numbers in its journal")
        }
    }

    private var replacement: Law {
        law("An activity or a deadline that begins replaces the one with the same name.") { session in
            let first = StoredDeadline.sample("d", due: session.now + 60)
            let key = try await session.create("a", activities: ["a"], deadlines: [first])
            try await session.step(.sample(1, of: key, activities: [.set(.returned("a"))]))
            let begun = StoredActivity(name: "a", number: 2)
            let set = StoredDeadline.sample("d", due: session.now + 9, duration: 9, number: 2, policy: .again)
            try await session.step(
                .sample(2, of: key, activities: [.removed(name: "a"), .set(begun)], deadlines: [.set(set)]))
            try session.expect(try await session.instance("a").activities, [begun], "its activities")
            try session.expect(try await session.instance("a").deadlines, [set], "its deadlines")
            try session.expect(
                try await session.store.deadlines(after: nil, limit: 9).map(\.due), [set.due], "when they fall due")
        }
    }

    private var strange: Law {
        law("A macrostep that removes what is not there records the rest.") { session in
            let key = try await session.create("a")
            try await session.step(
                .sample(
                    1, of: key, activities: [.removed(name: "y")],
                    deadlines: [.removed(name: "z")]))
            try session.expect(try await session.instance("a").activities, [], "its activities")
        }
    }

    private var consumed: Law {
        law("A macrostep whose event is not in the inbox is a conflict, also one that ends the instance.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            let foreign = try await session.receive("1", for: other)
            let number = try await session.receive("2", for: key)
            try await session.receive("3", for: key)
            try await session.step(.sample(1, of: key, consumed: number))
            let before = try await session.instance("a")
            session.advance(by: 1)
            for event in [number, foreign, number + foreign + 100] {
                for isEnd in [false, true] {
                    try await session.step(
                        .sample(
                            2, of: key, consumed: event, isEnd: isEnd, activities: [.set(.init(name: "x", number: 2))],
                            deadlines: [.set(.sample("z", due: session.now))]),
                        answer: .conflict)
                }
            }
            try session.expect(try await session.instance("a"), before, "the instance")
            try session.expect(try await session.inbox(of: key), ["3"], "its inbox")
            try session.expect(try await session.inbox(of: other), ["1"], "the inbox of another instance")
            try session.expect(try await session.journal(of: key), [1], "the numbers in its journal")
        }
    }

    private var end: Law {
        law("An instance that ends loses its inbox, activities and deadlines, and keeps its journal.") { session in
            let deadline = StoredDeadline.sample("d", due: session.now)
            let key = try await session.create("a", activities: ["a"], deadlines: [deadline])
            try await session.receive("1", for: key)
            try await session.step(.sample(1, of: key))
            var step = StoredStep.sample(
                2, of: key, isEnd: true, activities: [.set(StoredActivity(name: "b", number: 2))],
                deadlines: [.set(.sample("e", due: session.now))], cause: .deadline(name: "d"))
            step.output = Data("o".utf8)
            try await session.step(step)
            let seen = try await session.expectNothingAhead(of: "a")
            try session.expect(seen.status, .ended, "its status")
            try session.expect(seen.state, Data("state 2".utf8), "its state")
            try session.expect(seen.output, step.output, "its output")
            try session.expect(try await session.journal(of: key), [1, 2], "the numbers in its journal")
        }
    }

    private var journal: Law {
        law("A journal keeps each entry as it was recorded, and can be read in parts.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            let causes: [JournalEntry.Cause] = [
                .event, .unexpectedEvent, .deadline(name: ""), .deadline(name: "d"), .activity(name: nil),
                .activity(name: ""), .activity(name: "a"), .activityReturned(name: "a"), .revision,
            ]
            var expected: [JournalEntry] = []
            for (index, cause) in causes.enumerated() {
                session.advance(by: 1)
                var step = StoredStep.sample(index + 1, of: key, at: session.now, cause: cause)
                if index % 2 == 1 { (step.journal.event, step.journal.outputs) = (nil, Data("[]".utf8)) }
                try await session.step(step)
                try await session.step(.sample(index + 1, of: other))
                expected.append(step.journal)
            }
            let all = try await session.store.journal(of: key, after: 0, limit: 100)
            try session.expect(all, expected, "all entries")
            let part = try await session.store.journal(of: key, after: 2, limit: 3)
            try session.expect(part, Array(expected[2...4]), "three entries after the second")
            try session.expect(try await session.store.journal(of: key, after: 0, limit: 0), [], "no entries")
        }
    }

    private var journalLimit: Law {
        law("A journal with a limit keeps that many entries, the latest.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            try await session.step(.sample(1, of: other))
            for (number, limit, expected) in [
                (1, nil, [1]), (2, nil, [1, 2]), (3, 3, [1, 2, 3]), (4, 3, [2, 3, 4]), (5, 2, [4, 5]),
                (6, nil, [4, 5, 6]), (7, 1, [7]), (8, 0, []), (9, 5, [9]),
            ] as [(Int, Int?, [Int])] {
                try await session.step(.sample(number, of: key, journalLimit: limit))
                try session.expect(
                    try await session.journal(of: key), expected,
                    "with the limit \(limit.map { "\($0)" } ?? "nil"), the numbers")
            }
            try session.expect(try await session.journal(of: other), [1], "the numbers of another instance")
        }
    }
}
