import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Time that passes while something else happens", .timeLimit(.minutes(20)))
struct TestClockRaceTests {
    /// Somebody who sleeps for ten seconds, somebody who waits at a gate, and who of them went on first.
    private struct Scene: Sendable {
        let clock = TestClock()
        let gate = Gate<Void>("the answer")
        let log = Recorder<String>()

        /// Lets both wait, and then something happen to them.
        func play(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws -> [String] {
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

    /// The orders that so many seeds lead to, each seed to the same one twice.
    private func orders(
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws -> Set<[String]> {
        var orders: Set<[String]> = []
        for seed: UInt64 in 1...100 {
            func play(on executor: DeterministicExecutor) async throws -> [String] {
                try await executor.value(of: executor.start { try await Scene().play(body) })
            }
            let executor = DeterministicExecutor(seed: seed)
            let order = try await play(on: executor)
            #expect(try await play(on: DeterministicExecutor(seed: seed)) == order)
            #expect(try await play(on: DeterministicExecutor(following: executor.schedule)) == order)
            orders.insert(order)
        }
        return orders
    }

    private let both: Set = [["clock", "gate"], ["gate", "clock"]]

    @Test("A gate that is opened while time passes comes first or last, as the seed decides")
    func racing() async throws {
        let settled = try await orders { scene in
            await DeterministicExecutor.current?.idle()
            await withTaskGroup { group in
                group.addTask { await scene.clock.advance(by: .seconds(10)) }
                group.addTask { scene.gate.open() }
            }
        }
        #expect(settled == both)
        let theOtherWayRound = try await orders { scene in
            await withTaskGroup { group in
                group.addTask { scene.gate.open() }
                group.addTask { await scene.clock.advance(by: .seconds(10)) }
            }
        }
        #expect(theOtherWayRound == both)
    }

    @Test("So it is when one of both happens in a child task, and for every way of letting time pass")
    func childTasks() async throws {
        let timeInChild = try await orders { scene in
            async let time: Void = scene.clock.runUntilIdle()
            await Task.yield()
            scene.gate.open()
            await time
        }
        #expect(timeInChild == both)
        let gateInChild = try await orders { scene in
            await DeterministicExecutor.current?.idle()
            async let released = scene.gate.letThrough()
            let hasWoken = await scene.clock.runToNext()
            expectThat(hasWoken, "nobody slept")
            expectThat(await released == 1, "nobody waited")
        }
        #expect(gateInChild == both)
    }

    @Test("Steps that a scenario takes one after the other have that one order")
    func inSequence() async throws {
        let gateFirst = try await orders { scene in
            await DeterministicExecutor.current?.idle()
            scene.gate.open()
            await scene.clock.advance(by: .seconds(10))
        }
        #expect(gateFirst == [["gate", "clock"]])
        let inATask = try await orders { scene in
            await DeterministicExecutor.current?.idle()
            await withTaskGroup { $0.addTask { scene.gate.open() } }
            await scene.clock.advance(by: .seconds(10))
        }
        #expect(inATask == [["gate", "clock"]])
        let clockFirst = try await orders { scene in
            await scene.clock.advance(by: .seconds(10))
            scene.gate.open()
        }
        #expect(clockFirst == [["clock", "gate"]])
    }

    @Test("A task let go before its sleep sleeps from before the time passes, unless another is woken meanwhile")
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

    @Test("A machine that waits for an answer or for the end of its patience has both, each in some order")
    func machine() async throws {
        var ends: Set<String> = []
        for seed: UInt64 in 1...100 {
            let end = try await interleave(seed: seed) {
                let (clock, answer) = (TestClock(), Gate<String>("the answer"))
                let proxy = Caller.Proxy(initialEvent: .call)
                async let end = Caller.run(
                    initialState: .idle, proxy: proxy, env: .init(answer: answer.wait, clock: clock))
                await withTaskGroup { group in
                    group.addTask { await clock.advance(by: .seconds(10)) }
                    group.addTask { answer.open(returning: "an answer") }
                }
                return try await end
            }
            ends.insert(end)
        }
        #expect(ends == ["an answer", "too late"])
    }

    private enum Caller: EffectTransducer {
        enum State: Terminable {
            case idle, calling, ended
            var isTerminal: Bool { self == .ended }
        }
        enum Event: Sendable { case call, answered(String), tooLate }
        struct Env: Sendable {
            let answer: @Sendable () async throws -> String
            let clock: TestClock
        }
        typealias Output = String

        static func update(_ state: inout State, event: Event) -> (Effect?, String) {
            switch event {
            case .call:
                state = .calling
                let call = Effect { env, input in try input.send(.answered(await env.answer())) }
                let patience = Effect { env, input in
                    try await env.clock.sleep(for: .seconds(10))
                    try input.send(.tooLate)
                }
                return (.combine(call, patience), "")
            case .answered(let answer):
                state = .ended
                return (nil, answer)
            case .tooLate:
                state = .ended
                return (nil, "too late")
            }
        }
    }
}
