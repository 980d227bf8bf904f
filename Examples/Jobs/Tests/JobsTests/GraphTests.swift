import Oak
import OakGraph
import Testing

@testable import Jobs

/// Every state that a job can reach, with the commands and clocks that are live in it.
@Suite("The graph of a job")
struct GraphTests {
    /// A job with one attempt after a failure.
    static let graph: StateGraph<Job> = {
        let plan = JobPlan("make", timeout: .seconds(9), retries: 1)
        var events = Alphabet<Job>.events(.ready, .start, .skip, .cancel, .kill).answers(ofActions: [])
            .answers(of: Job.Work.timeout, .timeIsUp).answers(of: Job.Work.grace, .graceIsOver)
            .answers(of: Job.Work.pause, .pauseIsOver)
        for number in 1...2 {
            events = events.answers(
                of: Attempt(job: "job", command: "make", number: number), .ended(.exited(0)), .ended(.exited(1)))
        }
        return StateGraph(
            of: Job.self, from: [Job.State("job", plan, grace: .seconds(5))], events: events,
            limits: .init(seconds: nil), showing: { "\($0.phase)" })
    }()

    @Test("A job ends, whatever happens, if its command and its clocks do")
    func end() {
        let report = Self.graph.check(
            [.termination, .deadEnds, .consistency, .undeclaredAnswers, .outlivingOperations, .unansweredEffects],
            properties: [
                .leadsTo(
                    "A command that is being ended has ended", from: Self.isStopping, to: { !Self.isStopping($0) },
                    under: .answers)
            ])
        #expect(report.verdict == .holds, "\(report)")
    }

    private static func isStopping(_ state: Job.State) -> Bool {
        if case .stopping = state.phase { true } else { false }
    }
}
