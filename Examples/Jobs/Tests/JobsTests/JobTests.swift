import Oak
import OakTesting
import Synchronization
import Testing

@testable import Jobs

@Suite("A job")
struct JobTests {
    let clock = TestClock()
    let ending = Gate<Ending>("the end of the command")
    let stops = Stops()

    final class Stops: Sendable {
        private let all = Mutex<[Job.Insistence]>([])
        var taken: [Job.Insistence] {
            all.withLock { all in
                defer { all = [] }
                return all
            }
        }
        func add(_ insistence: Job.Insistence) { all.withLock { $0.append(insistence) } }
    }

    static let grace = Duration.seconds(5)

    func tester(_ plan: JobPlan, phase: Job.Phase) -> TransducerTester<Job> {
        var state = Job.State("job", plan, grace: Self.grace)
        state.phase = phase
        return TransducerTester(
            of: Job.self, initialState: state,
            env: Job.Env(
                clock: clock,
                run: { [ending] _, _ in (try? await ending.wait()) ?? .notRun("cancelled") },
                stop: { [stops] _, insistence in stops.add(insistence) }),
            exhaustivity: .off)
    }

    func started(_ plan: JobPlan) async -> TransducerTester<Job> {
        let tester = tester(plan, phase: .queued(attempt: 1))
        await tester.send(.start) { $0.phase = .running(attempt: 1) }
        return tester
    }

    @Test("A failed job is retried after its back-off, which doubles each time")
    func retry() async {
        let tester = tester(JobPlan("make", retries: 2, backoff: .seconds(1)), phase: .queued(attempt: 1))
        for attempt in 1...2 {
            await tester.send(.start) { $0.phase = .running(attempt: attempt) }
            tester.expectOutput(JobReport(.started, attempt: attempt))
            ending.letThrough(returning: .exited(2))
            await tester.receive(.ended(.exited(2))) { $0.phase = .backingOff(attempt: attempt) }
            tester.expectOutput(
                JobReport(
                    .retrying(because: .failed, in: .seconds(attempt)), attempt: attempt, ending: .exited(2)))
            await clock.advance(by: .seconds(attempt) - .milliseconds(1))
            #expect(tester.state.phase == .backingOff(attempt: attempt))
            await clock.advance(by: .milliseconds(1))
            await tester.receive(.pauseIsOver) { $0.phase = .queued(attempt: attempt + 1) }
        }
        await tester.send(.start) { $0.phase = .running(attempt: 3) }
        tester.expectOutput(JobReport(.started, attempt: 3))
        ending.letThrough(returning: .exited(0))
        await tester.receive(.ended(.exited(0))) { $0.phase = .ended(.succeeded) }
        await tester.finish(returning: JobReport(.ended(.succeeded), attempt: 3, ending: .exited(0)))
        #expect(clock.sleepers.isEmpty)
    }

    @Test("A job fails if its last attempt fails")
    func failure() async {
        let tester = tester(JobPlan("make", retries: 1), phase: .running(attempt: 2))
        await tester.send(.ended(.exited(2))) { $0.phase = .ended(.failed) }
        await tester.finish(returning: JobReport(.ended(.failed), attempt: 2, ending: .exited(2)))
    }

    @Test("A command that times out is asked to end, killed after its grace period and awaited")
    func timeout() async {
        let tester = await started(JobPlan("make", timeout: .seconds(30)))
        await clock.advance(by: .seconds(30))
        await tester.receive(.timeIsUp) { $0.phase = .stopping(attempt: 1, because: .timeout, .request) }
        #expect(stops.taken == [.request])
        await clock.advance(by: Self.grace)
        await tester.receive(.graceIsOver) { $0.phase = .stopping(attempt: 1, because: .timeout, .force) }
        #expect(stops.taken == [.force])
        ending.open(returning: .signalled(9))
        await tester.receive(.ended(.signalled(9))) { $0.phase = .ended(.timedOut) }
        await tester.finish(returning: JobReport(.ended(.timedOut), attempt: 1, ending: .signalled(9)))
    }

    @Test("A command that ends on request is not killed, even if its job is retried")
    func politeness() async {
        let plan = JobPlan("make", timeout: .seconds(1), retries: 1, backoff: .seconds(100))
        let tester = await started(plan)
        await clock.advance(by: .seconds(1))
        await tester.receive(.timeIsUp) { $0.phase = .stopping(attempt: 1, because: .timeout, .request) }
        ending.letThrough(returning: .signalled(15))
        await tester.receive(.ended(.signalled(15))) { $0.phase = .backingOff(attempt: 1) }
        await clock.advance(by: Self.grace * 2)
        #expect(tester.state.phase == .backingOff(attempt: 1))
        #expect(stops.taken == [.request])
        await tester.send(.cancel) { $0.phase = .ended(.cancelled) }
        await tester.finish(returning: JobReport(.ended(.cancelled), attempt: 1))
        #expect(clock.sleepers.isEmpty)
    }

