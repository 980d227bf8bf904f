import Oak
import TestSupport
import Testing

@testable import OakTesting

@Suite("The deterministic executor")
struct DeterministicExecutorTests {
    private actor Account {
        private(set) var entries: [String] = []
        func note(_ entry: String) { entries.append(entry) }
    }

    /// Three senders and an actor: tasks, child tasks and hops.
    private func trace(on executor: DeterministicExecutor) async throws -> [String] {
        let account = Account()
        let task = executor.start {
            await withTaskGroup { group in
                for name in ["a", "b", "c"] {
                    group.addTask {
                        for step in 1...3 {
                            await account.note("\(name)\(step)")
                            await Task.yield()
                        }
                    }
                }
            }
            return await account.entries
        }
        return try await executor.value(of: task)
    }

    @Test("The seed determines the interleaving")
    func reproducible() async throws {
        var traces: Set<[String]> = []
        for seed: UInt64 in 0..<20 {
            let executor = DeterministicExecutor(seed: seed)
            let first = try await trace(on: executor)
            #expect(try await trace(on: DeterministicExecutor(seed: seed)) == first)
            #expect(try await trace(on: DeterministicExecutor(following: executor.schedule)) == first)
            traces.insert(first)
        }
        #expect(traces.count > 10)
    }

    @Test("A schedule can be printed and read")
    func schedule() throws {
        #expect(Schedule("3+1 9+2")?.description == "3+1 9+2")
        #expect(Schedule("") == .firstComeFirstServed)
        for malformed in ["3", "3+", "+1", "0+1", "3+0", "3+1 3+1", "a+b", "3+1+1"] {
            #expect(Schedule(malformed) == nil, "\(malformed)")
        }
    }

    @Test("The speed of the main actor does not change the interleaving")
    func speedOfTheMainActor() async throws {
        var traces: Set<[String]> = []
        for _ in 1...50 {
            traces.insert(
                try await interleave(seed: 3) {
                    let log = Recorder<String>()
                    await withTaskGroup { group in
                        group.addTask {
                            for step in 1...5 {
                                await MainActor.run {}
                                log.record("main \(step)")
                            }
                        }
                        group.addTask {
                            for step in 1...5 {
                                for _ in 1...20 { await Task.yield() }
                                log.record("other \(step)")
                            }
                        }
                    }
                    return log.values
                })
        }
        #expect(traces.count == 1)
    }

    @Test("One job runs at a time, even when several threads drive the executor")
    func severalDrivers() async {
        let executor = DeterministicExecutor()
        let (running, overlaps) = (Protected(0), Protected(0))
        for _ in 1...2_000 {
            executor.start {
                let others = running.withLock { running in
                    defer { running += 1 }
                    return running
                }
                if others > 0 { overlaps.withLock { $0 += 1 } }
                for _ in 1...20 { _ = running.withLock { $0 } }
                running.withLock { $0 -= 1 }
            }
        }
        await withTaskGroup { drivers in
            for _ in 1...2 { drivers.addTask { await executor.runUntilIdle() } }
        }
        #expect(executor.isIdle)
        #expect(overlaps.withLock { $0 } == 0)
    }
}
