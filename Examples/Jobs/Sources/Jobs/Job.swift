public import Oak

/// A command that is tried until it succeeds or its attempts are used up.
///
/// ```
///  ┌─────────┐ ready ┌────────┐ start ┌─────────┐        timeIsUp, cancel        ┌──────────┐
///  │ waiting │──────▶│ queued │──────▶│ running │───────────────────────────────▶│ stopping │──┐ graceIsOver,
///  └─────────┘       └────────┘       └─────────┘                                └──────────┘◀─┘ kill: by force
///       │ skip,          ▲  │ cancel       │ ended          ┌────────────┐            │ ended
///       │ cancel         │  │              ├───────────────▶│ backingOff │◀───────────┤
///       │         pauseIsOver              │  again         └────────────┘   again    │
///       │                └─────────────────┼─────────────────────┘ │ cancel           │
///       ▼                   ▼              ▼                       ▼                  ▼
///  ┌───────────────────────────────────────────────────────────────────────────────────────┐
///  │ ended: succeeded, failed, timedOut, cancelled or skipped                              │
///  └───────────────────────────────────────────────────────────────────────────────────────┘
/// ```
///
/// A command that must end is first asked to, and forced when its grace period is over. The job ends when the command
/// has ended.
public enum Job: EffectTransducer {
    /// A job and its phase.
    public struct State: Terminable, Equatable, Sendable {
        /// The name of the job.
        public let name: String
        /// Its plan.
        public let plan: JobPlan
        /// The grace period of its command.
        public let grace: Duration
        /// The current phase.
        public internal(set) var phase: Phase

        /// Creates a waiting job.
        ///
        /// - Parameters:
        ///   - name: The name of the job.
        ///   - plan: Its plan.
        ///   - grace: The grace period of its command.
        public init(_ name: String, _ plan: JobPlan, grace: Duration) {
            self.name = name
            self.plan = plan
            self.grace = grace
            phase = .waiting
        }

        public var isTerminal: Bool {
            switch phase {
            case .ended: true
            case .waiting, .queued, .running, .stopping, .backingOff: false
            }
        }
    }

    /// The phases of a job.
    public enum Phase: Equatable, Sendable {
        /// Dependencies must succeed first.
        case waiting
        /// An attempt begins as soon as a place is free.
        case queued(attempt: Int)
        /// The command of an attempt runs.
        case running(attempt: Int)
        /// The command of an attempt is being ended.
        case stopping(attempt: Int, because: Cause, Insistence)
        /// Another attempt follows later.
        case backingOff(attempt: Int)
        /// The job has ended.
        case ended(JobResult)

        /// Whether the job takes one of the places for running jobs.
        var takesPlace: Bool {
            switch self {
            case .running, .stopping: true
            case .waiting, .queued, .backingOff, .ended: false
            }
        }
    }

    /// The reason for ending a command.
    public enum Cause: Equatable, Sendable {
        /// The time-out has passed.
        case timeout
        /// The job was cancelled.
        case cancellation
    }

    /// The way of ending a command.
    public enum Insistence: Equatable, Sendable {
        /// It is asked to end.
        case request
        /// It is forced to end.
        case force
    }

    /// The events of a job.
    public enum Event: Equatable, Sendable {
        /// All dependencies have succeeded.
        case ready
        /// A place is free for an attempt.
        case start
        /// A dependency has not succeeded.
        case skip
        /// The job was cancelled.
        case cancel
        /// The command must end at once.
        case kill
        /// The command has ended.
        case ended(Ending)
        /// The time-out has passed.
        case timeIsUp
        /// The grace period has passed.
        case graceIsOver
        /// The pause before the next attempt has passed.
        case pauseIsOver
    }

    /// The environment of a job.
    public struct Env: Sendable {
        /// Measures time-outs, grace periods and pauses.
        public var clock: any Clock<Duration>
        /// Runs the command of an attempt until it has ended.
        public var run: @Sendable (Attempt) async -> Ending
        /// Ends the command of an attempt.
        public var stop: @Sendable (Attempt, Insistence) -> Void

        /// Creates the environment of a job.
        ///
        /// - Parameters:
        ///   - clock: Measures time-outs, grace periods and pauses.
        ///   - run: Runs the command of an attempt until it has ended.
        ///   - stop: Ends the command of an attempt with all its processes. May be called before `run`, and after it
        ///     has returned.
        public init(
            clock: any Clock<Duration> = ContinuousClock(), run: @escaping @Sendable (Attempt) async -> Ending,
            stop: @escaping @Sendable (Attempt, Insistence) -> Void
        ) {
            self.clock = clock
            self.run = run
            self.stop = stop
        }
    }

