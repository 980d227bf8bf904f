import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    @LawList var ofMacrosteps: [Law] {
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
            expected.activities = [begun, .returned("a"), StoredActivity(name: "c", number: 0)]
            expected.deadlines = [deadlines[1], set]
            try session.expect(try await session.instance("a"), expected, "the instance")
            try session.expect(try await session.inbox(of: key), ["2"], "its inbox")
            try session.expect(try await session.entries(of: key), [step.journal], "its journal")
        }

        law("Events, activities and macrosteps keep their tracing contexts.") { session in
            let context = ["traceparent": "00-0af7651916cd43dd-b7ad6b7169203331-01", "state": "\"é=1\""]
            let key = try await session.create("a", activities: ["a"])
            _ = try await session.commit(
                .receive(event: Data("1".utf8), version: 1, for: key, context: context),
                .receive(event: Data("2".utf8), version: 1, for: key))
            let begun = StoredActivity(name: "b", number: 1, context: context)
            var step = StoredStep.sample(1, of: key, activities: [.set(begun)])
            step.journal.context = context
            try await session.step(step)
            let events = try await session.events(of: key).map(\.context)
            try session.expect(events, [context, [:]], "the contexts of its events")
            let activities = try await session.instance("a").activities.map(\.context)
            try session.expect(activities, [[:], context], "the contexts of its activities")
            let journal = try await session.entries(of: key).map(\.context)
            try session.expect(journal, [context], "the contexts in its journal")
        }

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
            let cancelled = try await session.create(.cancelled, "b")
            try await tries(1, of: cancelled, consuming: number)
            try session.expect(try await session.journal(of: key), [1, 2], "the numbers in its journal")
        }

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
                try await session.references().map(\.due), [set.due],
                "when they fall due")
        }

        law("A macrostep that removes what is not there records the rest.") { session in
            let key = try await session.create("a")
            try await session.step(
                .sample(
                    1, of: key, activities: [.removed(name: "y")],
                    deadlines: [.removed(name: "z")]))
            try session.expect(try await session.instance("a").activities, [], "its activities")
        }

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

    // MARK: Inboxes

    @LawList var ofInboxes: [Law] {
        law("Events wait in the order in which they were received, and can be read in parts.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            session.experiment.does("received 5 events for it, and between them 5 for another instance")
            var expected: [StoredEvent] = []
            for index in 1...5 {
                session.advance(by: 1)
                let event = Data("\(index)".utf8)
                let answers = try await session.commit(
                    .receive(event: event, version: index, for: key), .event("x", for: other))
                guard case .stored(let number) = answers[0] else {
                    throw Violation(expected: "the event is stored", seen: "\(answers[0])")
                }
                expected.append(StoredEvent(number: number, version: index, received: session.now, event: event))
            }
            try session.expect(try await session.events(of: key), expected, "its inbox")
            let part = try await session.store.inbox(of: key, after: expected[1].number, limit: 2)
            try session.expect(part, Array(expected[2...3]), "two events after the second")
            try session.expect(try await session.store.inbox(of: key, after: 0, limit: 0), [], "no events")
            let unknown = try await session.store.inbox(of: key + other, after: 0, limit: 9)
            try session.expect(unknown, [], "the inbox of an instance that is not there")
        }

        law("An event with the deduplication key of an earlier one is a duplicate, in one transaction, too.") {
            session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
            session.experiment.does("received events with and without deduplication keys")
            let answers = try await session.commit(
                .event("1", for: key, deduplication: "k"),
                .event("2", for: key, deduplication: "k"),
                .event("3", for: other, deduplication: "k"),
                .event("4", for: key, deduplication: "K"),
                .event("5", for: key), .event("5", for: key))
            try session.expect(answers[1], .duplicate, "the second answer")
            try await session.commit(.event("6", for: key, deduplication: "k"), answers: [.duplicate])
            try session.expect(try await session.inbox(of: key), ["1", "4", "5", "5"], "the inbox")
            try session.expect(try await session.inbox(of: other), ["3"], "the inbox of the other instance")
        }

        law("A repetition is recognised after its event was consumed, after a restart and after the end.") { session in
            let key = try await session.create("a")
            let number = try await session.receive("1", for: key, deduplication: "k")
            try await session.step(.sample(1, of: key, consumed: number))
            let again = StoreChange.event("1", for: key, deduplication: "k")
            try await session.commit(again, answers: [.duplicate])
            try await session.restart()
            try await session.commit(again, answers: [.duplicate])
            try await session.step(.sample(2, of: key, isEnd: true))
            try await session.commit(again, answers: [.duplicate])
            try session.expect(try await session.inbox(of: key), [], "the inbox")
        }

        law("An instance that has ended or was cancelled, or is not there, takes no events; a failed one does.") {
            session in
            let failed = try await session.create(.failed, "failed")
            let ended = try await session.create(.ended, "ended")
            let cancelled = try await session.create(.cancelled, "cancelled")
            session.experiment.does("received an event for each")
            let answers = try await session.commit(
                .event("e", for: ended, deduplication: "k"), .event("e", for: cancelled),
                .event("e", for: failed + ended + cancelled), .event("e", for: 0))
            try session.expect(answers, [.refused(.ended), .refused(.cancelled), .missing, .missing], "the answers")
            try await session.receive("e", for: failed)
            for (key, expected) in [(ended, []), (cancelled, []), (failed, ["e"])] {
                try session.expect(try await session.inbox(of: key), expected, "the inbox of \(key)")
            }
            try await session.commit(.event("e", for: ended, deduplication: "k"), answers: [.refused(.ended)])
        }

        law("An event, a state and an output of a megabyte, or of no byte, are kept as they are.") { session in
            let key = try await session.create("a")
            let large = Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
            session.experiment.does("received an event of 1 MB, and one of no byte")
            try await session.commit(.receive(event: large, version: 1, for: key), .event("", for: key))
            try await session.restart()
            let seen = try await session.events(of: key).map(\.event)
            try session.experiment.expect(seen == [large, Data()], "both events", seen: seen.map(\.count))
            var step = StoredStep.sample(1, of: key, isEnd: true)
            (step.state, step.output, step.journal.event, step.journal.outputs) = (large, large, large, Data())
            try await session.step(step)
            try await session.restart()
            let instance = try await session.instance("a")
            try session.experiment.expect(
                instance.state == large && instance.output == large, "its state and output",
                seen: "\(instance.state.count) and \(instance.output?.count ?? 0) bytes")
            let journal = try await session.entries(of: key)
            try session.experiment.expect(
                journal.map(\.event) == [large] && journal.map(\.outputs) == [Data()], "the journal",
                seen: journal.map { [$0.event?.count, $0.outputs?.count] })
        }
    }

    // MARK: Deadlines

    @LawList var ofDeadlines: [Law] {
        law("Deadlines are read in the order in which they fall due, in parts, too.") { session in
            let later = try await session.create(
                "a",
                deadlines: [
                    .sample("d", due: session.now + 30), .sample("b", due: session.now + 10),
                    .sample("f", due: session.now - 5),
                ])
            let earlier = try await session.create(
                "b", deadlines: [.sample("b", due: session.now + 10), .sample("a", due: session.now + 10)])
            try await session.step(
                .sample(1, of: later, deadlines: [.set(.sample("e", due: session.now + 20, number: 1))]))
            try await session.step(
                .sample(2, of: later, deadlines: [.set(.sample("e", due: session.now + 40, number: 2))]))
            try await session.step(.sample(3, of: later, deadlines: [.removed(name: "f")]))
            func reference(
                _ id: String, _ key: InstanceKey, _ name: String, _ number: Int, _ seconds: TimeInterval
            ) -> DeadlineReference {
                DeadlineReference(
                    due: session.now + seconds, key: key, name: name, number: number,
                    instance: .order(id))
            }
            let expected = [
                reference("a", later, "b", 0, 10), reference("b", earlier, "a", 0, 10),
                reference("b", earlier, "b", 0, 10), reference("a", later, "d", 0, 30),
                reference("a", later, "e", 2, 40),
            ]
            let all = try await session.references()
            try session.expect(all, expected, "all deadlines")
            for index in expected.indices {
                let part = try await session.references(after: all[index], limit: 2)
                try session.expect(part, Array(expected[(index + 1)...].prefix(2)), "two after \(all[index].name)")
            }
            let between = reference("", .max, "", 0, 15)
            let rest = try await session.references(after: between, limit: 1)
            try session.expect(rest, [expected[3]], "the first after a position between two")
            try session.expect(
                try await session.references(limit: 0), [], "none")
        }

        law("A claim moves each deadline as its policy says; it is never further away than its time-out is long.") {
            session in
            // Between the last transaction and the claim, time passes, or the clock is set back.
            for (round, pause) in [0, 20, 100, -30, -500].enumerated() {
                for status in [InstanceStatus.running, .failed] {
                    let id = "\(round) \(status)"
                    var deadlines: [StoredDeadline] = []
                    for policy in DeadlinePolicy.allCases {
                        for (index, due) in [50.0, 0, -10].enumerated() {
                            deadlines.append(
                                .sample("\(policy) \(index)", due: session.now + due, duration: 60, policy: policy))
                        }
                    }
                    let key = try await session.create(id, deadlines: deadlines)
                    if status == .failed { try await session.setStatus(.failed, of: key) }
                    let lastSeen = session.now
                    session.advance(by: TimeInterval(pause))
                    try await session.restart()
                    let expected = deadlines.map { deadline in
                        var moved = deadline
                        moved.resume(at: session.now, lastSeen: lastSeen)
                        return moved
                    }
                    try session.expect(
                        try await session.instance(id).deadlines, expected.sorted { $0.name < $1.name },
                        "the deadlines of instance \(id)")
                    let waiting = status == .running ? expected.map(\.due).sorted() : []
                    let seen = try await session.references().map(\.due)
                    try session.expect(seen, waiting, "when deadlines of running instances fall due")
                    try await session.setStatus(.cancelled, of: key)
                }
            }
        }

        law("A deadline that a clock was set back for is not held up by claims again and again.") { session in
            let start = session.now
            try await session.create("a", deadlines: [.sample("d", due: start + 86_460)])
            // A clock that was a day ahead is right again.
            for _ in 1...4 {
                try await session.restart()
                session.advance(by: 20)
            }
            try session.expect(try await session.instance("a").deadlines.map(\.due), [start + 60], "when it falls due")
        }

        law("A clock that was set back moves no deadline for good.") { session in
            let start = session.now
            let deadlines = DeadlinePolicy.allCases.map { StoredDeadline.sample("\($0)", due: start + 60, policy: $0) }
            let key = try await session.create("a", deadlines: deadlines)
            for _ in 1...2 {
                session.now = start - 1_000
                try await session.restart()
                let early = try await session.instance("a").deadlines
                try session.expect(early.map(\.due), [start - 940, start - 940, start - 940], "when they fall due")
                let waiting = try await session.references()
                try session.expect(waiting.map(\.due), early.map(\.due), "when those of running instances fall due")
            }
            try await session.step(.sample(1, of: key, deadlines: [.set(.sample("new", due: start - 940))]))
            session.now = start + 10
            try await session.restart()
            let seen = try await session.instance("a").deadlines
            let expected = ["again": 70.0, "new": -940, "original": 60, "remaining": 70]
            for deadline in seen {
                let due = deadline.due.timeIntervalSince(start)
                try session.expect(
                    due, expected[deadline.name] ?? 0, "seconds until \(deadline.name), with the clock right again")
                try session.expect(deadline.original, nil, "the original time of \(deadline.name)")
            }
        }
    }
}
