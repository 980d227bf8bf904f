import Oak
import OakGraph
import Testing

@testable import Jobs

/// Every state that the machines can reach, with the commands and clocks that are live in it.
@Suite("The graphs of jobs")
struct GraphTests {
    static let endings: [Job.Event] = [.ended(.exited(0)), .ended(.exited(1))]

    /// The job alone, with one attempt after a failure.
    static let job: StateGraph<Job> = {
        let plan = JobPlan("make", timeout: .seconds(9), retries: 1)
        var events = Alphabet<Job>.events(.ready, .start, .skip, .cancel, .kill).answers(ofActions: [])
            .answers(of: Job.Work.timeout, .timeIsUp).answers(of: Job.Work.grace, .graceIsOver)
            .answers(of: Job.Work.pause, .pauseIsOver)
        for number in 1...2 {
            let attempt = Attempt(job: "job", command: "make", number: number)
            events = events.answers(of: attempt, sending: [.leftBehind], endingWith: endings)
        }
        return StateGraph(
            of: Job.self, from: [Job.State("job", plan, grace: .seconds(5))], events: events,
            limits: .init(seconds: nil),
            showing: { "\($0.phase)" })
    }()

    @Test("A job ends, whatever happens, if its command and its clocks do")
    func jobEnds() {
        let report = Self.job.check(
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

    /// A plan of up to three jobs, each of which needs the one before.
    private static func jobs(_ names: [String]) throws -> StateGraph<Jobs> {
        let jobs = zip(names, [[]] + names.map { [$0] }).map { (name: $0, job: JobPlan("make", after: $1)) }
        let plan = try Plan(parallel: 1, jobs: jobs)
        var events = Alphabet<Jobs>.events(.begin, .pause, .resume, .cancelAll).answers(ofActions: [])
        for name in names {
            let child = Jobs.job[name]
            let attempt = Attempt(job: name, command: "make", number: 1)
            events = events.answers(
                of: child.id(attempt), sending: [.job(name, .leftBehind)],
                endingWith: Self.endings.map { .job(name, $0) }
            ).answers(of: child.id(Job.Work.grace), .job(name, .graceIsOver))
        }
        return StateGraph(
            of: Jobs.self, from: [Jobs.State(plan)], events: events, limits: .init(seconds: nil),
            showing: { state in names.map { "\($0): \(state.jobs[$0]?.phase, default: "-")" } + ["\(state.isPaused)"] })
    }

    @Test("A plan of one to three jobs starts each job after the one that it needs", arguments: 1...3)
    func plans(count: Int) throws {
        let names = Array(["compile", "test", "pack"].prefix(count))
        let graph = try Self.jobs(names)
        let report = graph.check(
            [.termination, .consistency, .undeclaredAnswers, .unansweredEffects],
            properties: [
                .always("At most one job takes a place") { $0.taken <= 1 },
                .never("A job runs before the one that it needs has succeeded") { state in
                    zip(names, names.dropFirst()).contains { first, second in
                        state.jobs[second].map(\.phase.takesPlace) == true
                            && state.jobs[first]?.phase != .ended(.succeeded)
                    }
                },
            ])
        #expect(report.verdict == .holds, "\(report)")
        #expect(graph.states.contains { $0.tally.ended == count })
    }
}
