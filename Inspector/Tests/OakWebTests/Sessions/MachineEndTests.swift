import Oak
import OakTesting
import Testing

@testable import OakWeb

/// A machine that works until an event ends it.
private enum Worker: EffectTransducer {
    enum State: Terminable {
        case idle, working, done
        var isTerminal: Bool {
            switch self {
            case .done: true
            case .idle, .working: false
            }
        }
    }

    enum Event: Sendable { case work, finish, fail }

    struct Failure: Error {}

    /// Called when the work has ended.
    typealias Env = @Sendable (_ wasCancelled: Bool) async -> Void

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .work:
            state = .working
            return Effect(operation: { end, _ in
                try? await Gate<Void>().wait()
                await end(Task.isCancelled)
            })
        case .finish:
            state = .done
            return nil
        case .fail:
            return Effect(operation: { _, _ in throw Failure() })
        }
    }
}

@Suite("The end of a machine")
struct MachineEndTests {
    let clock = TestClock()

    private static func page(_ end: @escaping Worker.Env = { _ in }) -> Page {
        Page(
            for: Worker.self, at: "worker", title: "", summary: "",
            host: { TransducerHost(of: Worker.self, initialState: .idle, env: end) },
            render: { state in HTML { "\(state)" } },
            decode: { message in
                switch message.event {
                case "work": .work
                case "finish": .finish
                case "fail": .fail
                case _: nil
                }
            })
    }

    @Test(
        "A session ends after the work of its machine is cancelled and awaited", arguments: Cause.allCases
    )
    func work(cause: Cause) async throws {
        let failures = Protected<[String]>([])
        let sessions = Sessions(limits: Limits(), clock: clock) { path, error in
            failures.withLock { $0.append("\(path): \(error)") }
        }
        let ended = Protected<[Bool]>([])
        let (waiting, goOn) = (Gate<Void>(), Gate<Void>())
        let page = FakePage()
        let run = page.visit(
            sessions,
            Self.page { wasCancelled in
                waiting.open()
                try? await Task { try await goOn.wait() }.value
                ended.withLock { $0.append(wasCancelled) }
            })
        let token = try #require(await page.nextNotice().session)
        page.say("work")
        #expect(await page.nextNotice().html == "working")
        switch cause {
        case .violation: page.signal(.fault(.notText))
        case .ended: page.say("finish")
        case .failed: page.say("fail")
        case .absence:
            await page.leave(run)
            try await clock.untilAsleep()
            await clock.advance(by: Limits().absence)
        }
        try await waiting.wait()
        #expect(await sessions.count == 1)
        goOn.open()
        await sessions.untilEnded(token)
        #expect(ended.value == [true])
        #expect(await sessions.count == 0)
        // The operator of the server learns why a machine has failed, but the page does not.
        #expect(failures.value == (cause == .failed ? ["worker: Failure()"] : []))
        if let farewell = cause.farewell { #expect(await page.nextFarewell() == farewell) }
        await run.value
    }

    enum Cause: CaseIterable {
        case violation, ended, failed, absence

        var farewell: Farewell? {
            switch self {
            case .violation: .notText
            case .ended: .ended
            case .failed: .failed
            case .absence: nil
            }
        }
    }
}
