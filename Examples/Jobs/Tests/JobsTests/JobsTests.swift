import Oak
import OakTesting
import Testing

@testable import Jobs

@Suite("Jobs")
struct JobsTests {
    /// A user may cancel all jobs after some seconds, and may insist.
    static let interruptions = Generator<[Jobs.Event]> { random in
        [[], [], [.cancel], [.cancel, .kill]].randomElement(using: &random) ?? []
    }

    /// Carries out a plan.
    static func run(_ random: RandomPlan, _ interruptions: [Jobs.Event]) async throws -> (Workshop.Book, Tally?) {
        let clock = TestClock(advancing: .whenIdle)
        let workshop = Workshop(random, clock: clock)
        let proxy = Jobs.Proxy(initialEvent: .begin)
        async let run = Jobs.run(
            initialState: Jobs.State(random.plan, grace: .seconds(2)), proxy: proxy, env: workshop.env,
            settings: RunSettings(unexpectedEvents: .endingTheRun))
        for event in interruptions {
            try await clock.sleep(for: .seconds(3))
            try? await proxy.sendWaitingForRoom(event)
        }
        let tally = try await run
        expectThat(clock.sleepers.isEmpty, "an effect has outlived its machine")
        return (workshop.account, tally)
    }

    @Test("Jobs respect the limit and their dependencies, and end once, in any order of events")
    func properties() async throws {
        for seed in 1...60 {
            let random = try RandomPlan(seed: seed)
            await explore(seeds: 1...6, events: Self.interruptions) { interruptions in
                let (book, tally) = try await Self.run(random, interruptions)
                let plan = random.plan
                expectThat(book.mistakes.isEmpty, "\(book.mistakes)")
                expectThat(book.mostAtOnce <= plan.parallel, "\(book.mostAtOnce) run at once, not \(plan.parallel)")
                var expected = Tally(of: plan.names.count)
                for name in plan.names {
                    let results = book.results(of: name)
                    expectThat(results.count == 1, "\(name) does not end once: \(results)")
                    let isHeldBack = (plan.jobs[name]?.dependencies ?? []).contains {
                        book.results(of: $0) != [.succeeded]
                    }
                    expectThat((results == [.skipped]) == isHeldBack || results == [.cancelled], "\(name): \(results)")
                    expectThat(results != [.cancelled] || !interruptions.isEmpty, "nobody has cancelled \(name)")
                    for result in results { expected.count(result) }
                }
                expectThat(tally == expected, "\(tally as Any) is not \(expected)")
            }
        }
    }

    @Test("A job that waits for its next attempt leaves its place to another one")
    func places() throws {
        let jobs = [(name: "a", job: JobPlan("a", retries: 1)), (name: "b", job: JobPlan("b"))]
        var state = Jobs.State(try Plan(parallel: 1, jobs: jobs))
        _ = Jobs.update(&state, event: .begin)
        #expect(state.jobs["b"]?.phase == .queued(attempt: 1))
        _ = Jobs.update(&state, event: .job("a", .ended(.exited(1))))
        #expect(state.jobs["a"]?.phase == .backingOff(attempt: 1))
        #expect(state.jobs["b"]?.phase == .running(attempt: 1))
    }

    @Test("A plan without jobs succeeds at once")
    func nothing() throws {
        let state = Jobs.State(try Plan(parallel: 1, jobs: []))
        #expect(Jobs.initialOutput(initialState: state)??.isSuccess == true)
    }
}
