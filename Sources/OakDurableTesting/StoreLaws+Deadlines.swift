import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofDeadlines: [Law] { [earliestFirst, moved] }

    private var earliestFirst: Law {
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
                    instance: InstanceName(machine: "order", id: id))
            }
            let expected = [
                reference("a", later, "b", 0, 10), reference("b", earlier, "a", 0, 10),
                reference("b", earlier, "b", 0, 10), reference("a", later, "d", 0, 30),
                reference("a", later, "e", 2, 40),
            ]
            let all = try await session.store.deadlines(after: nil, limit: 100)
            try session.expect(all, expected, "all deadlines")
            for index in expected.indices {
                let part = try await session.store.deadlines(after: all[index], limit: 2)
                try session.expect(part, Array(expected[(index + 1)...].prefix(2)), "two after \(all[index].name)")
            }
            let between = reference("", .max, "", 0, 15)
            let rest = try await session.store.deadlines(after: between, limit: 1)
            try session.expect(rest, [expected[3]], "the first after a position between two")
            try session.expect(try await session.store.deadlines(after: nil, limit: 0), [], "none")
        }
    }

    private var moved: Law {
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
                                .sample(
                                    "\(policy) \(index)", due: session.now + due, duration: 60, policy: policy))
                        }
                    }
                    let key = try await session.create(id, deadlines: deadlines)
                    if status == .failed { try await session.setStatus(.failed, of: key) }
                    let lastSeen = session.now
                    session.advance(by: TimeInterval(pause))
                    try await session.restart()
                    let expected = deadlines.map { deadline in
                        var moved = deadline
                        moved.due = deadline.resumed(at: session.now, lastSeen: lastSeen)
                        return moved
                    }
                    try session.expect(
                        try await session.instance(id).deadlines, expected.sorted { $0.name < $1.name },
                        "the deadlines of instance \(id)")
                    let waiting = status == .running ? expected.map(\.due).sorted() : []
                    let seen = try await session.store.deadlines(after: nil, limit: 100).map(\.due)
                    try session.expect(seen, waiting, "when deadlines of running instances fall due")
                    try await session.setStatus(.cancelled, of: key)
                }
            }
        }
    }
}
