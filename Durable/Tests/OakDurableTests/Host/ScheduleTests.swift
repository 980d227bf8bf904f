import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D20 Schedules of durable hosts")
struct ScheduleTests {
    @Test("D20 A schedule runs once at each of its times, from the first one after it was registered")
    func everyTime() async {
        await explore(seeds: 1...20, with: ScheduleProcesses()) { processes in
            let host = try await processes.host([ScheduleProcesses.tick(missed: .all(limit: 9))])
            try await processes.startProbe(host)
            try await processes.pass(45)
            // Not for the time at which it was registered.
            #expect(try await processes.log(host) == ["10", "20", "30", "40"])
            #expect(processes.news.values == ["tick 10", "tick 20", "tick 30", "tick 40"])
            await host.close()
        }
    }

    @Test("D20 No event of a later transaction overtakes a message of a schedule")
    func order() async {
        await explore(seeds: 1...100, with: ScheduleProcesses()) { processes in
            let host = DurableHost(store: processes.contents, clock: processes.clock)
            try await host.register(Probe.self, env: Probe.Env())
            try await host.register(Herald.self)
            try await host.register(ScheduleProcesses.tick(missed: .all(limit: 9)))
            try await host.open()
            try await processes.startProbe(host)
            let heralds = (0..<4).map { DurableID<Herald>("\($0)") }
            for herald in heralds { try await host.start(Herald.self, id: herald, initialState: Herald.State()) }
            await withTaskGroup { group in
                for herald in heralds {
                    group.addTask {
                        for round in 1...3 {
                            // At the time of the schedule.
                            let time = ScheduleProcesses.start.addingTimeInterval(10 * Double(round))
                            try? await processes.clock.sleep(until: time)
                            try? await host.send(.call, to: herald)
                        }
                    }
                }
            }
            try await processes.pass(35)
            let log = try await processes.log(host)
            expectThat(log.filter { $0 != "call" } == ["10", "20", "30"] && log.count == 15, "\(log)")
            await host.close()
        }
    }

    @Test("D20 A schedule of cron starts an instance for each of its times, also years apart")
    func starts() async {
        await explore(seeds: 1...3, with: ScheduleProcesses()) { processes in
            let leapDays = try DurableSchedule("leap", .cron("0 12 29 2 *", in: .gmt)) { time in
                .start(
                    Probe.self, id: DurableID("\(Int(time.timeIntervalSince1970))"),
                    initialState: Probe.State(log: ["born"]))
            }
            let host = try await processes.host([leapDays])
            try await processes.clock.sleep(until: Date(timeIntervalSince1970: 9 * 365.25 * 86_400))
            let ids = try await host.list().map(\.name.id)
            // 1972 and 1976.
            #expect(ids == ["68212800", "194443200"])
            for id in ids { #expect(try await host.log(of: DurableID(id)) == ["born"]) }
            await host.close()
        }
    }

    struct Policy: CustomTestStringConvertible {
        let missed: MissedRuns
        let log: [String]
        let news: [String]
        var testDescription: String { "\(missed)" }
    }

    static let closed = [
        Policy(missed: .skip, log: [], news: ["tick skipped 4"]),
        Policy(missed: .once, log: ["60"], news: ["tick skipped 3", "tick 60 late 4"]),
        Policy(missed: .all(limit: 0), log: [], news: ["tick skipped 4"]),
        Policy(
            missed: .all(limit: 2), log: ["50", "60"], news: ["tick skipped 2", "tick 50 late 14", "tick 60 late 4"]),
        Policy(
            missed: .all(limit: .max), log: ["30", "40", "50", "60"],
            news: ["tick 30 late 34", "tick 40 late 24", "tick 50 late 14", "tick 60 late 4"]),
    ]

    @Test(
        "D20 Times at which no host was open run as the schedule says, and the observer hears of each",
        arguments: closed)
    func closedHost(policy: Policy) async {
        await explore(seeds: 1...10, with: ScheduleProcesses()) { processes in
            let schedule = try ScheduleProcesses.tick(missed: policy.missed)
            try await processes.runFirst(schedule, until: 25)
            try await processes.pass(64)
            let second = try await processes.host([schedule])
            try await processes.pass(75)
            #expect(try await processes.log(second) == ["10", "20"] + policy.log + ["70"])
            #expect(processes.news.values == ["tick 10", "tick 20"] + policy.news + ["tick 70"])
            await second.close()
        }
    }

    static let late = [
        Policy(missed: .skip, log: ["30"], news: ["tick skipped 2", "tick 30 late 5"]),
        Policy(missed: .once, log: ["30"], news: ["tick skipped 2", "tick 30 late 5"]),
        Policy(
            missed: .all(limit: 1), log: ["20", "30"], news: ["tick skipped 1", "tick 20 late 15", "tick 30 late 5"]),
        Policy(
            missed: .all(limit: 5), log: ["10", "20", "30"],
            news: ["tick 10 late 25", "tick 20 late 15", "tick 30 late 5"]),
    ]

    @Test("D20 A time is not missed by an open host that is late, unless a later one has come", arguments: late)
    func lateHost(policy: Policy) async {
        await explore(seeds: 1...10, with: ScheduleProcesses()) { processes in
            let base = processes.clock
            // The computer sleeps from the first time on.
            let sleepy = DurableClock(
                now: { base.now },
                sleep: { time in
                    let isFirst = time <= ScheduleProcesses.start + 10
                    try await base.sleep(until: isFirst ? ScheduleProcesses.start + 35 : time)
                })
            let host = try await processes.host([ScheduleProcesses.tick(missed: policy.missed)], clock: sleepy)
            try await processes.startProbe(host)
            try await processes.pass(45)
            #expect(try await processes.log(host) == policy.log + ["40"])
            #expect(processes.news.values == policy.news + ["tick 40"])
            await host.close()
        }
    }

    @Test("D20 A schedule with other times goes on from its last one")
    func changedTimes() async {
        await explore(seeds: 1...10, with: ScheduleProcesses()) { processes in
            try await processes.runFirst(ScheduleProcesses.tick(missed: .all(limit: 9)), until: 25)
            let second = try await processes.host([ScheduleProcesses.tick(every: 7, missed: .all(limit: 9))])
            try await processes.pass(36)
            #expect(try await processes.log(second) == ["10", "20", "21", "28", "35"])
            await second.close()
        }
    }

    @Test("D20 A clock that is set back runs no time twice")
    func clockSetBack() async {
        await explore(seeds: 1...10, with: ScheduleProcesses()) { processes in
            let schedule = try ScheduleProcesses.tick(missed: .all(limit: 9))
            try await processes.runFirst(schedule, until: 35)
            // By this clock, it is 25 seconds earlier.
            let base = processes.clock
            let behind = DurableClock(now: { base.now - 25 }, sleep: { try await base.sleep(until: $0 + 25) })
            let second = try await processes.host([schedule], clock: behind)
            try await processes.pass(74)
            #expect(try await processes.log(second) == ["10", "20", "30", "40"])
            await second.close()
        }
    }

    @Test("D20 A message that is refused or cannot be stored is a problem of which the observer hears")
    func refusals() async {
        await explore(seeds: 1...10, with: ScheduleProcesses()) { processes in
            let fussy = try DurableSchedule("fussy", .every(20, from: ScheduleProcesses.start)) { _ in
                .send(Fussy.Event(), to: "1" as DurableID<Fussy>)
            }
            let host = try await processes.host([ScheduleProcesses.tick(missed: .once), fussy])
            try await processes.pass(25)
            #expect(
                processes.news.values == [
                    "tick 10", "tick refused by probe/1", "tick 20", "tick refused by probe/1", "fussy failed",
                ])
            try await processes.startProbe(host)
            try await processes.pass(35)
            #expect(try await processes.log(host) == ["30"])
            await host.close()
        }
    }

