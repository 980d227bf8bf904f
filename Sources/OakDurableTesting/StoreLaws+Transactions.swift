import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofTransactions: [Law] { [inOrder, independent, whole] }

    private var inOrder: Law {
        law("The changes of a transaction see those before them.") { session in
            let (key, other) = (try await session.create("a"), try await session.create("b"))
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
    }

    private var independent: Law {
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
    }

    private var whole: Law {
        law("A read beside commits sees all of a transaction, or nothing.") { session in
            let (key, other, store) = (try await session.create("a"), try await session.create("b"), session.store)
            let rounds = 50
            session.experiment.does("read two instances while both made \(rounds) macrosteps, in one transaction each")
            let reader = session.experiment.start {
                var violations: [String] = []
                var isOver = false
                while !isOver {
                    let both = try await store.list(InstanceQuery()).map(\.number)
                    if both.count != 2 || both[0] != both[1] { violations.append("the numbers \(both)") }
                    guard let seen = try await store.instance(InstanceName(machine: "order", id: "a")) else { break }
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
                _ = try await store.commit(changes, under: session.lease, at: session.now, isShort: false)
                await Task.yield()
            }
            try session.expect(try await reader.value, [], "reads of a part of a transaction")
        }
    }
}
