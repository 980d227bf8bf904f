import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Messages

    @LawList var ofMessages: [Law] {
        law("The messages of a macrostep are in the inboxes of their targets, in order, and never without it.") {
            session in
            let ids = ["a", "b", "c"]
            let keys = try await session.create(ids)
            session.experiment.does("recorded a macrostep with messages to b, c, b and to itself")
            var step = StoredStep.sample(1, of: keys[0])
            step.messages = ["b", "c", "b", "a"].enumerated().map { .event("m\($0)", to: $1) }
            step.messages[0].context = ["trace": "t"]
            let answers = try await session.commit(.step(step))[0]
            guard case .sent(let sent) = answers else { throw Violation(expected: "it is sent", seen: "\(answers)") }
            let numbers = sent.compactMap { if case .stored(let number) = $0 { number } else { nil } }
            try session.experiment.expect(
                numbers.count == 4 && numbers == numbers.sorted() && Set(numbers).count == 4,
                "four messages with ascending numbers", seen: sent)
            session.experiment.does("recorded the macrostep once more")
            try await session.commit(.step(step), answers: [.conflict])
            try await session.restart()
            try session.expect(try await session.inbox(of: keys[0]), ["m3"], "the inbox of a")
            try session.expect(try await session.inbox(of: keys[1]), ["m0", "m2"], "the inbox of b")
            try session.expect(try await session.inbox(of: keys[2]), ["m1"], "the inbox of c")
            let first = try await session.store.inbox(of: keys[1], after: 0, limit: 1).first
            try session.expect(first?.number, numbers[0], "the number of the first")
            try session.expect(first?.version, 7, "its version")
            try session.expect(first?.context ?? [:], ["trace": "t"], "its context")
            try session.expect(try await session.instance("a").number, 1, "the number of macrosteps")
        }

        law("A message reaches an instance that ends behind it in the same transaction.") { session in
            // A transaction carries out the changes of one shard after those of another.
            let ids = ["a", "b"].sorted { id, other in
                let names = [id, other].map { InstanceName.order($0) }
                return session.store.shard(of: names[0]) < session.store.shard(of: names[1])
            }
            let (sender, target) = (try await session.create(ids[0]), try await session.create(ids[1]))
            session.experiment.does("recorded a message to \(ids[1]), and its end")
            let step = StoredStep.sample(1, of: sender, messages: [.event("m", to: ids[1])])
            let end = StoredStep.sample(1, of: target, isEnd: true)
            let answers = try await session.commit(.step(step), .step(end))
            guard case .sent(let sent) = answers[0], case .stored? = sent.first, answers[1] == .done else {
                throw Violation(expected: "the message is stored", seen: "\(answers)")
            }
            try session.expect(try await session.inbox(of: target), [], "the inbox of one that has ended")
        }

        law("A failed instance takes messages; one that is over or missing refuses, and the sender has the refusal.") {
            session in
            let keys = [try await session.create("a"), try await session.create(.failed, "failed")]
            try await session.create(.ended, "ended")
            try await session.create(.cancelled, "cancelled")
            var step = StoredStep.sample(
                1, of: keys[0], messages: ["failed", "ended", "cancelled", "missing"].map { .event("m", to: $0) })
            let answer = try await session.commit(.step(step))[0]
            guard case .sent(let sent) = answer, sent.count == 4, case .storedForRetry = sent[0] else {
                throw Violation(expected: "the failed one has the message", seen: "\(answer)")
            }
            try session.expect(Array(sent.dropFirst()), [.refused(.ended), .refused(.cancelled), .missing], "the rest")
            step = .sample(
                2, of: keys[0],
                messages: ["ended", "missing", "failed"].map { .event("m", to: $0, refusal: "no \($0)") })
            let second = try await session.commit(.step(step))[0]
            guard case .sent(let sent) = second, sent.count == 3, case .returned(let first) = sent[0],
                case .returned(let last) = sent[1], first < last, case .storedForRetry = sent[2]
            else { throw Violation(expected: "two refusals, and a message that is stored", seen: "\(second)") }
            try session.expect(try await session.inbox(of: keys[0]), ["no ended", "no missing"], "the sender's inbox")
            try session.expect(try await session.inbox(of: keys[1]), ["m", "m"], "the inbox of the failed one")
            session.experiment.does("ended the sender with messages to itself and to one that is missing")
            step = .sample(
                3, of: keys[0], isEnd: true,
                messages: [.event("late", to: "a", refusal: "no"), .event("late", to: "missing", refusal: "no")])
            try await session.commit(.step(step), answers: [.sent([.refused(.ended), .missing])])
            try session.expect(try await session.inbox(of: keys[0]), [], "the sender's inbox")
        }

        law("A macrostep starts instances, which take its messages; one that exists stays as it is.") { session in
            let key = try await session.create("a")
            let due = session.now + 60
            let new = StoredInstance.sample("new", activities: ["work"], deadlines: [.sample("limit", due: due)])
            var step = StoredStep.sample(1, of: key)
            step.messages = [
                StoredMessage(to: new.name, .start(new)), .event("hello", to: "new"),
                StoredMessage(to: new.name, .start(.sample("new", version: 9))),
            ]
            let answer = try await session.commit(.step(step))[0]
            guard case .sent(let sent) = answer, sent.count == 3, case .created(let created) = sent[0],
                case .stored = sent[1], sent[2] == .exists(created)
            else { throw Violation(expected: "one is created, has a message, and exists", seen: "\(answer)") }
            try await session.restart()
            let found = try await session.instance("new")
            try session.expect(found.version, 1, "its version")
            try session.expect(found.activities.map(\.name), ["work"], "its activities")
            try session.expect(try await session.deadlines(), ["limit"], "the deadlines")
            try session.expect(try await session.inbox(of: created), ["hello"], "its inbox")
        }
    }
}
