import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Tags and counts

    @LawList var ofTags: [Law] {
        law("An instance has the tags of its last macrostep, also after its end and in the next process.") { session in
            let key = try await session.create("a", tags: ["phase": "open", "number": 7, "e\u{301}": "1"])
            func expect(_ tags: [String: DurableTag]) async throws {
                try session.expect(try await session.instance("a").tags, tags, "its tags")
                let listed = try await session.store.list(InstanceQuery()).first?.tags
                try session.expect(listed ?? [:], tags, "its tags in a list")
            }
            try await expect(["phase": "open", "number": 7, "\u{e9}": "1"])
            var step = StoredStep.sample(1, of: key)
            step.tags = [
                .removed(name: "number"), .set(StoredTag(name: "phase", value: "paid")), .removed(name: "other"),
                .set(StoredTag(name: "\u{e9}", value: 1)),
            ]
            try await session.step(step)
            try await expect(["phase": "paid", "\u{e9}": 1])
            session.experiment.does("recorded a macrostep with a wrong number")
            step.tags = [.set(StoredTag(name: "phase", value: "wrong"))]
            try await session.commit(.step(step), answers: [.conflict])
            try await session.restart()
            try await expect(["phase": "paid", "\u{e9}": 1])
            step = .sample(2, of: key, isEnd: true, tags: [.set(StoredTag(name: "phase", value: "over"))])
            try await session.step(step)
            try await expect(["phase": "over", "\u{e9}": 1])
            try await session.removeEnded(1)
            let found = try await session.list(.tag("phase", is: "over"))
            try session.expect(found, [], "those with the tag of one that was removed")
            try await session.create("a")
            try await expect([:])
        }

        law("A list for tags has the instances with each of them, and its length is their number.") { session in
            var all: [InstanceSummary] = []
            for index in 0..<24 {
                let (id, machine) = ("\(23 - index)", index % 3 == 0 ? "order" : "invoice")
                let key = try await session.create(
                    id, machine: machine, version: 1 + index % 2,
                    tags: ["half": .integer(index / 12), "text": .text("\(index % 2)"), "e\u{301}": "e\u{301}"])
                if index % 4 == 0 { try await session.setStatus(.failed, of: key) }
                if index % 5 == 0 {
                    try await session.step(.sample(1, of: key), answer: index % 4 == 0 ? .conflict : .done)
                }
                all.append(try await session.instance(id, machine: machine).summary)
            }
            let queries: [[String: DurableTag]] = [
                [:], ["half": 0], ["half": "0"], ["text": "1"], ["text": 1], ["\u{e9}": "\u{e9}"], ["none": "0"],
                ["half": 1, "text": "0"], ["half": 1, "text": "0", "e\u{301}": "\u{e9}"], ["half": 1, "none": 1],
            ]
            let statuses: [Set<InstanceStatus>] = [Set(InstanceStatus.allCases), [.failed], [.running, .ended], []]
            for tags in queries {
                for (machine, statuses) in [nil, "order", "unknown"].flatMap({ name in statuses.map { (name, $0) } }) {
                    for versions in [nil, 2...3] {
                        var query = InstanceQuery(machine: machine, statuses: statuses, versions: versions, tags: tags)
                        let matching = all.filter { summary in
                            machine ?? summary.name.machine == summary.name.machine
                                && statuses.contains(summary.status)
                                && versions?.contains(summary.version) ?? true
                                && tags.allSatisfy { summary.tags[$0.key] == $0.value }
                        }
                        try session.expect(try await session.store.list(query), matching, "the list for \(query)")
                        query.after = matching.first?.key ?? 0
                        query.limit = 2
                        let count = try await session.store.count(query)
                        try session.expect(count, matching.count, "the number for \(query)")
                        let part = Array(matching.dropFirst().prefix(2))
                        try session.expect(try await session.store.list(query), part, "the list for \(query)")
                    }
                }
            }
        }

        law("The numbers of a machine's instances are those of a list, if the store keeps any.") { session in
            func expect(_ expected: [InstanceStatus: Int]) async throws {
                guard let counts = try await session.store.counts(of: "order") else { return }
                try session.expect(counts.filter { $0.value != 0 }, expected, "the numbers")
                let sum = try await session.store.count(InstanceQuery(machine: "order"))
                try session.expect(sum, expected.values.reduce(0, +), "the number of all")
            }
            try await expect([:])
            let keys = try await session.create(session.siblings("a", "b", "c", "d"))
            try await session.create("a", machine: "invoice")
            try await session.commit(.create(.sample("a")), answers: [.exists(keys[0])])
            try await expect([.running: 4])
            try await session.step(.sample(1, of: keys[0]))
            try await session.step(.sample(1, of: keys[1], isEnd: true))
            try await session.setStatus(.failed, of: keys[2])
            try await session.setStatus(.cancelled, of: keys[3])
            try await expect([.running: 1, .ended: 1, .failed: 1, .cancelled: 1])
            try await session.setStatus(.failed, of: keys[2])
            try await session.restart()
            try await expect([.running: 1, .ended: 1, .failed: 1, .cancelled: 1])
            try await session.setStatus(.running, of: keys[2])
            try await session.removeEnded(2)
            try await expect([.running: 2])
        }

        law("Instances that are read together are those of the names, in their order.") { session in
            for id in ["a", "b", "c"] { try await session.create(id, activities: [id], tags: ["id": .text(id)]) }
            let names = ["c", "unknown", "a", "c"].map { InstanceName.order($0) }
            let expected = [
                try await session.instance("c"), try await session.instance("a"), try await session.instance("c"),
            ]
            try session.expect(try await session.store.instances(names), expected, "the instances")
            try session.expect(try await session.store.instances([]), [], "none")
        }
    }
}
