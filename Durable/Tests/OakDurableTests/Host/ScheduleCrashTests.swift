import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("D20 Schedules over crashes")
struct ScheduleCrashTests {
    static let times = (1...9).map { "\($0 * 10)" }

    @Test(
        "D20 Each time runs exactly once, whichever operation fails or is the last one of its process",
        arguments: [StoreFault.failureBefore, .failureAfter, .crashBefore, .crashAfter, .delay(before: 3, after: 3)])
    func eachPoint(fault: StoreFault) async {
        for point in 0..<24 {
            await explore(seeds: 1...2, with: ScheduleProcesses()) { processes in
                let schedule = try ScheduleProcesses.tick(missed: .all(limit: 99))
                try await processes.runFirst(schedule, until: 5)
                let store = FaultyStore(
                    processes.contents, script: Array(repeating: .none, count: point) + [fault])
                let second = try? await processes.host([schedule], on: store)
                try await processes.pass(65)
                await second?.close()
                let third = try await processes.host([schedule])
                try await processes.pass(95)
                expectThat(try await processes.log(third) == Self.times)
                await third.close()
            }
        }
    }

    @Test("D20 Each time runs exactly once under random faults, and the observer hears of it once", arguments: 1...6)
    func randomFaults(seed: UInt64) async {
        await explore(seeds: 1...20, with: ScheduleProcesses()) { processes in
            let schedule = try ScheduleProcesses.tick(missed: .all(limit: 99))
            try await processes.runFirst(schedule, until: 5)
            var random = SeededGenerator(seed: seed)
            for end in [25.0, 45, 65] {
                let store = FaultyStore(
                    processes.contents, faults: .ofProcess(isLast: false), seed: random.next())
                let host = try? await processes.host([schedule], on: store)
                try await processes.pass(end)
                await host?.close()
            }
            let last = try await processes.host([schedule])
            try await processes.pass(95)
            expectThat(try await processes.log(last) == Self.times)
            let runs = processes.news.values.map { $0.split(separator: " ")[1] }
            // A process that crashes after a run tells nobody of it.
            expectThat(Set(runs).count == runs.count, "\(processes.news.values)")
            await last.close()
        }
    }

    @Test("D20 The observer hears of a run whose confirmation was lost, and the instance has its message at once")
    func lostConfirmation() async {
        await explore(seeds: 1...20, with: ScheduleProcesses()) { processes in
            let schedule = try ScheduleProcesses.tick(missed: .skip)
            try await processes.runFirst(schedule, until: 5)
            // The first commit of this process is that run.
            let store = FaultyStore(processes.contents, script: [.failureAfter], operations: [.commit])
            let second = try await processes.host([schedule], on: store)
            try await processes.pass(15)
            expectThat(try await processes.log(second) == ["10"])
            expectThat(processes.news.values == ["tick 10"], "\(processes.news.values)")
            await second.close()
        }
    }

    @Test("D20 Each time runs once while processes share a store, one after the other owning the schedule")
    func shards() async {
        await explore(seeds: 1...20, with: SharedStore(shards: 2)) { store in
            let processes = ScheduleProcesses(store)
            let names = (1...8).map { "schedule \($0)" }
            #expect(Set(names.map { store.shard(ofSchedule: $0) }).count == 2)
            let schedules = try names.map { name in
                try DurableSchedule(name, .every(10, from: ScheduleProcesses.start), missed: .all(limit: 99)) { time in
                    .start(
                        Probe.self, id: DurableID("\(name) at \(Int(time.timeIntervalSince(ScheduleProcesses.start)))"),
                        initialState: Probe.State())
                }
            }
            let first = try await processes.host(schedules)
            try await processes.pass(15)
            let second = try await processes.host(schedules, on: store.join())
            try await processes.pass(65)
            await first.close()
            try await processes.pass(125)
            let expected = names.flatMap { name in (1...12).map { "\(name) \($0 * 10)" } }
            let runs = processes.news.values.map { $0.components(separatedBy: " late")[0] }
            expectThat(runs.sorted() == expected.sorted(), "\(runs)")
            let ids = try await second.list(where: InstanceQuery(limit: 1000)).map(\.name.id)
            expectThat(ids.sorted() == expected.map(\.asID).sorted(), "\(ids)")
            await second.close()
        }
    }
}

extension String {
    /// The id of the instance that "schedule 1 10" has started.
    fileprivate var asID: String {
        var words = split(separator: " ")
        words.insert("at", at: 2)
        return words.joined(separator: " ")
    }
}
