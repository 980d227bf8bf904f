import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    @LawList var ofInstances: [Law] {
        law("An instance is read as it was created; one that was not created is not found.") { session in
            var new = StoredInstance.sample(
                "a", version: 3, activities: ["b", "a"],
                deadlines: ["d", "c"].map { StoredDeadline.sample($0, due: session.now + 60) })
            new.state = Data([0, 255])
            try session.expect(try await session.store.instance(new.name), nil, "before, the instance")
            try session.expect(try await session.store.summary(of: new.name), nil, "before, its summary")
            session.experiment.does("created an instance with two activities and two deadlines")
            let answer = try await session.commit(.create(new))
            let key = try await session.instance("a").key
            try session.expect(answer, [.created(key)], "the answer")
            try session.experiment.expect(key > 0, "a key above zero", seen: key)
            (new.key, new.created, new.changed) = (key, session.now, session.now)
            (new.activities, new.deadlines) = (new.activities.reversed(), new.deadlines.reversed())
            try session.expect(try await session.instance("a"), new, "the instance")
            try session.expect(try await session.store.summary(of: new.name), new.summary, "its summary")
            try session.expect(try await session.store.journal(of: key, after: -1, limit: 9), [], "its journal")
        }

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

        law("Names of any characters are kept, and kept apart.") { session in
            let odd = [
                "", " ", "a", "A", "a ", "a\u{0}", "a\u{0}b", "\u{0}", "'", "\"", "';--", "%", "_", "\\", "/", "a/b",
                "\n", "\u{FEFF}a", "\u{FFFD}", "é", "ü", "ß", "ss", "日本", "👩‍👩‍👧", "👩", "NULL", "1", "1.0", "01",
                "a\u{308}", "\\x41", "%s %I $1", String(repeating: "long ", count: 2_000),
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

        law("No key of an instance and no number of an event is given twice, and each is greater than the last.") {
            session in
            var keys: [InstanceKey] = []
            var numbers: [EventNumber] = []
            for round in 1...3 {
                for _ in 1...2 {
                    keys.append(try await session.create("a"))
                    numbers.append(try await session.receive("e", for: keys[keys.count - 1]))
                    try await session.setStatus(.cancelled, of: keys[keys.count - 1])
                    try await session.removeEnded(1)
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

    // MARK: Statuses

    @LawList var ofStatuses: [Law] {
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
                let all = try await session.unfinishedInstances()
                try session.expect(all.map(\.name.id), ["inbox", "activity", "both", "left"], "all, by key")
                try session.expect(all.map(\.key), all.map { key($0.name.id) }, "their keys")
                let part = try await session.unfinishedInstances(after: key("inbox"), limit: 2).map(\.name.id)
                try session.expect(part, ["activity", "both"], "two after the first")
                try session.expect(try await session.unfinishedInstances(limit: 0), [], "none")
                try await session.restart()
            }
        }
    }

    // MARK: Suspects

    @LawList var ofSuspects: [Law] {
        law("Suspects are running instances with trials, until they are acquitted or change their status.") { session in
            let keys = try await session.create(["a", "b", "c", "d", "e"])
            try session.expect(try await session.suspects(), [], "before, the suspects")
            session.experiment.does("suspected all")
            for (trials, key) in keys.enumerated() {
                try await session.commit(.setTrials(trials, of: [key]), answers: [.done])
            }
            try session.expect(try await session.suspects().map(\.trials), [0, 1, 2, 3, 4], "their trials")
            try await session.restart()
            let seen = try await session.suspects()
            try session.expect(seen.map(\.name.id), ["a", "b", "c", "d", "e"], "the suspects in the next process")
            try session.expect(seen.map(\.trials), [0, 1, 2, 3, 4], "their trials in the next process")
            let part = try await session.store.suspects(in: session.ownShards, after: keys[1], limit: 2).map(\.key)
            try session.expect(part, [keys[2], keys[3]], "two after the second")
            session.experiment.does("acquitted one")
            try await session.commit(.setTrials(nil, of: [keys[0]]), .step(.sample(1, of: keys[1])))
            try await session.setStatus(.failed, of: keys[2])
            try await session.setStatus(.cancelled, of: keys[3])
            try session.expect(try await session.suspects().map(\.key), [keys[1], keys[4]], "those that are left")
            try await session.setStatus(.running, of: keys[2])
            try session.expect(try await session.instance("c").trials, nil, "the trials of one that was parked")
            try await session.step(.sample(2, of: keys[1], isEnd: true))
            try session.expect(try await session.instance("b").trials, nil, "the trials of one that has ended")
            session.experiment.does("suspected instances that are not there, or do not run")
            try await session.commit(
                .setTrials(7, of: [keys[1]]), .setTrials(7, of: [keys[3]]), .setTrials(7, of: [keys[4] + 1]),
                answers: [.done, .done, .done])
            try session.expect(try await session.suspects().map(\.key), [keys[4]], "the last one")
        }
    }

    // MARK: Removal

    @LawList var ofRemoval: [Law] {
        law("Instances are removed that ended or were cancelled before the time, the earliest first.") { session in
            let ids = session.siblings("late", "running", "failed", "early", "cancelled")
            let keys = try await session.create(ids)
            let (late, running, failed, cancelled) = (ids[0], ids[1], ids[2], ids[4])
            try await session.setStatus(.failed, of: keys[2])
            session.advance(by: 10)
            try await session.step(.sample(1, of: keys[3], isEnd: true))
            session.advance(by: 10)
            try await session.setStatus(.cancelled, of: keys[4])
            session.advance(by: 10)
            let time = session.now
            try await session.step(.sample(1, of: keys[0], isEnd: true))
            session.experiment.does("removed instances, with a limit of 0, of 1 and of 9, then with a later time")
            func remove(_ before: Date, _ limit: Int, removes count: Int, leaves ids: [String]) async throws {
                try await session.commit(.remove(endedBefore: before, limit: limit), answers: [.removed(count)])
                try session.expect(try await session.list(), ids, "the instances")
            }
            try await remove(time, 0, removes: 0, leaves: ids)
            try await remove(time, 1, removes: 1, leaves: [late, running, failed, cancelled])
            try await remove(time, 9, removes: 1, leaves: [late, running, failed])
            try await session.restart()
            try await remove(time + 1, 9, removes: 1, leaves: [running, failed])
        }

        law("Nothing is left of an instance that was removed, and its name is free.") { session in
            let key = try await session.create("a")
            try await session.receive("1", for: key, deduplication: "k")
            try await session.step(.sample(1, of: key, isEnd: true))
            try await session.removeEnded(1)
            let name = InstanceName.order("a")
            try session.expect(try await session.store.instance(name), nil, "the instance")
            try session.expect(try await session.store.journal(of: key, after: -1, limit: 9), [], "its journal")
            try await session.commit(.step(.sample(2, of: key)), answers: [.conflict])
            try await session.setStatus(.failed, of: key, answer: .missing)
            let next = try await session.create("a")
            try await session.receive("1", for: next, deduplication: "k")
            try session.expect(try await session.inbox(of: next), ["1"], "the inbox of the next of its name")
            let journal = try await session.store.journal(of: next, after: -1, limit: 9)
            try session.expect(journal, [], "the journal of the next of its name")
        }
    }

    // MARK: Lists

    @LawList var ofLists: [Law] {
        law("A list tells what the instances tell.") { session in
            let key = try await session.create("a", version: 4)
            session.advance(by: 2)
            try await session.step(.sample(1, of: key))
            session.advance(by: 2)
            try await session.setStatus(.failed, of: key, problem: "no card")
            let instance = try await session.instance("a")
            let expected = InstanceSummary(
                key: key, name: instance.name, version: instance.version, status: .failed, problem: "no card",
                number: 1, created: instance.created, changed: session.now)
            try session.expect(try await session.store.list(InstanceQuery()), [expected], "the list")
        }

        law("A list has the instances that the query names, in the order of their keys, in parts, too.") { session in
            var all: [StoredInstance] = []
            let statuses = InstanceStatus.allCases
            for index in 0..<24 {
                let (id, machine) = ("\(23 - index)", index % 3 == 0 ? "order" : "invoice")
                let status = statuses[index / 2 % statuses.count]
                try await session.create(status, id, machine: machine, version: 1 + index % 5)
                all.append(try await session.instance(id, machine: machine))
            }
            let sets: [Set<InstanceStatus>] = [
                Set(statuses), [.running], [.failed], [.ended, .cancelled], [.running, .failed, .ended], [],
            ]
            for (machine, statuses, versions) in sets.flatMap({ set in
                [nil, "order", "invoice", "unknown"].flatMap { machine in
                    [nil, 1...2, 5...9, 7...9].map { (machine, set, $0) }
                }
            }) {
                let matching = all.filter {
                    (machine == nil || $0.name.machine == machine) && statuses.contains($0.status)
                        && (versions == nil || versions?.contains($0.version) == true)
                }
                var query = InstanceQuery(machine: machine, statuses: statuses, versions: versions)
                try session.expect(
                    try await session.store.list(query).map(\.key), matching.map(\.key), "the keys for \(query)")
                query.limit = 2
                if matching.count > 1 { query.after = matching[0].key }
                let part = matching.filter { $0.key > query.after }.prefix(2).map(\.key)
                try session.expect(try await session.store.list(query).map(\.key), part, "the keys for \(query)")
            }
            try session.expect(try await session.list(InstanceQuery(limit: 0)), [], "none")
        }
    }

}
