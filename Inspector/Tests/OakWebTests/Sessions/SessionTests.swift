import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@testable import OakWeb

@Suite("Sessions")
struct SessionTests {
    let clock = TestClock()

    /// A page that has a session, with its visit and the token.
    private func enter(_ sessions: Sessions, isResponsive: Bool = true) async throws -> (
        FakePage, Task<Void, Never>, String
    ) {
        let page = FakePage(isResponsive: isResponsive)
        let visit = page.visit(sessions, .counter)
        return (page, visit, try #require(await page.nextNotice().session))
    }

    @Test("A reloaded page resumes its session until the absence is over")
    func reload() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let first = FakePage()
        let firstRun = first.visit(sessions, .counter)
        let welcome = await first.nextNotice()
        let token = try #require(welcome.session)
        #expect(welcome.isResumed == false)
        first.say("increment")
        #expect(await first.nextNotice().html == "<p>1</p>")
        await first.leave(firstRun)

        try await clock.untilAsleep()
        await clock.advance(by: .seconds(29))
        let second = FakePage()
        let secondRun = second.visit(sessions, .counter, token: token)
        let again = await second.nextNotice()
        #expect(again.session == token && again.isResumed == true && again.html == "<p>1</p>")
        await second.leave(secondRun)

        try await clock.untilAsleep()
        await clock.advance(by: .seconds(30))
        await sessions.untilEnded(token)
        #expect(await sessions.count == 0)
        let third = FakePage()
        let thirdRun = third.visit(sessions, .counter, token: token)
        let anew = await third.nextNotice()
        #expect(anew.session != token && anew.isResumed == false && anew.html == "<p>0</p>")
        await sessions.close(.shuttingDown)
        await thirdRun.value
    }

    @Test("A session beyond the limit is refused, and an ended session makes room for a new one")
    func full() async throws {
        var limits = Limits()
        limits.sessions = 1
        let sessions = Sessions(limits: limits, clock: clock)
        let (first, firstRun, token) = try await enter(sessions)
        let second = FakePage()
        let secondRun = second.visit(sessions, .counter)
        #expect(await second.nextFarewell() == .full)
        await secondRun.value
        first.say("explode")
        #expect(await first.nextFarewell() == .unknownEvent("explode"))
        await firstRun.value
        await sessions.untilEnded(token)
        let third = FakePage()
        let thirdRun = third.visit(sessions, .counter)
        #expect(await third.nextNotice().session != nil)
        await sessions.close(.shuttingDown)
        #expect(await third.nextFarewell() == .shuttingDown)
        await thirdRun.value
    }

    @Test("Messages are limited by a burst and a rate, however often the page reconnects")
    func flood() async throws {
        var limits = Limits()
        limits.messageRate = 1
        limits.messageBurst = 3
        limits.heartbeat = .seconds(1000)
        let sessions = Sessions(limits: limits, clock: clock)
        let (page, run, token) = try await enter(sessions, isResponsive: false)
        for number in 1...3 {
            page.say("increment")
            #expect(await page.nextNotice().html == "<p>\(number)</p>")
        }
        await clock.advance(by: .seconds(1))
        page.say("increment")
        #expect(await page.nextNotice().html == "<p>4</p>")
        await page.leave(run)

        let again = FakePage(isResponsive: false)
        let secondRun = again.visit(sessions, .counter, token: token)
        #expect(await again.nextNotice().isResumed == true)
        again.say("increment")
        #expect(await again.nextFarewell() == .flood)
        await again.leave(secondRun)
        await sessions.untilEnded(token)
    }

