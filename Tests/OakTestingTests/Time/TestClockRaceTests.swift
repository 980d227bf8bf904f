import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Races with the test clock")
struct TestClockRaceTests {
    /// A task that sleeps for ten seconds, a task that waits at a gate, and the order in which they continue.
    private struct Race: Sendable {
        let clock = TestClock()
        let gate = Gate<Void>("the answer")
        let log = Recorder<String>()

        /// Starts both tasks, and then a function that resumes them.
        func run(_ body: @escaping @Sendable (Race) async throws -> Void) async throws -> [String] {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await clock.sleep(for: .seconds(10))
                    log.record("clock")
                }
                group.addTask {
                    try await gate.wait()
                    log.record("gate")
                }
                try await body(self)
                try await group.waitForAll()
            }
            return log.values
        }
    }

    /// The orders that a hundred seeds lead to. Each seed leads to the same order twice.
    private func orders(_ body: @escaping @Sendable (Race) async throws -> Void) async throws -> Set<[String]> {
        var orders: Set<[String]> = []
        for seed: UInt64 in 1...100 {
            func run(on executor: DeterministicExecutor) async throws -> [String] {
                try await executor.value(of: executor.start { try await Race().run(body) })
            }
            let executor = DeterministicExecutor(seed: seed)
            let order = try await run(on: executor)
            #expect(try await run(on: DeterministicExecutor(seed: seed)) == order)
            #expect(try await run(on: DeterministicExecutor(following: executor.schedule)) == order)
            orders.insert(order)
        }
        return orders
    }

    private let both: Set = [["clock", "gate"], ["gate", "clock"]]

    @Test("The seed determines the order of an opening gate and passing time")
    func racing() async throws {
        let settled = try await orders { race in
            await DeterministicExecutor.current?.idle()
            await withTaskGroup { group in
                group.addTask { await race.clock.advance(by: .seconds(10)) }
                group.addTask { race.gate.open() }
            }
        }
        #expect(settled == both)
        let theOtherWayRound = try await orders { race in
            await withTaskGroup { group in
                group.addTask { race.gate.open() }
                group.addTask { await race.clock.advance(by: .seconds(10)) }
            }
        }
        #expect(theOtherWayRound == both)
    }

    @Test("The seed determines the order of a gate and the clock across child tasks")
    func childTasks() async throws {
        let timeInChild = try await orders { race in
            async let time: Void = race.clock.runUntilIdle()
            await Task.yield()
            race.gate.open()
            await time
        }
        #expect(timeInChild == both)
        let gateInChild = try await orders { race in
            await DeterministicExecutor.current?.idle()
            async let released = race.gate.letThrough()
            let hasWoken = await race.clock.runToNext()
            expectThat(hasWoken, "nobody slept")
            expectThat(await released == 1, "nobody waited")
        }
        #expect(gateInChild == both)
    }

    @Test("Successive steps of a scenario keep their order")
    func inSequence() async throws {
        let gateFirst = try await orders { race in
            await DeterministicExecutor.current?.idle()
            race.gate.open()
            await race.clock.advance(by: .seconds(10))
        }
        #expect(gateFirst == [["gate", "clock"]])
        let inATask = try await orders { race in
            await DeterministicExecutor.current?.idle()
            await withTaskGroup { $0.addTask { race.gate.open() } }
            await race.clock.advance(by: .seconds(10))
        }
        #expect(inATask == [["gate", "clock"]])
        let clockFirst = try await orders { race in
            await race.clock.advance(by: .seconds(10))
            race.gate.open()
        }
        #expect(clockFirst == [["clock", "gate"]])
    }

    @Test("A task resumed by a gate begins to sleep before time passes")
    func sleepingBehindTheGate() async {
        await explore(seeds: 1...300) {
            let (clock, gate) = (TestClock(), Gate<Void>())
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await gate.wait()
                    try await clock.sleep(for: .seconds(10))
                    expectThat(clock.now.offset == .seconds(10), "it is \(clock.now.offset)")
                }
                group.addTask { await clock.advance(by: .seconds(10)) }
                group.addTask { gate.open() }
                try await group.waitForAll()
            }
        }
    }
}
