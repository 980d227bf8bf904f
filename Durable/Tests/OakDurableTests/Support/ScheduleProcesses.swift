import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport

/// Processes with schedules, one after the other, over the contents of one store.
///
/// Every ten seconds, from the beginning of the clock on, the schedule "tick" sends its time to a probe.
struct ScheduleProcesses {
    let contents: any DurableStore
    let clock: DurableClock
    let news = Recorder<String>()
    var settings = DurableSettings()

    static var start: Date { HostFixture.start }

    init(_ contents: any DurableStore = MemoryStore()) {
        self.contents = contents
        clock = .whenIdle
        settings.storeFailures = .max
    }

    static func tick(every seconds: TimeInterval = 10, missed: MissedRuns) throws -> DurableSchedule {
        try DurableSchedule("tick", .every(seconds, from: start), missed: missed) { time in
            .send(.note("\(Int(time.timeIntervalSince(start)))"), to: "1" as DurableID<Probe>)
        }
    }

    /// Opens a host, in which the probe has been started if the store takes it.
    func host(
        _ schedules: [DurableSchedule] = [], on store: (any DurableStore)? = nil, clock: DurableClock? = nil,
        _ env: Probe.Env = Probe.Env()
    ) async throws -> DurableHost {
        let host = DurableHost(
            store: store ?? contents, clock: clock ?? self.clock, settings: settings,
            observer: { [news] occurrence in
                switch occurrence {
                case .scheduled(let name, let time, let late):
                    let seconds = Int(time.timeIntervalSince(Self.start))
                    news.record("\(name) \(seconds)" + (late > 0.001 ? " late \(Int(late))" : ""))
                case .scheduleSkipped(let name, let count): news.record("\(name) skipped \(count)")
                case .scheduledMessageRefused(let name, let target): news.record("\(name) refused by \(target)")
                case .scheduleFailed(let name, _, .unencodable): news.record("\(name) failed")
                default: break
                }
            })
        try await host.register(Probe.self, env: env)
        try await host.register(Fussy.self)
        for schedule in schedules { try await host.register(schedule) }
        try await host.open()
        return host
    }

    func startProbe(_ host: DurableHost) async throws {
        try await host.start(Probe.self, id: "1", initialState: Probe.State())
    }

    /// A process that starts the probe, and ends so many seconds after the beginning.
    func runFirst(_ schedule: DurableSchedule, until seconds: TimeInterval) async throws {
        let host = try await host([schedule])
        try await startProbe(host)
        try await pass(seconds)
        await host.close()
    }

    /// Lets time pass until so many seconds after the beginning, and everything happen that is due.
    func pass(_ seconds: TimeInterval) async throws {
        // A moment later, so that it is behind what happens then.
        try await clock.sleep(until: Self.start.addingTimeInterval(seconds + 0.5))
    }

    func log(_ host: DurableHost) async throws -> [String] { try await host.log(of: "1") }
}

/// A machine with an event that cannot be stored.
enum Fussy: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, NonTerminal {}
    struct Event: Codable, Hashable, Sendable {
        struct Unspeakable: Error {}
        func encode(to encoder: any Encoder) throws { throw Unspeakable() }
    }
    static let machineName = "fussy"
    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}

extension ScheduleProcesses {
    /// The last time of the schedule in the store, which no host owns.
    func lastRun() async throws -> Int? {
        let leases = try await contents.claim(by: StoreOwner(), at: clock.now)
        let last = try await contents.lastRun(of: "tick")
        try await contents.release(leases, at: clock.now)
        return last.map { Int($0.timeIntervalSince(Self.start)) }
    }
}
