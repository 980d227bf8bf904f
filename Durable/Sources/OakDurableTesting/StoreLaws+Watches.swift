import Foundation
import OakDurable
import OakTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreLaws {
    // MARK: Watches

    @LawList var ofWatches: [Law] {
        law("Watchers are told of each failure and of the end of an instance, in its transaction, and then no more.") {
            session in
            let (target, watcher) = (try await session.create("target"), try await session.create("watcher"))
            var step = StoredStep.sample(1, of: watcher)
            step.version = 3
            step.messages = [.watch("target", context: ["trace": "t"])]
            try await session.step(step, answer: .sent([.done]))
            try session.expect(try await session.inbox(of: watcher), [], "the inbox of the watcher")
            try await session.restart()
            try await session.expectNotice("target failed", of: .setStatus(.failed, of: target), answer: .done)
            try await session.setStatus(.running, of: target)
            try await session.expectNotice("target failed", of: .setStatus(.failed, of: target), answer: .done)
            try await session.setStatus(.running, of: target)
            step = .sample(
                1, of: target, isEnd: true,
                messages: [StoredMessage(to: .order("watcher"), .event(Data("last".utf8), version: 1))])
            let answer = try await session.commit(.step(step))[0]
            guard case .told(.sent(let sent), let notices) = answer, sent.count == 1, notices.count == 1 else {
                throw Violation(expected: "a message was sent and a watcher told", seen: "\(answer)")
            }
            try session.expect(notices[0].watcher, InstanceName.order("watcher"), "the name of the watcher")
            let inbox = try await session.events(of: watcher)
            try session.expect(
                inbox.map { String(decoding: $0.event, as: UTF8.self) },
                ["target failed", "target failed", "last", "target ended"], "the inbox of the watcher")
            try session.expect(inbox.last?.number, notices[0].event?.number, "the number of the last event")
            try session.expect(inbox.last?.version, 3, "its version")
            try session.expect(inbox.last?.context ?? [:], ["trace": "t"], "its context")
        }

        law("A watch of an instance that does not run is answered at once, and one that is over leaves nothing behind.")
        {
            session in
            let watcher = try await session.create("watcher")
            let failed = try await session.create(.failed, "failed")
            try await session.create(.ended, "ended")
            try await session.create(.cancelled, "cancelled")
            let step = StoredStep.sample(
                1, of: watcher, messages: ["failed", "ended", "cancelled", "missing"].map { .watch($0) })
            let answer = try await session.commit(.step(step))[0]
            guard case .sent(let sent) = answer else {
                throw Violation(expected: "an answer for each watch", seen: "\(answer)")
            }
            let plain = sent.map { if case .told(let plain, _) = $0 { plain } else { StoreAnswer.conflict } }
            try session.expect(
                plain, [.done, .refused(.ended), .refused(.cancelled), .missing], "the answers, each with a notice")
            try session.expect(
                try await session.inbox(of: watcher),
                ["failed failed", "ended ended", "cancelled cancelled", "missing cancelled"], "the inbox")
            try await session.setStatus(.running, of: failed)
            try await session.expectNotice(
                "failed cancelled", of: .setStatus(.cancelled, of: failed), answer: .done)
        }

        law(
            "Watchers of a removed instance are told as of a cancellation if it has failed, and not if it has ended."
        ) {
            session in
            let (ended, failed) = (try await session.create("ended"), try await session.create("failed"))
            let watcher = try await session.create("watcher")
            let step = StoredStep.sample(1, of: watcher, messages: [.watch("ended"), .watch("failed")])
            try await session.step(step, answer: .sent([.done, .done]))
            try await session.expectNotice("ended ended", of: .step(.sample(1, of: ended, isEnd: true)), answer: .done)
            try await session.expectNotice("failed failed", of: .setStatus(.failed, of: failed), answer: .done)
            session.advance(by: 10)
            session.experiment.does("removed both")
            _ = try await session.commit(.remove(endedBefore: session.now, limit: 10))
            _ = try await session.commit(.removeFailed(before: session.now, limit: 10))
            try session.expect(
                try await session.inbox(of: watcher), ["ended ended", "failed failed", "failed cancelled"], "its inbox")
            try session.expect(try await session.store.watchers(of: failed), [], "the watchers of a removed one")
        }

        law("A watcher has one watch of an instance, and none after its own end; each watcher is told.") { session in
            let target = try await session.create("target")
            let watchers = try await session.create(["a", "b", "c"])
            for (index, watcher) in watchers.enumerated() {
                let watches: [StoredMessage] = [.watch("target"), .watch("target", as: "\(index)")]
                let step = StoredStep.sample(1, of: watcher, messages: watches)
                try await session.step(step, answer: .sent([.done, .done]))
            }
            try await session.step(.sample(2, of: watchers[1], isEnd: true))
            var step = StoredStep.sample(2, of: watchers[2], isEnd: true)
            step.messages = [.watch("target")]
            try await session.step(step, answer: .sent([.done]))
            let late = try await session.create("late")
            step = .sample(1, of: late, messages: [.watch("target", as: "late")])
            try await session.step(step, answer: .sent([.done]))
            let answer = try await session.commit(.step(.sample(1, of: target, isEnd: true)))[0]
            guard case .told(.done, let notices) = answer else {
                throw Violation(expected: "watchers are told", seen: "\(answer)")
            }
            try session.expect(notices.map(\.watcher.id), ["a", "late"], "the watchers that were told")
            let known = try await session.store.watchers(of: target)
            try session.expect(known.map(\.id).sorted(), ["a", "late"], "the watchers of one that has ended")
            try await session.setStatus(.cancelled, of: late)
            let left = try await session.store.watchers(of: target)
            try session.expect(left.map(\.id), ["a"], "the watchers after the end of one")
            try session.expect(try await session.inbox(of: watchers[0]), ["0 ended"], "the inbox of the first")
            try session.expect(try await session.inbox(of: watchers[1]), [], "the inbox of one that has ended")
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension StoreSession {
    /// Expects a change to tell one watcher.
    fileprivate func expectNotice(_ event: String, of change: StoreChange, answer expected: StoreAnswer) async throws {
        let answer = try await commit(change)[0]
        guard case .told(expected, let notices) = answer, notices.count == 1 else {
            throw Violation(expected: "a watcher is told", seen: "\(answer)")
        }
        try expect(
            notices[0].event.map { String(decoding: $0.event, as: UTF8.self) }, event, "the event of the watcher")
    }
}

extension StoredMessage {
    fileprivate static func watch(_ id: String, as name: String? = nil, context: TraceContext = [:]) -> StoredMessage {
        let name = name ?? id
        return StoredMessage(
            to: .order(id),
            .watch(
                StoredWatch(
                    ended: Data("\(name) ended".utf8), failed: Data("\(name) failed".utf8),
                    cancelled: Data("\(name) cancelled".utf8))),
            context: context)
    }
}
