import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport
import Testing

@Suite("Durable deadlines")
struct DeadlineTests {
    @Test("A time-out of a transition fires at its deadline, unless it is cancelled or replaced")
    func timeoutsFire() async throws {
        let stage = Stage()
        let host = try await stage.host()
        let id = try await host.start(Puppet.self, id: "1", initialState: Puppet.State())
        try await host.send(.startTimer("a", seconds: 10), to: id)
        try await host.send(.startTimer("b", seconds: 20), to: id)
        try await host.send(.startTimer("c", seconds: 30), to: id)
        try await host.send(.cancelTimer("b"), to: id)
        try await host.send(.startTimer("a", seconds: 25), to: id)
        try await stage.clock.untilAsleep()
        await stage.clock.advance(by: .seconds(26))
        try await host.state(of: id) { $0.log == ["fired a"] }
        await stage.clock.advance(by: .seconds(5))
        try await host.state(of: id) { $0.log == ["fired a", "fired c"] }
        #expect(try await host.history(of: id).last?.cause == .deadline(name: "c"))
        await host.close()
    }

    @Test("C27 A time-out that the state names ends with the state, and begins again only after another")
    func activityTimeouts() async throws {
        let stage = Stage()
        let host = try await stage.host()
        let id = try await host.start(Puppet.self, id: "1", initialState: Puppet.State(limits: ["a": 10, "b": 20]))
        try await host.send(.limits(["b": 99]), to: id)
        await stage.clock.advance(by: .seconds(15))
        // Named before and after, it goes on untouched, with its first length.
        await stage.clock.advance(by: .seconds(6))
        try await host.state(of: id) { $0.log == ["fired b"] }
        try await host.send(.limits(["b": 1, "c": 1]), to: id)
        await stage.clock.advance(by: .seconds(2))
        try await host.state(of: id) { $0.log == ["fired b", "fired c"] }
        await host.close()

        // The mark of a time-out that has fired survives a restart.
        let next = try await stage.host()
        await stage.clock.advance(by: .seconds(200))
        try await next.send(.limits([:]), to: id)
        try await next.send(.limits(["b": 1]), to: id)
        await stage.clock.advance(by: .seconds(2))
        try await next.state(of: id) { $0.log == ["fired b", "fired c", "fired b"] }
        await next.close()
    }

    @Test("Deadlines that passed while nobody ran fire at once, in order, each by its policy")
    func overdueDeadlines() async throws {
        let stage = Stage()
        let first = try await stage.host()
        let id = try await first.start(Puppet.self, id: "1", initialState: Puppet.State())
        for (name, seconds) in [("late", 20), ("early", 10), ("remaining", 30), ("again", 40)] {
            try await first.send(.startTimer(name, seconds: seconds), to: id)
        }
        await first.close()
        await stage.clock.advance(by: .seconds(1_000))

        let second = try await stage.host()
        try await second.state(of: id) { $0.log == ["fired early", "fired late"] }
        await stage.clock.advance(by: .seconds(31))
        try await second.state(of: id) { $0.log.last == "fired remaining" }
        await stage.clock.advance(by: .seconds(10))
        try await second.state(of: id) { $0.log.last == "fired again" }
        await second.close()
    }

    @Test("Events and deadlines of the time between two hosts keep their order")
    func eventsAndDeadlinesKeepTheirOrder() async throws {
        let stage = Stage()
        let broken = try await stage.host(Puppet.Env(act: { _ in throw Broken() }))
        let id = try await broken.start(Puppet.self, id: "1", initialState: Puppet.State())
        try await broken.send(.startTimer("t", seconds: 10), to: id)
        try await broken.send(.act("1"), to: id)
        await #expect(throws: (any Error).self) { try await broken.value(of: id) }
        await stage.clock.advance(by: .seconds(20))
        try await broken.send(.note("2"), to: id)
        await broken.close()

        let repaired = try await stage.host()
        try await repaired.retry(id)
        try await repaired.state(of: id) { $0.log == ["acted 1", "fired t", "2"] }
        await repaired.close()
    }

    @Test("A clock that was set back makes no deadline later than its whole time-out")
    func clockSetBack() async throws {
        let store = MemoryStore()
        let late = Stage(store: store)
        await late.clock.advance(by: .seconds(1_000_000))
        let first = try await late.host()
        let id = try await first.start(Puppet.self, id: "1", initialState: Puppet.State())
        try await first.send(.startTimer("t", seconds: 10), to: id)
        await first.close()

        let early = Stage(store: store)
        let second = try await early.host()
        try await early.clock.untilAsleep()
        await early.clock.advance(by: .seconds(11))
        try await second.state(of: id) { $0.log == ["fired t"] }
        await second.close()
    }

    @Test("A time-out of a century, of zero or of less neither traps nor is lost")
    func oddLengths() async throws {
        let stage = Stage()
        let host = try await stage.host()
        let id = try await host.start(Puppet.self, id: "1", initialState: Puppet.State())
        try await host.send(.startTimer("never", seconds: 1 << 33), to: id)
        try await host.send(.startTimer("now", seconds: 0), to: id)
        try await host.state(of: id) { $0.log == ["fired now"] }
        await host.close()
    }
}
