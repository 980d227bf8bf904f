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
        var sent: [Job.Insistence] { all.withLock { $0 } }
        func add(_ insistence: Job.Insistence) { all.withLock { $0.append(insistence) } }
    }

    static let grace = Duration.seconds(5)

    func tester(_ plan: JobPlan) -> TransducerTester<Job> {
        var state = Job.State("job", plan, grace: Self.grace)
        state.phase = .queued(attempt: 1)
        return TransducerTester(
            of: Job.self, initialState: state,
            env: Job.Env(
                clock: clock, run: { [ending] _ in (try? await ending.wait()) ?? .notRun("cancelled") },
                stop: { [stops] _, insistence in stops.add(insistence) }),
            exhaustivity: .off)
    }

    @Test("A failed job is retried after its back-off, which doubles each time")
    func retry() async {
        let tester = tester(JobPlan("make", retries: 2, backoff: .seconds(1)))
        for attempt in 1...2 {
            await tester.send(.start) { $0.phase = .running(attempt: attempt) }
            tester.expectOutput(JobReport(.started, attempt: attempt))
            ending.letThrough(returning: .exited(2))
            await tester.receive(.ended(.exited(2))) { $0.phase = .backingOff(attempt: attempt) }
            tester.expectOutput(
                JobReport(
                    .retrying(because: .failed, in: .seconds(attempt)), attempt: attempt, ending: .exited(2)))
            await clock.advance(by: .seconds(attempt))
            await tester.receive(.pauseIsOver) { $0.phase = .queued(attempt: attempt + 1) }
        }
        await tester.send(.start) { $0.phase = .running(attempt: 3) }
        ending.letThrough(returning: .exited(2))
        await tester.receive(.ended(.exited(2))) { $0.phase = .ended(.failed) }
        await tester.finish(returning: JobReport(.ended(.failed), attempt: 3, ending: .exited(2)))
    }

    @Test("A command that times out is asked to end, killed after its grace period and awaited")
    func timeout() async {
        let tester = tester(JobPlan("make", timeout: .seconds(30)))
        await tester.send(.start) { $0.phase = .running(attempt: 1) }
        await clock.advance(by: .seconds(30))
        await tester.receive(.timeIsUp) { $0.phase = .stopping(attempt: 1, because: .timeout, .request) }
        #expect(stops.sent == [.request])
        await clock.advance(by: Self.grace)
        await tester.receive(.graceIsOver) { $0.phase = .stopping(attempt: 1, because: .timeout, .force) }
        #expect(stops.sent == [.request, .force])
        ending.open(returning: .signalled(9))
        await tester.receive(.ended(.signalled(9))) { $0.phase = .ended(.timedOut) }
        await tester.finish(returning: JobReport(.ended(.timedOut), attempt: 1, ending: .signalled(9)))
    }

    @Test("A cancelled command is awaited and not tried again, and a kill does not wait for the grace period")
    func cancellation() async {
        let tester = tester(JobPlan("make", retries: 5))
        await tester.send(.start) { $0.phase = .running(attempt: 1) }
        await tester.send(.cancel) { $0.phase = .stopping(attempt: 1, because: .cancellation, .request) }
        await tester.send(.kill) { $0.phase = .stopping(attempt: 1, because: .cancellation, .force) }
        #expect(stops.sent == [.request, .force])
        ending.open(returning: .exited(0))
        await tester.receive(.ended(.exited(0))) { $0.phase = .ended(.cancelled) }
        await tester.finish(returning: JobReport(.ended(.cancelled), attempt: 1, ending: .exited(0)))
    }
}
