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
        /// The names of jobs that can start, in their order; some of them may have ended meanwhile.
        var queue: [String] = []
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
            for name in plan.names { jobs[name] = plan.jobs[name].map { Job.State(name, $0, grace: grace) } }
        }

        public var isTerminal: Bool { tally.ended == tally.jobs }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The plan starts.
        case begin
        /// A user cancels all jobs.
        case cancel
        /// All commands must end at once.
        case kill
        /// An event of a job.
        case job(String, Job.Event)
    }

    /// The environment of a plan.
    public struct Env: Sendable {
        /// The environment of each job.
        public var job: Job.Env
        /// Records entries, and returns when they are stored durably.
        public var record: @Sendable ([Entry]) async throws -> Void

        /// Creates the environment of a plan.
        ///
        /// - Parameters:
        ///   - job: The environment of each job.
        ///   - record: Records entries, and returns when they are stored durably.
        public init(job: Job.Env, record: @escaping @Sendable ([Entry]) async throws -> Void) {
            self.job = job
            self.record = record
        }
    }

    /// The results of the jobs; `nil` until all have ended.
    public typealias Output = Tally?

    static let job = children("job", Job.self, event: Event.job, env: { env, _ in env.job }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> { job(state.jobs) }

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
        case .cancel:
            for name in state.plan.names { state.step(name, .cancel, in: &turn) }
        case .kill:
            for name in state.plan.names { state.step(name, .kill, in: &turn) }
        case .job(let name, let event):
            state.step(name, event, in: &turn)
        }
        state.tellDependents(in: &turn)
        state.fillPlaces(in: &turn)
        return (turn.effect, state.isTerminal ? state.tally : nil)
    }
}
