public import Oak

/// Carries out a plan: starts each job when its dependencies have succeeded, up to the number of places at a time.
///
/// Each job is a ``Job`` of its own. Every event of a job is recorded before anything follows from it: before a command
/// starts, and before the next job does.
public enum Jobs: CompositeTransducer {
    /// The jobs and their dependencies.
    public struct State: Terminable, Sendable {
        /// The plan.
        public let plan: Plan
        /// The jobs by name.
        public internal(set) var jobs = Children<String, Job.State>()
        /// The number of jobs that have ended, by result.
        public internal(set) var tally: Tally
        /// Whether starting attempts is paused.
        public internal(set) var isPaused = false
        /// The names of jobs that can start; some of them may have ended meanwhile.
        var queue = Queue<String>()
        /// The number of pending dependencies of each job.
        var unmet: [String: Int]
        /// The number of taken places.
        var taken = 0

        /// Creates jobs before any has started.
        ///
        /// - Parameters:
        ///   - plan: The plan.
        ///   - grace: The grace period of commands; five seconds by default.
        public init(_ plan: Plan, grace: Duration = .seconds(5)) {
            self.plan = plan
            unmet = plan.dependencyCounts
            tally = Tally(of: plan.names.count)
            for (name, job) in plan.inOrder { jobs[name] = Job.State(name, job, grace: grace) }
        }

        public var isTerminal: Bool { tally.ended == tally.jobs }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The plan starts.
        case begin
        /// Starts no further attempt.
        case pause
        /// Starts attempts again.
        case resume
        /// A user cancels a job.
        case cancel(String)
        /// A user cancels all jobs.
        case cancelAll
        /// All commands must end at once.
        case killAll
        /// A user asks for the status.
        case status
        /// An event of a job.
        case job(String, Job.Event)
    }

    /// The environment of a plan.
    public struct Env: Sendable {
        /// The environment of each job.
        public var job: Job.Env
        /// Records entries, and returns when they are stored durably.
        public var record: @Sendable ([Entry]) async throws -> Void
        /// Answers the user's command.
        public var answer: @Sendable (Notice) async -> Void

        /// Creates the environment of a plan.
        ///
        /// - Parameters:
        ///   - job: The environment of each job.
        ///   - record: Records entries, and returns when they are stored durably.
        ///   - answer: Answers the user's command.
        public init(
            job: Job.Env, record: @escaping @Sendable ([Entry]) async throws -> Void,
            answer: @escaping @Sendable (Notice) async -> Void
        ) {
            self.job = job
            self.record = record
            self.answer = answer
        }
    }

    /// The results of the jobs; `nil` until all have ended.
    public typealias Output = Tally?

    static let job = children("job", Job.self, event: Event.job, env: { env, _ in env.job })

    public static func activeChildren(in state: State) -> Active<Self> { job(state.jobs) }

    /// The tally of a plan without jobs.
    ///
    /// - Parameter initialState: The jobs.
    /// - Returns: The tally if the plan has no jobs, or else `nil`.
    public static func initialOutput(initialState: State) -> Output? {
        initialState.isTerminal ? initialState.tally : nil
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect, and the results if all jobs have ended.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        var turn = Turn()
        switch event {
        case .begin:
            for name in state.plan.names where state.unmet[name] == 0 { state.step(name, .ready, in: &turn) }
        case .pause:
            state.isPaused = true
            turn.answer(.paused)
        case .resume:
            state.isPaused = false
            turn.answer(.resumed)
        case .cancel(let name):
            switch state.jobs[name]?.phase {
            case nil: turn.answer(.noSuchJob(name))
            case .ended?: turn.answer(.hasEnded(name))
            case .waiting?, .queued?, .running?, .stopping?, .backingOff?: state.step(name, .cancel, in: &turn)
            }
        case .cancelAll:
            for name in state.plan.names { state.step(name, .cancel, in: &turn) }
        case .killAll:
            for name in state.plan.names { state.step(name, .kill, in: &turn) }
        case .status:
            turn.answer(.status(state.status))
        case .job(let name, let event):
            state.step(name, event, in: &turn)
        }
        state.skipWhatCannotBe(in: &turn)
        state.fillPlaces(in: &turn)
        return (turn.effect, state.isTerminal ? state.tally : nil)
    }
}

extension Plan {
    /// The jobs with their names, in order.
    var inOrder: some Sequence<(String, JobPlan)> {
        names.lazy.compactMap { name in jobs[name].map { (name, $0) } }
    }
}
