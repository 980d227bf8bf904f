public import Oak

/// A command that is tried until it succeeds, or often enough.
///
/// ```
///  ┌─────────┐ ready ┌────────┐ start ┌─────────┐  timeIsUp, cancel, leftBehind  ┌──────────┐
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
/// A command that has to go is asked to, and ended by force when its grace period is over. The job has ended when
/// nothing is left of the command, neither the process nor any other one of its group.
public enum Job: EffectTransducer {
    /// A job, and how far it is.
    public struct State: Terminable, Equatable, Sendable {
        /// The name of the job.
        public let name: String
        /// Its work.
        public let plan: JobPlan
        /// How long its command may take to go when it is asked to.
        public let grace: Duration
        /// How far it is.
        public internal(set) var phase: Phase

        /// Creates a job that waits.
        ///
        /// - Parameters:
        ///   - name: The name of the job.
        ///   - plan: What it does.
        ///   - grace: How long its command may take to go when it is asked to.
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

    /// How far a job is.
    public enum Phase: Equatable, Sendable {
        /// Others have to succeed first.
        case waiting
        /// An attempt begins as soon as there is room.
        case queued(attempt: Int)
        /// The command of an attempt runs.
        case running(attempt: Int)
        /// The command of an attempt has to go.
        case stopping(attempt: Int, because: Cause, Insistence)
        /// Another attempt follows later.
        case backingOff(attempt: Int)
        /// The job has ended.
        case ended(JobResult)

        /// Whether the job takes one of the places of those that run.
        var takesPlace: Bool {
            switch self {
            case .running, .stopping: true
            case .waiting, .queued, .backingOff, .ended: false
            }
        }
    }

    /// Why a command has to go.
    public enum Cause: Equatable, Sendable {
        /// It has taken too long.
        case timeout
        /// Somebody does not want the job any more.
        case cancellation
        /// It has ended by itself, and has left processes behind.
        case leftovers
    }

    /// How a command is told that it has to go.
    public enum Insistence: Equatable, Sendable {
        /// It is asked to.
        case request
        /// It is ended by force.
        case force
    }

    /// The events of a job.
    public enum Event: Equatable, Sendable {
        /// Everything that the job waits for has succeeded.
        case ready
        /// There is room for an attempt.
        case start
        /// Something that the job waits for has not succeeded.
        case skip
        /// Somebody does not want the job any more.
        case cancel
        /// Somebody cannot wait until the command is gone.
        case kill
        /// The command has ended and has left processes of its group behind.
        case leftBehind
        /// Nothing is left of the command.
        case ended(Ending)
        /// The command has taken too long.
        case timeIsUp
        /// The command has had enough time to go.
        case graceIsOver
        /// It is time for another attempt.
        case pauseIsOver
    }

    /// The environment of a job.
    public struct Env: Sendable {
        /// Measures time-outs, grace periods and pauses.
        public var clock: any Clock<Duration>
        /// Runs a command until nothing is left of it; is told what to do when only leftovers are.
        public var run: @Sendable (_ attempt: Attempt, _ leftBehind: @Sendable () -> Void) async -> Ending
        /// Tells the command of an attempt that it has to go.
        public var stop: @Sendable (Attempt, Insistence) -> Void

        /// Creates what a job needs.
        ///
        /// - Parameters:
        ///   - clock: Measures time-outs, grace periods and pauses.
        ///   - run: Runs a command until nothing is left of it, neither its process nor any other of its group. Is
        ///     given a function to be called once if its process has ended while others of the group have not.
        ///   - stop: Tells the command of an attempt, and its whole group of processes, that it has to go. May be
        ///     called before `run` is, and after it has returned.
        public init(
            clock: any Clock<Duration> = ContinuousClock(),
            run: @escaping @Sendable (_ attempt: Attempt, _ leftBehind: @Sendable () -> Void) async -> Ending,
            stop: @escaping @Sendable (Attempt, Insistence) -> Void
        ) {
            self.clock = clock
            self.run = run
            self.stop = stop
        }
    }

    /// A report, if what has happened is worth one.
    public typealias Output = JobReport?

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The work to do, and a report.
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
        case (.running(let attempt), .leftBehind):
            return (stop(&state, attempt, because: .leftovers), nil)
        case (.running(let attempt), .cancel):
            return (stop(&state, attempt, because: .cancellation), nil)
        case (.running(let attempt), .kill):
            return (kill(&state, attempt, because: .cancellation), nil)

        case (.stopping(let attempt, because: .timeout, _), .ended(let ending)):
            return (nil, tryAgain(&state, after: attempt, ending, or: .timedOut))
        case (.stopping(let attempt, because: .leftovers, _), .ended(.exited(0))):
            return (nil, state.end(.succeeded, attempt: attempt, .exited(0)))
        case (.stopping(let attempt, because: .leftovers, _), .ended(let ending)):
            return (nil, tryAgain(&state, after: attempt, ending, or: .failed))
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

        case (.stopping, .leftBehind):
            // It has to go anyway.
            return (nil, nil)

        // An activity that the state does not name sends nothing there, and nobody starts or skips a job that is on its way.
        case (.waiting, .start), (.waiting, .leftBehind), (.waiting, .ended), (.waiting, .timeIsUp),
            (.waiting, .graceIsOver), (.waiting, .pauseIsOver):
            return (.unexpected, nil)
        case (.queued, .ready), (.queued, .skip), (.queued, .leftBehind), (.queued, .ended), (.queued, .timeIsUp),
            (.queued, .graceIsOver), (.queued, .pauseIsOver):
            return (.unexpected, nil)
        case (.running, .ready), (.running, .start), (.running, .skip), (.running, .graceIsOver),
            (.running, .pauseIsOver):
            return (.unexpected, nil)
        case (.stopping, .ready), (.stopping, .start), (.stopping, .skip), (.stopping, .timeIsUp),
            (.stopping(_, _, .force), .graceIsOver), (.stopping, .pauseIsOver):
            return (.unexpected, nil)
        case (.backingOff, .ready), (.backingOff, .start), (.backingOff, .skip), (.backingOff, .leftBehind),
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
    /// The command, as the shell reads it.
    public let command: String
    /// The number of the attempt; the first is 1.
    public let number: Int

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - job: The name of the job.
    ///   - command: The command, as the shell reads it.
    ///   - number: The number of the attempt; the first is 1.
    public init(job: String, command: String, number: Int) {
        self.job = job
        self.command = command
        self.number = number
    }
}
