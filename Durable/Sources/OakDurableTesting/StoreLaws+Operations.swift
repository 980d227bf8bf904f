import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Operators

    @LawList var ofOperations: [Law] {
        law("An event that was skipped is not in the inbox, and its deduplication key stays.") { session in
            let key = try await session.create("a")
            let first = try await session.receive("1", for: key, deduplication: "d")
            try await session.receive("2", for: key)
            session.experiment.does("skipped the first event, twice")
            try await session.commit(.skip(first, of: key), answers: [.done])
            try await session.commit(.skip(first, of: key), answers: [.noEvent])
            try await session.restart()
            try session.expect(try await session.inbox(of: key), ["2"], "the inbox")
            try await session.commit(.event("1", for: key, deduplication: "d"), answers: [.duplicate])
            session.experiment.does("recorded a macrostep that consumes it")
            try await session.step(.sample(1, of: key, consumed: first), answer: .conflict)
        }

        law("An event that was edited keeps its place, its number and its deduplication key.") { session in
            let key = try await session.create("a")
            let first = try await session.receive("1", for: key, deduplication: "d")
            try await session.receive("2", for: key)
            var expected = try await session.events(of: key)
            (expected[0].event, expected[0].version) = (Data("other".utf8), 7)
            session.advance(by: 5)
            session.experiment.does("edited the first event")
            try await session.commit(
                .edit(first, event: Data("other".utf8), version: 7, of: key), answers: [.done])
            try await session.restart()
            try session.expect(try await session.events(of: key), expected, "the inbox")
            try await session.commit(.event("1", for: key, deduplication: "d"), answers: [.duplicate])
            try await session.step(.sample(1, of: key, consumed: first))
        }

        law("Only a waiting event of an instance that is not over can be skipped or edited.") { session in
            let ids = session.siblings("a", "failed", "ended", "cancelled")
            let keys = try await session.create(ids)
            let event = try await session.receive("1", for: keys[0])
            let parked = try await session.receive("2", for: keys[1])
            try await session.setStatus(.failed, of: keys[1])
            try await session.step(.sample(1, of: keys[2], isEnd: true))
            try await session.setStatus(.cancelled, of: keys[3])
            func tries(_ event: EventNumber, of key: InstanceKey, answer: StoreAnswer) async throws {
                let edit = StoreChange.edit(event, event: Data("x".utf8), version: 1, of: key)
                try await session.commit(edit, .skip(event, of: key), answers: [answer, answer])
            }
            try await tries(parked, of: keys[0], answer: .noEvent)
            try await tries(event, of: keys[1], answer: .noEvent)
            try await tries(event, of: keys[2], answer: .refused(.ended))
            try await tries(event, of: keys[3], answer: .refused(.cancelled))
            try await tries(event, of: 1_000_000, answer: .missing)
            try session.expect(try await session.inbox(of: keys[0]), ["1"], "the inbox")
            try await tries(parked, of: keys[1], answer: .done)
            try session.expect(try await session.inbox(of: keys[1]), [], "the inbox of the failed one")
        }

        law("A patch is recorded for a failed instance, which stays failed, and as any macrostep for a running one.") {
            session in
            let key = try await session.create("a", activities: ["a"])
            try await session.setStatus(.failed, of: key, problem: "p")
            try await session.step(.sample(1, of: key), answer: .conflict)
            let deadline = StoredDeadline.sample("d", due: session.now, number: 1)
            try await session.step(
                .sample(
                    1, of: key, activities: [.removed(name: "a")], deadlines: [.set(deadline)], cause: .patch))
            var seen = try await session.instance("a")
            try session.expect(seen.status, .failed, "the condition")
            try session.expect(seen.problem, "p", "the problem")
            try session.expect(seen.state, Data("state 1".utf8), "the state")
            try session.expect(seen.deadlines, [deadline], "the deadlines")
            try session.expect(try await session.deadlines(), [], "the deadlines of running instances")
            try await session.setStatus(.running, of: key)
            try session.expect(try await session.deadlines(), ["d"], "the deadlines of running instances")
            try await session.step(.sample(2, of: key, cause: .patch))
            try await session.setStatus(.failed, of: key, problem: "p")
            try await session.step(.sample(3, of: key, isEnd: true, cause: .patch))
            seen = try await session.expectNothingAhead(of: "a")
            try session.expect(seen.status, .ended, "the condition after a patch that ends it")
            try session.expect(seen.problem, nil, "the problem after the end")
            try await session.step(.sample(4, of: key, cause: .patch), answer: .conflict)
            try session.expect(try await session.entries(of: key).map(\.cause), [.patch, .patch, .patch], "the causes")
        }

        law("The journal keeps the state after each macrostep, if it is given one.") { session in
            let key = try await session.create("a")
            var expected: [JournalEntry] = []
            for number in 1...3 {
                var step = StoredStep.sample(number, of: key, isEnd: number == 3)
                if number != 2 { step.journal.state = step.state }
                if number == 3 { step.journal.stateVersion = 9 }
                try await session.step(step)
                expected.append(step.journal)
            }
            try await session.restart()
            try session.expect(try await session.entries(of: key), expected, "the journal")
        }

        law("The number of waiting events is that of the inbox.") { session in
            let key = try await session.create("a")
            try session.expect(try await session.store.waiting(of: key), 0, "the number")
            var first: EventNumber?
            for index in 0..<5 {
                let number = try await session.receive("\(index)", for: key)
                first = first ?? number
            }
            try session.expect(try await session.store.waiting(of: key), 5, "the number")
            try await session.step(.sample(1, of: key, consumed: first))
            try session.expect(try await session.store.waiting(of: key), 4, "the number after a macrostep")
            try session.expect(try await session.store.waiting(of: key + 1), 0, "the number of one that is missing")
        }

        law("Failed instances are removed with their waiting events, if they failed before the time.") { session in
            let ids = session.siblings("a", "b", "c", "running")
            var keys: [InstanceKey] = []
            for id in ids {
                let deadlines = [StoredDeadline.sample("d", due: session.now + 60)]
                keys.append(try await session.create(id, activities: ["a"], deadlines: deadlines))
            }
            for key in keys { try await session.receive("1", for: key) }
            for key in keys.dropLast() {
                session.advance(by: 10)
                try await session.setStatus(.failed, of: key)
            }
            let last = session.now
            session.experiment.does(
                "removed failed instances, with a limit of 0, of 1 and of 9, then with a later time")
            for (limit, count) in [(0, 0), (1, 1), (9, 1), (9, 0)] {
                try await session.commit(.removeFailed(before: last, limit: limit), answers: [.removed(count)])
            }
            try session.expect(try await session.list(), Array(ids[2...]), "the instances that are left")
            try await session.commit(.removeFailed(before: last + 1, limit: 9), answers: [.removed(1)])
            try session.expect(try await session.list(), [ids[3]], "the instances that are left")
            try session.expect(try await session.inbox(of: keys[0]), [], "the inbox of one that is gone")
            try await session.create(ids[0])
            try session.expect(try await session.inbox(of: keys[3]), ["1"], "the inbox of the one that runs")
        }
    }
}
