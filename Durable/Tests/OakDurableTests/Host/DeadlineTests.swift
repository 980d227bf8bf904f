import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable deadlines")
struct DeadlineTests {
    private let fixture = HostFixture()

    @Test("D4 A time-out of a transition fires at its deadline, unless it is cancelled or replaced")
    func timeoutsFire() async throws {
        let (host, id) = try await fixture.probe()
        try await host.send(.startTimer("a", seconds: 10), to: id)
        try await host.send(.startTimer("b", seconds: 20), to: id)
        try await host.send(.startTimer("c", seconds: 30), to: id)
        try await host.send(.cancelTimer("b"), to: id)
        try await host.send(.startTimer("a", seconds: 25), to: id)
        // Its parts are carried out in their order, as in a run.
        try await host.send(.brieflyStartTimer("d"), to: id)
        try await fixture.clock.untilAsleep()
        await fixture.clock.advance(by: .seconds(26))
        try await host.state(of: id) { $0.log == ["fired a"] }
        await fixture.clock.advance(by: .seconds(5))
        try await host.state(of: id) { $0.log == ["fired a", "fired c"] }
        #expect(try await host.history(of: id).last?.cause == .deadline(name: "c"))
        await host.close()
    }

    @Test("C27 A time-out among the activities ends when the state omits it, and can then begin again")
    func activityTimeouts() async throws {
        let (host, id) = try await fixture.probe(in: Probe.State(limits: ["a": 10, "b": 20]))
        try await host.send(.limits(["b": 99]), to: id)
        await fixture.clock.advance(by: .seconds(15))
        // A time-out named before and after continues unchanged, with its first duration.
        await fixture.clock.advance(by: .seconds(6))
        try await host.state(of: id) { $0.log == ["fired b"] }
        try await host.send(.limits(["b": 1, "c": 1]), to: id)
        await fixture.clock.advance(by: .seconds(2))
        try await host.state(of: id) { $0.log == ["fired b", "fired c"] }
        await host.close()

        // The mark of a time-out that has fired survives a restart.
        let next = try await fixture.host()
        await fixture.clock.advance(by: .seconds(200))
        try await next.send(.limits([:]), to: id)
        try await next.send(.limits(["b": 1]), to: id)
        await fixture.clock.advance(by: .seconds(2))
        try await next.state(of: id) { $0.log == ["fired b", "fired c", "fired b"] }
        await next.close()
    }

    @Test("D4 Deadlines that passed while no host was open fire immediately, in order, according to their policies")
    func overdueDeadlines() async throws {
        let (first, id) = try await fixture.probe()
        for (name, seconds) in [("late", 20), ("early", 10), ("remaining", 30), ("again", 40)] {
            try await first.send(.startTimer(name, seconds: seconds), to: id)
        }
        await first.close()
        await fixture.clock.advance(by: .seconds(1_000))

        let second = try await fixture.host()
        try await second.state(of: id) { $0.log == ["fired early", "fired late"] }
        await fixture.clock.advance(by: .seconds(31))
        try await second.state(of: id) { $0.log.last == "fired remaining" }
        await fixture.clock.advance(by: .seconds(10))
        try await second.state(of: id) { $0.log.last == "fired again" }
        await second.close()
    }

    @Test("D4 Events and deadlines between two hosts are processed in order")
    func eventsAndDeadlinesKeepTheirOrder() async throws {
        let (broken, id) = try await fixture.probe(Probe.Env(act: { _ in throw Broken() }))
        try await broken.send(.startTimer("t", seconds: 10), to: id)
        try await broken.send(.act("1"), to: id)
        await #expect(throws: (any Error).self) { try await broken.value(of: id) }
        await fixture.clock.advance(by: .seconds(20))
        try await broken.send(.note("2"), to: id)
        await broken.close()

        let repaired = try await fixture.host()
        try await repaired.retry(id)
        try await repaired.state(of: id) { $0.log == ["acted 1", "fired t", "2"] }
        await repaired.close()
    }

    @Test("Time-outs of a century and of zero are valid")
    func oddLengths() async throws {
        let (host, id) = try await HostFixture().probe()
        try await host.send(.startTimer("never", seconds: 1 << 33), to: id)
        try await host.send(.startTimer("now", seconds: 0), to: id)
        try await host.state(of: id) { $0.log == ["fired now"] }
        await host.close()
    }
}
