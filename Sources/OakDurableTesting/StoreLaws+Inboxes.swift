import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    var ofInboxes: [Law] { [order, repetition, repetitionLater, refused, large] }

    private var order: Law {
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
                expected.append(
                    StoredEvent(number: number, version: index, received: session.now, event: event))
            }
            try session.expect(
                try await session.store.inbox(of: key, after: 0, limit: 100), expected, "its inbox")
            let part = try await session.store.inbox(of: key, after: expected[1].number, limit: 2)
            try session.expect(part, Array(expected[2...3]), "two events after the second")
            let none = try await session.store.inbox(of: key, after: 0, limit: 0)
            try session.expect(none, [], "no events")
            let unknown = try await session.store.inbox(of: key + other, after: 0, limit: 9)
            try session.expect(unknown, [], "the inbox of an instance that is not there")
        }
    }

    private var repetition: Law {
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
            try await session.commit(
                .event("6", for: key, deduplication: "k"), answers: [.duplicate])
            try session.expect(try await session.inbox(of: key), ["1", "4", "5", "5"], "the inbox")
            try session.expect(try await session.inbox(of: other), ["3"], "the inbox of the other instance")
        }
    }

    private var repetitionLater: Law {
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
    }

    private var refused: Law {
        law("An instance that has ended or was cancelled, or is not there, takes no events; a failed one does.") {
            session in
            let (failed, ended) = (try await session.create("failed"), try await session.create("ended"))
            let cancelled = try await session.create("cancelled")
            try await session.setStatus(.failed, of: failed)
            try await session.step(.sample(1, of: ended, isEnd: true))
            try await session.setStatus(.cancelled, of: cancelled)
            session.experiment.does("received an event for each")
            let answers = try await session.commit(
                .event("e", for: ended, deduplication: "k"), .event("e", for: cancelled),
                .event("e", for: failed + ended + cancelled), .event("e", for: 0))
            try session.expect(
                answers, [.refused(.ended), .refused(.cancelled), .missing, .missing], "the answers")
            try await session.receive("e", for: failed)
            for (key, expected) in [(ended, []), (cancelled, []), (failed, ["e"])] {
                try session.expect(try await session.inbox(of: key), expected, "the inbox of \(key)")
            }
            try await session.commit(
                .event("e", for: ended, deduplication: "k"), answers: [.refused(.ended)])
        }
    }

    private var large: Law {
        law("An event, a state and an output of a megabyte, or of no byte, are kept as they are.") { session in
            let key = try await session.create("a")
            let large = Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
            session.experiment.does("received an event of 1 MB, and one of no byte")
            try await session.commit(.receive(event: large, version: 1, for: key), .event("", for: key))
            try await session.restart()
            let seen = try await session.store.inbox(of: key, after: 0, limit: 9).map(\.event)
            try session.experiment.expect(seen == [large, Data()], "both events", seen: seen.map(\.count))
            var step = StoredStep.sample(1, of: key, isEnd: true)
            (step.state, step.output, step.journal.event, step.journal.outputs) = (large, large, large, Data())
            try await session.step(step)
            try await session.restart()
            let instance = try await session.instance("a")
            try session.experiment.expect(
                instance.state == large && instance.output == large, "its state and output",
                seen: "\(instance.state.count) and \(instance.output?.count ?? 0) bytes")
            let journal = try await session.store.journal(of: key, after: 0, limit: 9)
            try session.experiment.expect(
                journal.map(\.event) == [large] && journal.map(\.outputs) == [Data()], "the journal",
                seen: journal.map { [$0.event?.count, $0.outputs?.count] })
        }
    }
}