    @Test("D20 Schedules have different names, and are registered before the host is opened")
    func registration() async throws {
        let host = DurableHost(store: MemoryStore())
        try await host.register(ScheduleProcesses.tick(missed: .once))
        await #expect(throws: DurableError.scheduleRegisteredTwice("tick")) {
            try await host.register(ScheduleProcesses.tick(missed: .skip))
        }
        try await host.open()
        let other = try DurableSchedule("other", .cron("@daily", in: .gmt)) { _ in
            .send(.note("never"), to: "1" as DurableID<Probe>)
        }
        await #expect(throws: DurableError.scheduleRegisteredTooLate("other")) { try await host.register(other) }
        await host.close()
    }

    @Test("D20 A host that is closed, or closes, runs nothing")
    func closing() async {
        await explore(seeds: 1...20, with: ScheduleProcesses()) { processes in
            let host = try await processes.host(
                [ScheduleProcesses.tick(missed: .all(limit: 9))],
                Probe.Env(work: { _, _ in try await Gate<Int?>().wait() }))
            try await host.start(Probe.self, id: "1", initialState: Probe.State(activities: ["work"]))
            try await processes.pass(15)
            await host.close(draining: .seconds(30))
            #expect(processes.clock.now >= ScheduleProcesses.start + 45)
            try await processes.pass(95)
            #expect(processes.news.values == ["tick 10"])
            #expect(try await processes.lastRun() == 10)
        }
    }

    @Test("A host without schedules asks the store for none")
    func nothingToPay() async {
        await explore(seeds: 1...3, with: ScheduleProcesses()) { processes in
            let store = FaultyStore(MemoryStore(), script: [])
            let host = try await processes.host(on: store)
            try await processes.startProbe(host)
            try await processes.pass(1000)
            await host.close()
            #expect(!store.history.contains { $0.operation == .lastRun })
        }
    }
}

/// Tells the probe of each call.
private enum Herald: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, NonTerminal {}
    enum Event: Codable, Hashable, Sendable { case call }
    static let machineName = "herald"

    static func update(_ state: inout State, event: Event) -> Effect? {
        .send(.note("call"), to: "1" as DurableID<Probe>)
    }
}
