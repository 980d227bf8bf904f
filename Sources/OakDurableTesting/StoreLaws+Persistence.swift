import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofPersistence: [Law] { [nextProcess, dates] }

    private var nextProcess: Law {
        law("The next process finds everything as the last one left it.") { session in
            for index in 1...20 {
                let deadline = StoredDeadline.sample("d", due: session.now + TimeInterval(index))
                let key = try await session.create("\(index)", activities: ["a"], deadlines: [deadline])
                for number in 1...3 { try await session.step(.sample(number, of: key)) }
                try await session.receive("waiting", for: key)
                if index % 4 == 1 { try await session.setStatus(.failed, of: key, problem: "p") }
                if index % 4 == 2 { try await session.step(.sample(4, of: key, isEnd: true)) }
                if index % 4 == 3 { try await session.setStatus(.cancelled, of: key) }
            }
            let before = try await contents(of: session)
            for _ in 1...2 {
                try await session.restart()
                let after = try await contents(of: session)
                for (seen, expected) in zip(after, before) { try session.expect(seen, expected, "the contents") }
                try session.expect(after.count, before.count, "their number")
                await session.release()
            }
        }
    }

    private nonisolated(nonsending) func contents(of session: StoreSession<Store>) async throws -> [String] {
        let store = session.store
        var result = [
            "\(try await store.unfinished(after: 0, limit: 100))",
            "\(try await store.deadlines(after: nil, limit: 100))",
        ]
        for summary in try await store.list(InstanceQuery()) {
            result.append("\(summary)")
            result.append("\(try await session.instance(summary.name.id))")
            result.append("\(try await store.inbox(of: summary.key, after: 0, limit: 100))")
            result.append("\(try await store.journal(of: summary.key, after: 0, limit: 100))")
        }
        return result
    }

    private var dates: Law {
        law("Times are kept to the millisecond, and deadlines apart from it keep their order.") { session in
            let moments = [
                Date.distantPast, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0.001),
                Date(timeIntervalSince1970: 1_700_000_000.1234), Date(timeIntervalSince1970: 1_700_000_000.1244),
                Date(timeIntervalSince1970: 4_000_000_000.999), Date.distantFuture,
            ]
            session.now = Date(timeIntervalSince1970: 1_700_000_000.5678)
            let deadlines = moments.enumerated().map { StoredDeadline.sample("\($0)", due: $1, duration: 0.0015) }
            let key = try await session.create("a", deadlines: deadlines.reversed())
            try await session.receive("1", for: key)
            try await session.step(.sample(1, of: key, at: session.now))
            let instance = try await session.instance("a")
            let received = try await session.store.inbox(of: key, after: 0, limit: 1).map(\.received)
            let recorded = try await session.store.journal(of: key, after: 0, limit: 1).map(\.time)
            let seen = instance.deadlines.map(\.due) + [instance.created, instance.changed] + received + recorded
            let expected = moments + Array(repeating: session.now, count: 4)
            let areNear =
                seen.count == expected.count
                && zip(seen, expected).allSatisfy { abs($0.timeIntervalSince($1)) < 0.001 }
            try session.experiment.expect(areNear, "\(expected.map(\.timeIntervalSince1970))", seen: seen)
            try session.experiment.expect(
                instance.deadlines.allSatisfy { abs($0.duration - 0.0015) < 0.001 }, "durations to the millisecond",
                seen: instance.deadlines.map(\.duration))
            let names = try await session.deadlines()
            try session.expect(names, moments.indices.map { "\($0)" }, "the deadlines in their order")
        }
    }
}
