import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Schedules

    @LawList var ofSchedules: [Law] {
        law("A run of a schedule is noted with its messages, and only after the time that is given.") { session in
            let target = try await session.create("a")
            try await session.create(.cancelled, "over")
            let (first, second) = (session.now + 60, session.now + 120)
            session.experiment.does("ran a schedule for the first time, after a time that it does not have")
            let early = StoreChange.run(schedule: "s", at: first, after: session.now, messages: [.event("no", to: "a")])
            try await session.commit(early, answers: [.conflict])
            try session.expect(try await session.store.lastRun(of: "s"), nil, "its last time")
            session.experiment.does("ran it after no time")
            try await session.commit(.run(schedule: "s", at: first, after: nil), answers: [.sent([])])
            session.experiment.does("ran it after no time again, and after a time that it does not have")
            let messages = [StoredMessage.event("no", to: "a")]
            try await session.commit(
                .run(schedule: "s", at: second, after: nil, messages: messages),
                .run(schedule: "s", at: second, after: second, messages: messages), answers: [.conflict, .conflict])
            session.experiment.does("ran it after its last time, twice in one transaction")
            let new = StoredInstance.sample("new", deadlines: [.sample("limit", due: second)])
            let run = StoreChange.run(
                schedule: "s", at: second, after: first,
                messages: [
                    .event("1", to: "a"), StoredMessage(to: new.name, .start(new)), .event("2", to: "new"),
                    .event("3", to: "over"), .event("4", to: "missing"),
                ])
            let answers = try await session.commit(run, run)
            guard answers.count == 2, answers[1] == .conflict, case .sent(let sent) = answers[0], sent.count == 5,
                case .stored = sent[0], case .created(let created) = sent[1], case .stored = sent[2],
                sent[3] == .refused(.cancelled), sent[4] == .missing
            else { throw Violation(expected: "one run, with an answer for each message", seen: "\(answers)") }
            try await session.restart()
            try session.expect(try await session.store.lastRun(of: "s"), second, "its last time")
            try session.expect(try await session.inbox(of: target), ["1"], "the inbox of a")
            try session.expect(try await session.inbox(of: created), ["2"], "the inbox of the new one")
            try session.expect(try await session.deadlines(), ["limit"], "the deadlines")
        }

        law("Each schedule has a last time of its own, whatever the characters of its name.") { session in
            let names = ["s", "S", "", "s ", "a\0b", "a\0c", "ü", "\u{1F550}"]
            for (index, name) in names.enumerated() {
                let time = session.now + Double(index)
                try await session.commit(.run(schedule: name, at: time, after: nil), answers: [.sent([])])
            }
            try await session.restart()
            for (index, name) in names.enumerated() {
                let last = try await session.store.lastRun(of: name)
                try session.expect(last, session.now + Double(index), "the last time of \(name)")
            }
            try session.expect(
                try await session.store.lastRun(of: "u\u{308}"), session.now + 6, "the same name in other scalars")
            try session.expect(try await session.store.lastRun(of: "other"), nil, "the last time of another one")
        }
    }
}
