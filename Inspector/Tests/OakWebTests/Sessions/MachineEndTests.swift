import Oak
import OakTesting
import TestSupport
import Testing

@testable import OakWeb

@Suite("The end of a machine")
struct MachineEndTests {
    let clock = TestClock()

    /// The page of a machine that works until an event ends it.
    ///
    /// - Parameter end: Called when the work has ended.
    private static func page(_ end: @escaping @Sendable (_ wasCancelled: Bool) async -> Void) -> Page {
        let work = Script.Effect { _, _ in
            try? await Gate<Void>().wait()
            await end(Task.isCancelled)
        }
        return Page(
            for: Script.self, at: "worker", title: "", summary: "",
            host: { TransducerHost(of: Script.self, initialState: .init()) },
            render: { state in HTML { "\(state.names.last ?? "")" } },
            decode: { message in
                switch message.event {
                case "work": .init("working", work)
                case "finish": .end
                case "fail": .init("fail", Script.Effect { _, _ in throw Failure() })
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
        #expect(failures.value == (cause == .failed ? ["worker: \(Failure())"] : []))
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
