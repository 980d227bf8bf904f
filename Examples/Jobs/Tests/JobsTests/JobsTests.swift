import Oak
import OakTesting
import Testing

@testable import Jobs

/// The doings of a user while jobs run.
enum Disturbance: Sendable, Equatable {
    case wait(Int), pause, resume, cancel(Int), cancelAll, killAll

    var event: Jobs.Event? {
        switch self {
        case .wait: nil
        case .pause: .pause
        case .resume: .resume
        case .cancel(let number): .cancel("job\(number)")
        case .cancelAll: .cancelAll
        case .killAll: .killAll
        }
    }

    static let walks = Generator<[Disturbance]> { random in
        let one = Generator<Disturbance>.weighted([
            (6, .wait(1)), (3, .wait(3)), (2, .pause), (2, .resume), (1, .cancel(0)), (1, .cancel(3)), (1, .cancelAll),
            (1, .killAll),
        ])
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in one.value(using: &random) }
    }
}

@Suite("Jobs")
struct JobsTests {
    /// Carries out a plan under some disturbances.
    static func run(_ random: RandomPlan, _ disturbances: [Disturbance]) async throws -> (Workshop.Book, Tally?) {
        let clock = TestClock(advancing: .whenIdle)
        let workshop = Workshop(random.plan, random.behaviours, clock: clock)
        let proxy = Jobs.Proxy(initialEvent: .begin)
        async let run = Jobs.run(
            initialState: Jobs.State(random.plan, grace: .seconds(2)), proxy: proxy, env: workshop.env,
            settings: RunSettings(unexpectedEvents: .endingTheRun))
        for disturbance in disturbances {
            if case .wait(let seconds) = disturbance { try await clock.sleep(for: .seconds(seconds)) }
            if let event = disturbance.event { try? await proxy.sendWaitingForRoom(event) }
        }
        try? await proxy.sendWaitingForRoom(.resume)
        let tally = try await run
        expectThat(clock.sleepers.isEmpty, "an effect has outlived its machine")
        return (workshop.account, tally)
    }

    @Test("Jobs respect the limit and their dependencies and end once, under any disturbance")
    func properties() async throws {
        for seed in 1...60 {
            let random = try RandomPlan(seed: seed)
            await explore(seeds: 1...6, events: Disturbance.walks) { disturbances in
                let (book, tally) = try await Self.run(random, disturbances)
                let plan = random.plan
                expectThat(book.mistakes.isEmpty, "\(book.mistakes)")
                expectThat(book.mostAtOnce <= plan.parallel, "\(book.mostAtOnce) run at once, not \(plan.parallel)")
                for name in plan.names {
                    let reports = book.entries.filter { $0.job == name }.map(\.report)
                    let ends = reports.filter { if case .ended = $0.news { true } else { false } }
                    expectThat(ends.count == 1 && reports.last == ends.first, "\(name) does not end once: \(reports)")
                    let starts = reports.filter { $0.news == .started }.map(\.attempt)
                    expectThat(
                        starts == Array(1..<(starts.count + 1)), "\(name) is tried in a strange order: \(reports)")
                    expectThat(starts.count <= 1 + (plan.jobs[name]?.retries ?? 0), "\(name) is tried too often")
                    let isHeldBack = (plan.jobs[name]?.dependencies ?? []).contains {
                        book.result(of: $0) != .succeeded
                    }
                    switch book.result(of: name) {
                    case .skipped?: expectThat(isHeldBack, "\(name) is skipped for no reason")
                    case .cancelled?:
                        expectThat(disturbances.contains { $0.isCancellation }, "\(name) was cancelled by nobody")
                    case .succeeded?, .failed?, .timedOut?: expectThat(!isHeldBack, "\(name) should have been skipped")
                    case nil: expectThat(false, "\(name) has not ended")
                    }
                }
                var expected = Tally(of: plan.names.count)
                for name in plan.names { book.result(of: name).map { expected.count($0) } }
                expectThat(tally == expected, "\(tally as Any) is not \(expected)")
            }
        }
    }

    @Test("The result of an undisturbed job follows from its command, time limit and attempts")
    func undisturbed() async throws {
        for seed in 1...60 {
            let random = try RandomPlan(seed: seed)
            await explore(seeds: 1...3) {
                let (book, _) = try await Self.run(random, [])
                for name in random.plan.names {
                    guard let job = random.plan.jobs[name], let behaviour = random.behaviours[name] else { continue }
                    // At the very moment at which time is up both may be.
                    if let timeout = job.timeout, timeout == .seconds(behaviour.seconds) { continue }
                    let isTooSlow = job.timeout.map { $0 < .seconds(behaviour.seconds) } ?? false
                    let isHeldBack = job.dependencies.contains { book.result(of: $0) != .succeeded }
                    let expected: JobResult =
                        isHeldBack
                        ? .skipped : isTooSlow ? .timedOut : behaviour.failures > job.retries ? .failed : .succeeded
                    let result = book.result(of: name)
                    expectThat(result == expected, "\(name) is \(result as Any), not \(expected)")
                }
            }
        }
    }