    @Test("Leftover processes are ended, and the job keeps the exit status of its command")
    func leftovers() async {
        let tester = await started(JobPlan("make", timeout: .seconds(1)))
        await tester.send(.leftBehind) { $0.phase = .stopping(attempt: 1, because: .leftovers, .request) }
        #expect(stops.taken == [.request])
        await clock.advance(by: Self.grace)
        await tester.receive(.graceIsOver) { $0.phase = .stopping(attempt: 1, because: .leftovers, .force) }
        #expect(stops.taken == [.force])
        ending.open(returning: .exited(0))
        await tester.receive(.ended(.exited(0))) { $0.phase = .ended(.succeeded) }
        await tester.finish(returning: JobReport(.ended(.succeeded), attempt: 1, ending: .exited(0)))
    }

    @Test("A cancelled command is awaited, and a second cancellation kills it")
    func cancellation() async {
        let tester = await started(JobPlan("make", retries: 5))
        await tester.send(.cancel) { $0.phase = .stopping(attempt: 1, because: .cancellation, .request) }
        #expect(stops.taken == [.request])
        await tester.send(.cancel)
        #expect(stops.taken == [])
        await tester.send(.kill) { $0.phase = .stopping(attempt: 1, because: .cancellation, .force) }
        #expect(stops.taken == [.force])
        ending.open(returning: .exited(0))
        await tester.receive(.ended(.exited(0))) { $0.phase = .ended(.cancelled) }
        await tester.finish(returning: JobReport(.ended(.cancelled), attempt: 1, ending: .exited(0)))
    }

    @Test("A job that has not started ends at once when it is cancelled or skipped")
    func notStarted() {
        let ends: [(Job.Phase, Job.Event, JobReport)] = [
            (.waiting, .cancel, JobReport(.ended(.cancelled), attempt: 0)),
            (.waiting, .kill, JobReport(.ended(.cancelled), attempt: 0)),
            (.waiting, .skip, JobReport(.ended(.skipped), attempt: 0)),
            (.queued(attempt: 1), .cancel, JobReport(.ended(.cancelled), attempt: 0)),
            (.queued(attempt: 3), .kill, JobReport(.ended(.cancelled), attempt: 2)),
            (.backingOff(attempt: 2), .kill, JobReport(.ended(.cancelled), attempt: 2)),
        ]
        for (phase, event, report) in ends {
            var state = Job.State("job", JobPlan("make", retries: 9), grace: Self.grace)
            state.phase = phase
            #expect(Job.update(&state, event: event).1 == report)
            #expect(state.isTerminal)
        }
    }

    @Test("A command that ends at its time limit either succeeds or times out")
    func race() async {
        let attempts = Mutex<Set<Int>>([])
        await explore(seeds: 1...500) {
            let clock = TestClock(advancing: .whenIdle)
            let proxy = Job.Proxy()
            let plan = JobPlan("make", timeout: .seconds(30), retries: 1, backoff: .seconds(1))
            var state = Job.State("job", plan, grace: Self.grace)
            state.phase = .queued(attempt: 1)
            let reports = Mutex<[JobReport]>([])
            let env = Job.Env(
                clock: clock,
                run: { attempt, _ in
                    try? await clock.sleep(for: .seconds(attempt.number == 1 ? 30 : 5))
                    return .exited(0)
                },
                stop: { _, _ in })

            async let run = Job.run(
                initialState: state, proxy: proxy, env: env,
                output: Callback { report in if let report { reports.withLock { $0.append(report) } } })
            try proxy.send(.start)
            async let second: Void = {
                // There is room for a second attempt, if there is one.
                try await clock.sleep(for: .seconds(40))
                try? proxy.send(.start)
            }()
            let last = try await run
            try await second
            let all = reports.withLock { $0 }
            let ends = all.filter { if case .ended = $0.news { true } else { false } }
            expectThat(ends.count == 1, "It has ended \(ends.count) times: \(all)")
            expectThat(all.last == last, "Something was reported after its end: \(all)")
            expectThat(ends.first?.news == .ended(.succeeded), "It has not succeeded: \(all)")
            expectThat(clock.sleepers.isEmpty, "an effect has outlived its machine")
            attempts.withLock { _ = $0.insert(ends.first?.attempt ?? 0) }
        }
        #expect(attempts.withLock { $0 } == [1, 2], "Not every order was tried")
    }
}
