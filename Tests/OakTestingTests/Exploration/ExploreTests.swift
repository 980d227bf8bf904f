import Oak
import TestSupport
import Testing

@testable import OakTesting

@Suite("Exploring interleavings")
struct ExploreTests {
    /// Reads, suspends and writes: another task may have written in between.
    private actor Total {
        private(set) var value = 0

        func add(_ number: Int) async {
            let before = value
            await Task.yield()
            value = before + number
        }
    }

    private static func addUp(_ numbers: [Int]) async {
        let total = Total()
        await withTaskGroup { group in
            for number in numbers { group.addTask { await total.add(number) } }
        }
        expectThat(await total.value == numbers.reduce(0, +), "the total is wrong")
    }

    @Test("A lost update is found and reduced to two events and one switch")
    func lostUpdate() async throws {
        let found = try #require(
            await counterexample(seeds: 1...100, events: .always([1, 2, 3, 4, 5])) { await Self.addUp($0) })
        #expect(found.events.count == 2)
        #expect(found.schedule.switches.count <= 1)
        #expect(found.isReproducible)
        #expect(found.message.hasSuffix("the total is wrong"))
    }

    @Test("A replayed interleaving fails again, and a schedule without failure passes")
    func replaying() async throws {
        let found = try #require(
            await counterexample(seeds: 1...100, events: .always([1, 2, 3])) { await Self.addUp($0) })
        let failing = await Issues.of {
            await replayInterleaving(found.schedule.description, events: found.events) { await Self.addUp($0) }
        }
        #expect(failing.messages.count == 1)
        let passing = await Issues.of { await replayInterleaving("", events: [1]) { await Self.addUp($0) } }
        #expect(passing.messages.isEmpty)
        let malformed = await Issues.of { await replayInterleaving("1-2") {} }
        #expect(malformed.messages == ["\"1-2\" is not a schedule: copy it from the report of the exploration."])
    }

    @Test("A failure is reported with seed, events, order and a test that can be pasted")
    func report() async throws {
        let line = #line
        let issues = await Issues.of {
            await explore(seeds: 4...100, events: .always([Switch.on, .off(after: 2)])) { events in
                // A brace in a comment: }
                expectThat(events.count < 2, "too many: }")
            }
        }
        #expect(issues.lines == [UInt(line) + 2])
        #expect(
            issues.messages == [
                #"""
                An interleaving fails (seed 4, the 1st that was tried):

                OakTestingTests/ExploreTests.swift:\#(line + 4): too many: }

                It takes no change of order.

                Events: [.on, .off(after: 2)]

                Switches: none

                As a test:

                @Test func failsWithSeed4AtLine\#(line + 2)() async {
                    await replayInterleaving("", events: [.on, .off(after: 2)] as [ExploreTests.Switch]) { <#the scenario at OakTestingTests/ExploreTests.swift:\#(line + 2)#> }
                }
                """#
            ])
    }

    @Test("The shrunk events cause the original failure, not a failure for want of an event")
    func sameFailure() async throws {
        let found = try #require(
            await counterexample(seeds: 1...1, events: .always([Sum.Event.add(1), .add(2), .add(3), .end])) {
                events in
                let proxy = Sum.Proxy()
                async let total = Sum.run(initialState: .init(), proxy: proxy)
                for event in events { try await proxy.sendWaitingForRoom(event) }
                let sum = try await total
                expectThat(sum < 2, "the sum is \(sum)")
            })
        #expect(found.message.contains("the sum is"))
        #expect(found.events.count == 2)
    }

    @Test("A stuck scenario fails at once and names the wait")
    func stuck() async throws {
        let gate = Gate<Void>("the door")
        await #expect(throws: ScenarioStuck(pending: ["the door: open it"])) {
            try await interleave(seed: 1) { try await gate.wait() }
        }
        await #expect(throws: ScenarioStuck(pending: [])) {
            try await interleave(seed: 1) { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        }
    }

    @Test("A stuck scenario reports the state and the last event of each machine")
    func stuckMachines() async throws {
        let found = try #require(
            await counterexample(seeds: 3...3, events: .always([Sum.Event.add(1), .add(2)])) { events in
                let answer = Gate<String>("the answer")
                let (adder, login) = (Sum.Proxy(), Login.Proxy())
                async let total = Sum.run(initialState: .init(), proxy: adder)
                async let ended = Sum.run(initialState: .init(), proxy: Sum.Proxy(initialEvent: .end))
                async let name: Void = Login.run(
                    initialState: .signedOut, proxy: login, env: .init(answer: answer.wait, clock: TestClock()))
                async let idle: Void = Barrier.run(initialState: .locked)
                try login.send(.signInRequested)
                for event in events { try adder.send(event) }
                _ = try await (total, ended, name, idle)
            })
        #expect(
            found.message.hasPrefix("The scenario does not end. It waits for:\n• the answer: open it\n• a TestClock"))
        let machines = found.message.split(separator: "\n").drop { !$0.hasPrefix("Machines that have not ended (send") }
        #expect(
            machines.dropFirst().sorted() == [
                "• Barrier is in .locked; it has taken no event",
                "• Login is in .signingIn; its last event was .signInRequested",
                "• Sum is in State(total: 0, isTerminal: false); it has taken no event",
            ])
    }

    @Test("Witnessing a run does not change the interleaving")
    func witnessed() async {
        for seed in UInt64(1)...50 {
            func order(_ scenario: @escaping @Sendable () async -> Void) async -> Schedule {
                let executor = DeterministicExecutor(seed: seed)
                executor.start { await scenario() }
                await executor.runUntilIdle()
                return executor.schedule
            }
            let scenario: @Sendable () async -> Void = {
                let proxy = Login.Proxy()
                let env = Login.Env(answer: { "Robin" }, clock: TestClock(advancing: .whenIdle))
                await withTaskGroup { group in
                    group.addTask { try? await Login.run(initialState: .signedOut, proxy: proxy, env: env) }
                    group.addTask { for _ in 1...3 { try? await proxy.sendWaitingForRoom(.signInRequested) } }
                    group.addTask { for _ in 1...3 { try? await proxy.sendWaitingForRoom(.signOut) } }
                    group.addTask { try? await proxy.sendWaitingForRoom(.close) }
                }
            }
            let (plain, witness) = (await order(scenario), RunWitness(decidesMainActor: true))
            let witnessed = await order { await Scenario.$current.withValue(witness.scenario, operation: scenario) }
            #expect(plain == witnessed)
        }
    }

    @Test("A detached task fails the scenario that has started it")
    func detached() async {
        let found = await counterexample(seeds: 1...1) { await Task.detached { expectThat(false, "detached") }.value }
        #expect(found?.message.hasSuffix("detached") == true)
    }

    @MainActor
    @Test("A machine on the main actor is refused where the runtime does not let a test decide the order there")
    func undecided() async throws {
        let error = await #expect(throws: MainActorUndecided.self) {
            try await DeterministicExecutor().conclude(
                { @MainActor in
                    let host = ObservableTransducer(of: Barrier.self, initialState: .locked)
                    while !host.isRunning { await Task.yield() }
                    try host.send(.push)
                }, decidesMainActor: false)
        }
        #expect("\(try #require(error))".hasPrefix("Barrier runs on the main actor, and the runtime of this system"))
    }

    @Test("An endless scenario fails")
    func endless() async {
        await #expect(throws: ScenarioEndless.self) {
            try await DeterministicExecutor().conclude({ while true { await Task.yield() } }, limit: 1_000)
        }
        await #expect(throws: ScenarioEndless.self) {
            let clock = TestClock(advancing: .whenIdle)
            try await DeterministicExecutor().conclude(
                { while true { try? await clock.sleep(for: .seconds(1)) } }, limit: 1_000)
        }
    }

    @Test("A failure that cannot be repeated is reported as irreproducible")
    func irreproducible() async throws {
        let runs = Counter()
        let found = try #require(
            await counterexample(seeds: 1...1) {
                runs.increment()
                expectThat(runs.value != 1, "the first time")
            })
        #expect(!found.isReproducible)
        #expect(found.description.contains("It did not fail when it was repeated"))
    }

    @Test("A driver inside a scenario reports failures to the exploration")
    func driver() async throws {
        let found = await counterexample(seeds: 1...1) {
            let tester = TransducerTester(of: Login.self, initialState: .signedOut, env: .init(answer: { "" }))
            await tester.send(.close)
            await tester.finish()
        }
        #expect(found?.message.contains("After .close: the state has changed, and the test states no change") == true)
    }

    @Test("Time advances when all tasks wait, and tasks due at the same time race")
    func time() async throws {
        let found = await counterexample(seeds: 1...100) {
            let (clock, log) = (TestClock(advancing: .whenIdle), Recorder<String>())
            await withTaskGroup { group in
                for name in ["a", "b"] {
                    group.addTask {
                        try? await clock.sleep(for: .seconds(60))
                        log.record(name)
                    }
                }
            }
            expectThat(log.values == ["a", "b"], "b was first")
        }
        #expect(found?.schedule.switches.count == 1)
    }

    private enum Switch: Sendable, Equatable { case on, off(after: Int) }
}
