import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofInstances: [Law] { [created, endedAtOnce, unique, names, equalNames, keys] }

    private var created: Law {
        law("An instance is read as it was created; one that was not created is not found.") { session in
            var new = StoredInstance.sample(
                "a", version: 3, activities: ["b", "a"],
                deadlines: ["d", "c"].map { StoredDeadline.sample($0, due: session.now + 60) })
            new.state = Data([0, 255])
            try session.expect(try await session.store.instance(new.name), nil, "before, the instance")
            session.experiment.does("created an instance with two activities and two deadlines")
            let answer = try await session.commit(.create(new))
            let key = try await session.instance("a").key
            try session.expect(answer, [.created(key)], "the answer")
            try session.experiment.expect(key > 0, "a key above zero", seen: key)
            (new.key, new.created, new.changed) = (key, session.now, session.now)
            (new.activities, new.deadlines) = (new.activities.reversed(), new.deadlines.reversed())
            try session.expect(try await session.instance("a"), new, "the instance")
            try session.expect(try await session.store.journal(of: key, after: -1, limit: 9), [], "its journal")
        }
    }

    private var endedAtOnce: Law {
        law("An instance that ends when it is created has its output, and nothing ahead.") { session in
            session.experiment.does("created an ended instance")
            var new = StoredInstance.sample(
                "a", status: .ended, activities: ["a"], deadlines: [.sample("d", due: session.now)])
            new.output = Data("o".utf8)
            try await session.commit(.create(new))
            let seen = try await session.expectNothingAhead(of: "a")
            try session.expect(seen.status, .ended, "its status")
            try session.expect(seen.output, new.output, "its output")
        }
    }

    private var unique: Law {
        law("An instance that is there already is not created, and stays as it is.") { session in
            let key = try await session.create("a", deadlines: [.sample("d", due: session.now)])
            let before = try await session.instance("a")
            session.experiment.does("created it again, twice, and one of another machine with this id")
            var again = StoredInstance.sample(
                "a", version: 2, activities: ["b"], deadlines: [.sample("d", due: session.now + 9)])
            again.state = Data("again".utf8)
            var other = again
            other.name.machine = "invoice"
            let answers = try await session.commit(.create(again), .create(other), .create(again))
            let otherKey = try await session.instance("a", machine: "invoice").key
            try session.expect(answers, [.exists(key), .created(otherKey), .exists(key)], "the answers")
            try session.expect(try await session.instance("a"), before, "the instance")
            try await session.setStatus(.cancelled, of: key)
            try await session.commit(.create(again), answers: [.exists(key)])
        }
    }

    private var names: Law {
        law("Names of any characters are kept, and kept apart.") { session in
            let odd = [
                "", " ", "a", "A", "a ", "a\u{0}", "a\u{0}b", "\u{0}", "'", "\"", "';--", "%", "_", "\\", "/", "a/b",
                "\n", "\u{FEFF}a", "\u{FFFD}", "é", "ü", "ß", "ss", "日本", "👩‍👩‍👧", "👩", "NULL", "1", "1.0", "01",
                String(repeating: "long ", count: 2_000),
            ]
            var keys: [InstanceKey] = []
            for name in odd {
                keys.append(
                    try await session.create(
                        name, machine: name, activities: [name], deadlines: [.sample(name, due: session.now)]))
                try await session.receive(name, for: keys[keys.count - 1], deduplication: name)
            }
            try await session.restart()
            for (name, key) in zip(odd, keys) {
                let seen = try await session.instance(name, machine: name)
                var expected = StoredInstance.sample(
                    name, machine: name, activities: [name], deadlines: [.sample(name, due: session.now)])
                (expected.key, expected.created, expected.changed) = (key, session.now, session.now)
                try session.expect(seen, expected, "the instance")
                try await session.commit(
                    .event("again", for: key, deduplication: name),
                    .event("other", for: key, deduplication: name + "!"),
                    .step(.sample(1, of: key, activities: [.removed(name: name)], deadlines: [.removed(name: name)])))
                try session.expect(try await session.inbox(of: key), [name, "other"], "its inbox")
                let after = try await session.instance(name, machine: name)
                try session.expect(after.activities, [], "activities that were left")
                try session.expect(after.deadlines, [], "deadlines that were removed")
                let listed = try await session.store.list(InstanceQuery(machine: name)).map(\.key)
                try session.expect(listed, [key], "the instances of its machine")
            }
        }
    }

    private var equalNames: Law {
        law("Names that Swift considers equal are one name.") { session in
            let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
            let key = try await session.create(composed, activities: [composed])
            session.experiment.does("used its name in another spelling")
            try await session.receive("first", for: key, deduplication: composed)
            try await session.commit(
                .create(.sample(decomposed)),
                .event("second", for: key, deduplication: decomposed),
                .step(.sample(1, of: key, activities: [.set(.returned(decomposed))])),
                answers: [.exists(key), .duplicate, .done])
            let seen = try await session.instance(decomposed)
            try session.expect(seen.key, key, "its key")
            try session.expect(seen.activities.map(\.hasReturned), [true], "whether the activity has returned")
        }
    }

    private var keys: Law {
        law("No key of an instance and no number of an event is given twice, and each is greater than the last.") {
            session in
            var keys: [InstanceKey] = []
            var numbers: [EventNumber] = []
            for round in 1...3 {
                for _ in 1...2 {
                    keys.append(try await session.create("a"))
                    numbers.append(try await session.receive("e", for: keys[keys.count - 1]))
                    try await session.setStatus(.cancelled, of: keys[keys.count - 1])
                    session.experiment.does("removed the instance")
                    let later = session.now + 1
                    try await session.commit(
                        .remove(endedBefore: later, limit: 9), answers: [.removed(1)])
                }
                session.experiment.does("ended round \(round)")
                try await session.restart()
            }
            let grow = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
            try session.experiment.expect(grow && keys[0] > 0, "keys that grow", seen: keys)
            let numbersGrow = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
            try session.experiment.expect(numbersGrow && numbers[0] > 0, "numbers that grow", seen: numbers)
        }
    }
}
