public import Oak

/// Counts the ticks of a timer that can be started and stopped.
///
/// ```
///                    ping (count + 1)
///                      ┌──────┐
///     ┌───────┐ start ┌─────────┐
///     │ start │──────▶│ running │
///     │       │◀──────│         │
///     └───────┘  stop └─────────┘
///         │ terminate      │ terminate
///         └──────┬─────────┘
///          ┌────────────┐
///          │ terminated │
///          └────────────┘
/// ```
///
/// The timer is an operation beside the machine. The machine only knows its name, which is enough to stop it: once
/// it is stopped no tick of it is counted, not even one that is already on its way.
public enum Timers: EffectTransducer {
    /// Whether the timer runs, and what it has counted.
    public enum State: Terminable, DefaultInitializable, Equatable, Sendable {
        /// The timer stands still.
        case start(count: Int)
        /// The timer ticks.
        case running(count: Int)
        /// The machine has ended.
        case terminated

        /// Creates a timer that stands still and has counted nothing.
        public init() { self = .start(count: 0) }

        public var isTerminal: Bool {
            switch self {
            case .terminated: true
            case .start, .running: false
            }
        }

        /// What has been counted, or `nil` when the machine has ended.
        public var count: Int? {
            switch self {
            case .start(let count), .running(let count): count
            case .terminated: nil
            }
        }
    }

    /// What can happen to the timer.
    public enum Event: Equatable, Sendable {
        /// The user starts the timer.
        case start
        /// The user stops the timer.
        case stop
        /// The timer ticks.
        case ping
        /// The user ends the machine.
        case terminate
    }

    /// What drives the timer.
    public struct Env: Sendable {
        /// Measures the time between two ticks.
        public var clock: any Clock<Duration>

        /// The time between two ticks.
        public var interval: Duration

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - clock: Measures the time between two ticks.
        ///   - interval: The time between two ticks; one second by default.
        public init(clock: any Clock<Duration> = ContinuousClock(), interval: Duration = .seconds(1)) {
            self.clock = clock
            self.interval = interval
        }
    }

    enum Work { case timer }

    static let timer = Effect(id: Work.timer) { env, input in
        try await tick(env.clock, every: env.interval, input)
    }

    /// Sends a tick in each interval until the task is cancelled.
    static func tick<C: Clock>(_ clock: C, every interval: C.Duration, _ input: Input) async throws {
        // Each tick is aimed at its own point in time: what one comes late by does not add up.
        var next = clock.now
        while true {
            next = next.advanced(by: interval)
            try await clock.sleep(until: next, tolerance: nil)
            try await input.sendWhenRoom(.ping)
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The timer, when it is to be started or stopped.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.start(let count), .start):
            state = .running(count: count)
            return timer
        case (.running(let count), .stop):
            state = .start(count: count)
            return .cancelTask(Work.timer)
        case (.running(let count), .ping):
            state = .running(count: count + 1)
            return nil
        case (.start, .terminate):
            state = .terminated
            return nil
        case (.running, .terminate):
            state = .terminated
            return .cancelTask(Work.timer)
        case (.start, .stop), (.start, .ping), (.running, .start):
            return nil
        case (.terminated, .start), (.terminated, .stop), (.terminated, .ping), (.terminated, .terminate):
            return nil
        }
    }
}
