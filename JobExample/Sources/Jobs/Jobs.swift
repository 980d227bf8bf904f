public import Oak

/// Carries out a plan: starts each job when those that it waits for have succeeded, as many at a time as there are
/// places.
///
/// Each job is a ``Job`` of its own. What happens to one is on record before anything follows from it: before a command
/// is started, and before the next job is.
public enum Jobs: CompositeTransducer {
    /// The jobs, and who waits for whom.
    public struct State: Terminable, Sendable {
        /// The plan that is carried out.
        public let plan: Plan
        /// The jobs under their names.
        public internal(set) var jobs = Children<String, Job.State>()
        /// How many jobs have ended, and how.
        public internal(set) var tally: Tally
        /// Whether no further attempt is started.
        public internal(set) var isPaused = false
        /// The names of jobs that can be started, those of others that have ended meanwhile among them.
        var queue = Queue<String>()
        /// For how many jobs a job waits still.
        var unmet: [String: Int]
        /// How many places are taken.
        var taken = 0

        /// Creates jobs none of which has been started.
        ///
        /// - Parameters:
        ///   - plan: What is carried out.
        ///   - grace: How long a command may take to go when it is asked to; five seconds by default.
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
        /// It is time to start.
        case begin
        /// Starts no further attempt.
        case pause
        /// Starts attempts again.
        case resume
        /// Somebody does not want a job any more.
        case cancel(String)
        /// Somebody does not want any job any more.
        case cancelAll
        /// Nobody can wait any longer.
        case killAll
        /// Somebody wants to know how things are.
        case status
        /// Something has happened to a job.
        case job(String, Job.Event)
    }

    /// The environment in which a plan is carried out.
    public struct Env: Sendable {
        /// The environment of each job.
        public var job: Job.Env
        /// Writes down what has happened, and returns when it will be there whatever comes.
        public var record: @Sendable ([Entry]) async throws -> Void
        /// Answers who has given a command.
        public var answer: @Sendable (Notice) async -> Void

        /// Creates what carrying out a plan needs.
        ///
        /// - Parameters:
        ///   - job: What each job needs.
        ///   - record: Writes down what has happened, and returns when it will be there whatever comes.
        ///   - answer: Answers who has given a command.
        public init(
            job: Job.Env, record: @escaping @Sendable ([Entry]) async throws -> Void,
            answer: @escaping @Sendable (Notice) async -> Void
        ) {
            self.job = job
            self.record = record
            self.answer = answer
        }
    }

    /// How the jobs have ended; `nil` until all have.
    public typealias Output = Tally?

    static let job = children("job", Job.self, event: Event.job, env: { env, _ in env.job })

    public static func activeChildren(in state: State) -> Active<Self> { job(state.jobs) }

    /// The tally of a plan without any job.
    ///
    /// - Parameter initialState: The jobs.
    /// - Returns: The tally if there is nothing to do, or else `nil`.
    public static func initialOutput(initialState: State) -> Output? {
        initialState.isTerminal ? initialState.tally : nil
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The work to do, and how the jobs have ended if all have.
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
    /// The jobs and their names, in their order.
    var inOrder: some Sequence<(String, JobPlan)> {
        names.lazy.compactMap { name in jobs[name].map { (name, $0) } }
    }
}
