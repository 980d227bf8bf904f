import Oak
import OakTesting
import Testing

@testable import OakWeb

@Suite("Attendance of a session")
struct AttendanceTests {
    private let clock = TestClock()

    private static func host(of visit: Visit, _ clock: TestClock) -> TransducerHost<Attendance> {
        TransducerHost(
            of: Attendance.self, initialState: .present(visit),
            env: Attendance.Env(clock: clock, absence: .seconds(30)))
    }

    @Test("A replaced visit is told to leave, and its end changes nothing")
    func replaced() async throws {
        let (first, second) = (Visit(), Visit())
        let host = Self.host(of: first, clock)
        try await host.proxy.send(.come(second))
        #expect(await first.untilLeaving() == .replaced)
        try await host.proxy.send(.gone(first))
        try await host.proxy.send(.gone(first))
        #expect(clock.sleepers.isEmpty)
        #expect(!second.isLeaving)
        try await host.proxy.send(.end(.ended))
        #expect(await second.untilLeaving() == .ended)
        _ = try await host.value
    }

    @Test("A session ends when the absence is over, and a repeated departure does not prolong it")
    func absence() async throws {
        let visit = Visit()
        let host = Self.host(of: visit, clock)
        try await host.proxy.send(.gone(visit))
        try await clock.untilAsleep()
        await clock.advance(by: .seconds(29))
        try await host.proxy.send(.gone(visit))
        #expect(clock.sleepers.map(\.offset) == [.seconds(30)])
        await clock.advance(by: .seconds(1))
        _ = try await host.value
        #expect(!visit.isLeaving)
    }

    @Test("A page that returns in time ends the absence")
    func comingBack() async throws {
        let (first, second) = (Visit(), Visit())
        let host = Self.host(of: first, clock)
        try await host.proxy.send(.gone(first))
        try await clock.untilAsleep()
        try await host.proxy.send(.come(second))
        await clock.advance(by: .seconds(60))
        try await host.proxy.send(.gone(second))
        try await clock.untilAsleep()
        #expect(clock.sleepers.map(\.offset) == [.seconds(90)])
        try await host.proxy.send(.end(.shuttingDown))
        _ = try await host.value
    }

    @Test("An absent page's session ends at once on request and then admits no page")
    func endWhileAway() async throws {
        let visit = Visit()
        let host = Self.host(of: visit, clock)
        try await host.proxy.send(.gone(visit))
        try await host.proxy.send(.end(.shuttingDown))
        _ = try await host.value
        await #expect(throws: TransducerError.terminated) { try await host.proxy.send(.come(Visit())) }
    }

    /// A visit: after how many seconds it begins, and how long it lasts.
    struct Coming: Sendable {
        let after: Int
        let stay: Int
    }

    @Test("Every admitted visit has left or is told to leave when the session ends, in every interleaving")
    func everyVisitLeaves() async {
        let comings = Generator<[Coming]> { random in
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                Coming(
                    after: Int.random(in: 0...3, using: &random) * 15, stay: Int.random(in: 0...2, using: &random) * 15)
            }
        }
        let (entered, dismissed) = (Protected(0), Protected(0))
        await explore(seeds: 1...2_000, events: comings) { comings in
            let clock = TestClock(advancing: .whenIdle)
            let first = Visit()
            let host = Self.host(of: first, clock)
            await withDiscardingTaskGroup { group in
                group.addTask { try? await host.proxy.send(.gone(first)) }
                if comings.count % 3 == 2 {
                    group.addTask {
                        try? await clock.sleep(for: .seconds(15))
                        try? await host.proxy.send(.end(.ended))
                    }
                }
                for coming in comings {
                    group.addTask {
                        let visit = Visit()
                        do {
                            try await clock.sleep(for: .seconds(coming.after))
                            try await host.proxy.send(.come(visit))
                        } catch {
                            // It gets a session of its own.
                            return expectThat(!visit.isLeaving, "a visit that was not let in is told to leave")
                        }
                        entered.withLock { $0 += 1 }
                        try? await clock.sleep(for: .seconds(coming.stay))
                        do {
                            try await host.proxy.send(.gone(visit))
                        } catch {
                            expectThat(visit.isLeaving, "the session has ended, and a visit was not told so")
                            dismissed.withLock { $0 += 1 }
                        }
                        try? await host.proxy.send(.gone(visit))
                    }
                }
            }
            _ = try await host.value
            expectThat(clock.sleepers.isEmpty, "somebody is still waiting")
        }
        #expect(entered.value > dismissed.value && dismissed.value > 0)
    }
}