    /// The state after some events, whose effects are not carried out.
    static func state(_ plan: Plan, after events: Jobs.Event...) -> Jobs.State {
        var state = Jobs.State(plan)
        for event in events { _ = Jobs.update(&state, event: event) }
        return state
    }

    func phases(_ state: Jobs.State) -> [Job.Phase?] { state.plan.names.map { state.jobs[$0]?.phase } }

    @Test("No job starts during a pause, and jobs start up to the limit afterwards")
    func pause() throws {
        let plan = try Plan(parallel: 2, jobs: PlanTests.jobs(["a": [], "b": [], "c": []]))
        var state = Self.state(plan, after: .pause, .begin)
        #expect(phases(state) == [.queued(attempt: 1), .queued(attempt: 1), .queued(attempt: 1)])
        _ = Jobs.update(&state, event: .resume)
        #expect(phases(state) == [.running(attempt: 1), .running(attempt: 1), .queued(attempt: 1)])
        _ = Jobs.update(&state, event: .pause)
        _ = Jobs.update(&state, event: .job("a", .ended(.exited(0))))
        #expect(phases(state) == [.ended(.succeeded), .running(attempt: 1), .queued(attempt: 1)])
    }

    @Test(
        "A command keeps its place until it has ended, and a job that waits for its next attempt has none")
    func places() throws {
        let jobs = [
            (name: "a", job: JobPlan("a", timeout: .seconds(1), retries: 1)), (name: "b", job: JobPlan("b")),
        ]
        var state = Self.state(try Plan(parallel: 1, jobs: jobs), after: .begin, .job("a", .timeIsUp))
        #expect(phases(state)[1] == .queued(attempt: 1))
        _ = Jobs.update(&state, event: .job("a", .ended(.signalled(15))))
        #expect(phases(state) == [.backingOff(attempt: 1), .running(attempt: 1)])
        _ = Jobs.update(&state, event: .job("a", .pauseIsOver))
        #expect(phases(state) == [.queued(attempt: 2), .running(attempt: 1)])
        _ = Jobs.update(&state, event: .job("b", .ended(.exited(0))))
        #expect(phases(state) == [.running(attempt: 2), .ended(.succeeded)])
    }

    @Test(
        "Exactly the jobs that depend on an unsuccessful job are skipped, however long the chain is"
    )
    func chain() throws {
        let count = 100_000
        let jobs = (0..<count).map { (name: "\($0)", job: JobPlan("true", after: $0 == 0 ? [] : ["\($0 - 1)"])) }
        let plan = try Plan(parallel: 4, jobs: jobs + [(name: "other", job: JobPlan("true"))])
        let state = Self.state(plan, after: .begin, .job("0", .ended(.exited(1))))
        #expect(state.tally[.failed] == 1)
        #expect(state.tally[.skipped] == count - 1)
        #expect(state.jobs["other"]?.phase == .running(attempt: 1))
    }

    @Test("Cancelling all jobs also cancels waiting jobs and skips none")
    func cancelAll() throws {
        let plan = try Plan(parallel: 1, jobs: PlanTests.jobs(["a": [], "b": ["c"], "c": ["d"], "d": []]))
        let state = Self.state(plan, after: .begin, .cancelAll)
        #expect(
            phases(state) == [
                .stopping(attempt: 1, because: .cancellation, .request), .ended(.cancelled), .ended(.cancelled),
                .ended(.cancelled),
            ])
    }

    @Test("A cancellation of a missing or ended job changes nothing")
    func refusals() throws {
        let plan = try Plan(parallel: 1, jobs: PlanTests.jobs(["a": [], "b": []]))
        var state = Self.state(plan, after: .begin, .job("a", .ended(.exited(0))))
        let before = phases(state)
        for name in ["a", "nobody"] {
            let (effect, _) = Jobs.update(&state, event: .cancel(name))
            #expect(effect?.kind == .action)
        }
        #expect(phases(state) == before)
    }

    @Test("A plan without jobs succeeds at once")
    func nothing() async throws {
        let plan = try Plan(parallel: 1, jobs: [])
        let workshop = Workshop(plan, [:], clock: TestClock())
        let tally = try await Jobs.run(initialState: Jobs.State(plan), env: workshop.env)
        #expect(tally?.isSuccess == true)
    }
}

extension Disturbance {
    var isCancellation: Bool {
        switch self {
        case .cancel, .cancelAll, .killAll: true
        case .wait, .pause, .resume: false
        }
    }
}