    @Test("A page that answers the heartbeat stays and hears it, and the session of a silent page waits for its return")
    func heartbeat() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (responsive, silent) = (FakePage(), FakePage(isResponsive: false))
        let responsiveRun = responsive.visit(sessions, .counter)
        _ = await responsive.nextNotice()
        await responsive.untilHeard()
        for _ in 0..<10 {
            try await clock.untilAsleep()
            await responsive.untilHeard()
            await clock.advance(by: Limits().heartbeat)
        }
        #expect(!responsive.visit.isLeaving)
        let silentRun = silent.visit(sessions, .counter)
        let token = try #require(await silent.nextNotice().session)
        try await clock.untilAsleep(2)
        await responsive.untilHeard()
        await clock.advance(by: Limits().heartbeat)
        #expect(await silent.nextFarewell() == .silent)
        await silent.leave(silentRun)
        #expect(responsive.beats.value >= 10)
        #expect(silent.beats.value == 0)
        let back = FakePage()
        let backRun = back.visit(sessions, .counter, token: token)
        #expect(await back.nextNotice().isResumed == true)
        await back.leave(backRun)
        await responsive.leave(responsiveRun)
        await sessions.close(.shuttingDown)
    }

    @Test("A ping from a page counts as a sign of life")
    func asking() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (page, run, _) = try await enter(sessions, isResponsive: false)
        await page.untilHeard()
        for _ in 0..<3 {
            try await clock.untilAsleep()
            page.signal(.ping(Data()))
            await page.untilHeard()
            await clock.advance(by: Limits().heartbeat)
        }
        try await clock.untilAsleep()
        #expect(!page.visit.isLeaving)
        await page.leave(run)
        await sessions.close(.shuttingDown)
    }

    @Test("A user who is occasionally active stays")
    func activity() async throws {
        var limits = Limits()
        limits.idleness = limits.heartbeat * 2
        let sessions = Sessions(limits: limits, clock: clock)
        let (page, run, _) = try await enter(sessions)
        for number in 1...5 {
            try await clock.untilAsleep()
            page.say("increment")
            #expect(await page.nextNotice().html == "<p>\(number)</p>")
            await clock.advance(by: limits.heartbeat)
        }
        try await clock.untilAsleep()
        #expect(!page.visit.isLeaving)
        await page.leave(run)
        await sessions.close(.shuttingDown)
    }

    @Test("No page is admitted after all sessions were closed, with or without a token")
    func closed() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (_, firstRun, token) = try await enter(sessions)
        await sessions.close(.shuttingDown)
        await firstRun.value
        for token in [token, nil] {
            let late = FakePage()
            let lateRun = late.visit(sessions, .counter, token: token)
            #expect(await late.nextFarewell() == .shuttingDown)
            await lateRun.value
        }
        #expect(await sessions.count == 0)
    }

    @Test("An idle user's session ends, even if the page reconnects repeatedly")
    func idleness() async throws {
        var limits = Limits()
        limits.idleness = limits.heartbeat * 2
        let sessions = Sessions(limits: limits, clock: clock)
        let (first, firstRun, token) = try await enter(sessions)
        try await clock.untilAsleep()
        await first.untilHeard()
        await first.untilHeard()
        await clock.advance(by: limits.heartbeat)
        await first.leave(firstRun)
        let second = FakePage()
        let secondRun = second.visit(sessions, .counter, token: token)
        #expect(await second.nextNotice().isResumed == true)
        try await clock.untilAsleep()
        await second.untilHeard()
        await second.untilHeard()
        await clock.advance(by: limits.heartbeat)
        #expect(await second.nextFarewell() == .idle)
        await secondRun.value
        await sessions.untilEnded(token)
    }

    @Test("A page that ignores its farewell is disconnected after a time-out")
    func leaving() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (page, run, token) = try await enter(sessions, isResponsive: false)
        page.signal(.fault(.notText))
        #expect(await page.nextFarewell() == .notText)
        await sessions.untilEnded(token)
        // The heartbeat and the farewell.
        try await clock.untilAsleep(2)
        await clock.advance(by: .seconds(1))
        #expect(!page.wasCut)
        page.say("explode")
        await clock.advance(by: .seconds(1))
        await run.value
        #expect(page.wasCut)
    }

    @Test("A slow page delays no other page and receives only the latest scene")
    func slowPage() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let room = Gate<Void>()
        let (slow, quick) = (FakePage(room: room), FakePage())
        let slowRun = slow.visit(sessions, .counter)
        for _ in 0..<100 { slow.say("increment") }
        let quickRun = quick.visit(sessions, .counter)
        _ = await quick.nextNotice()
        quick.say("increment")
        #expect(await quick.nextNotice().html == "<p>1</p>")
        room.open()
        var (count, last) = (0, "")
        while let html = await slow.nextNotice().html {
            (count, last) = (count + 1, html)
            if html == "<p>100</p>" { break }
        }
        #expect(last == "<p>100</p>")
        #expect(count < 100)
        await sessions.close(.shuttingDown)
        await slowRun.value
        await quickRun.value
    }

    @Test("A page does not count as silent while its machine processes a message")
    func slowMachine() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (begun, taking) = (Gate<Void>(), Gate<Void>())
        let action = Script.Effect(action: { _ async throws in
            begun.open()
            try await taking.wait()
            return .end
        })
        let slow = Page(
            for: Script.self, at: "slow", title: "", summary: "",
            host: { TransducerHost(of: Script.self, initialState: .init()) },
            render: { state in HTML { "\(state.names)" } }, decode: { _ in .init("go", action) })
        let page = FakePage()
        page.say("anything")
        let run = page.visit(sessions, slow)
        _ = await page.nextNotice()
        try await begun.wait()
        for _ in 0..<3 {
            try await clock.untilAsleep()
            await clock.advance(by: Limits().heartbeat)
        }
        try await clock.untilAsleep()
        #expect(!page.visit.isLeaving)
        taking.open()
        #expect(await page.nextFarewell() == .ended)
        await run.value
    }

    @Test("A cancelled visit ends, and its session ends after the absence")
    func cancelled() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        let (_, run, token) = try await enter(sessions)
        run.cancel()
        await run.value
        try await clock.untilAsleep()
        await clock.advance(by: Limits().absence)
        await sessions.untilEnded(token)
        #expect(await sessions.count == 0)
    }

    @Test("A thousand sessions leave nothing behind")
    func nothingRemains() async throws {
        let sessions = Sessions(limits: Limits(), clock: clock)
        var remains: [Weak] = []
        for number in 0..<1000 {
            let visit = Visit()
            let (session, _) = try await sessions.enter(visit, page: .counter, token: nil)
            remains.append(Weak(session))
            if number % 2 == 0 { await session.part(from: visit) }
            await session.end(.ended)
            await sessions.untilEnded(session.token)
        }
        #expect(await sessions.count == 0)
        #expect(clock.sleepers.isEmpty)
        #expect(remains.count { $0.session != nil } == 0)
    }

    private struct Weak {
        weak let session: Session?
        init(_ session: Session) { self.session = session }
    }
}
