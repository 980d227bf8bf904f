import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofRemoval: [Law] { [removal, traces] }

    private var removal: Law {
        law("Instances are removed that ended or were cancelled before the time, the earliest first.") { session in
            var keys: [InstanceKey] = []
            for id in ["late", "running", "failed", "early", "cancelled"] { keys.append(try await session.create(id)) }
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
                try await session.commit(
                    .remove(endedBefore: before, limit: limit), answers: [.removed(count)])
                try session.expect(try await session.list(), ids, "the instances")
            }
            try await remove(time, 0, removes: 0, leaves: ["late", "running", "failed", "early", "cancelled"])
            try await remove(time, 1, removes: 1, leaves: ["late", "running", "failed", "cancelled"])
            try await remove(time, 9, removes: 1, leaves: ["late", "running", "failed"])
            try await session.restart()
            try await remove(time + 1, 9, removes: 1, leaves: ["running", "failed"])
        }
    }

    private var traces: Law {
        law("Nothing is left of an instance that was removed, and its name is free.") { session in
            let key = try await session.create("a")
            try await session.receive("1", for: key, deduplication: "k")
            try await session.step(.sample(1, of: key, isEnd: true))
            session.experiment.does("removed the instance")
            try await session.commit(
                .remove(endedBefore: session.now + 1, limit: 9), answers: [.removed(1)])
            let name = InstanceName(machine: "order", id: "a")
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
}