    /// A report, if the event is worth one.
    public typealias Output = JobReport?

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect, and a report.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.phase, event) {
        case (.waiting, .ready):
            state.phase = .queued(attempt: 1)
            return (nil, nil)
        case (.waiting, .skip):
            return (nil, state.end(.skipped, attempt: 0))
        case (.waiting, .cancel), (.waiting, .kill):
            return (nil, state.end(.cancelled, attempt: 0))

        case (.queued(let attempt), .start):
            state.phase = .running(attempt: attempt)
            return (nil, JobReport(.started, attempt: attempt))
        case (.queued(let attempt), .cancel), (.queued(let attempt), .kill):
            return (nil, state.end(.cancelled, attempt: attempt - 1))

        case (.running(let attempt), .ended(.exited(0))):
            return (nil, state.end(.succeeded, attempt: attempt, .exited(0)))
        case (.running(let attempt), .ended(let ending)):
            return (nil, tryAgain(&state, after: attempt, ending, or: .failed))
        case (.running(let attempt), .timeIsUp):
            return (stop(&state, attempt, because: .timeout), nil)
        case (.running(let attempt), .cancel):
            return (stop(&state, attempt, because: .cancellation), nil)
        case (.running(let attempt), .kill):
            return (kill(&state, attempt, because: .cancellation), nil)

        case (.stopping(let attempt, because: .timeout, _), .ended(let ending)):
            return (nil, tryAgain(&state, after: attempt, ending, or: .timedOut))
        case (.stopping(let attempt, because: .cancellation, _), .ended(let ending)):
            return (nil, state.end(.cancelled, attempt: attempt, ending))
        case (.stopping(let attempt, let cause, .request), .graceIsOver):
            return (kill(&state, attempt, because: cause), nil)
        case (.stopping(let attempt, _, .request), .kill):
            return (kill(&state, attempt, because: .cancellation), nil)
        case (.stopping(let attempt, _, let insistence), .cancel), (.stopping(let attempt, _, let insistence), .kill):
            state.phase = .stopping(attempt: attempt, because: .cancellation, insistence)
            return (nil, nil)

        case (.backingOff(let attempt), .pauseIsOver):
            state.phase = .queued(attempt: attempt + 1)
            return (nil, nil)
        case (.backingOff(let attempt), .cancel), (.backingOff(let attempt), .kill):
            return (nil, state.end(.cancelled, attempt: attempt))

        // Activities not listed by the state send nothing, and a job under way is neither started nor skipped.
        case (.waiting, .start), (.waiting, .ended), (.waiting, .timeIsUp),
            (.waiting, .graceIsOver), (.waiting, .pauseIsOver):
            return (.unexpected, nil)
        case (.queued, .ready), (.queued, .skip), (.queued, .ended), (.queued, .timeIsUp),
            (.queued, .graceIsOver), (.queued, .pauseIsOver):
            return (.unexpected, nil)
        case (.running, .ready), (.running, .start), (.running, .skip), (.running, .graceIsOver),
            (.running, .pauseIsOver):
            return (.unexpected, nil)
        case (.stopping, .ready), (.stopping, .start), (.stopping, .skip), (.stopping, .timeIsUp),
            (.stopping(_, _, .force), .graceIsOver), (.stopping, .pauseIsOver):
            return (.unexpected, nil)
        case (.backingOff, .ready), (.backingOff, .start), (.backingOff, .skip),
            (.backingOff, .ended), (.backingOff, .timeIsUp), (.backingOff, .graceIsOver):
            return (.unexpected, nil)
        case (.ended, _):
            return (.unexpected, nil)
        }
    }
}

/// One attempt of a job.
public struct Attempt: Hashable, Sendable {
    /// The name of the job.
    public let job: String
    /// The shell command.
    public let command: String
    /// The number of the attempt; the first is 1.
    public let number: Int

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - job: The name of the job.
    ///   - command: The shell command.
    ///   - number: The number of the attempt; the first is 1.
    public init(job: String, command: String, number: Int) {
        self.job = job
        self.command = command
        self.number = number
    }
}
