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
/// The ticking is an activity of the state `running`: it begins and ends with that state, so no transition starts or
/// stops it. Once it is stopped none of its ticks is counted, not even one already on its way.
public enum Timers: EffectTransducer {
    /// Whether the timer runs, and its count.
    public enum State: Terminable, DefaultInitializable, Hashable, Sendable {
        /// The timer is stopped.
        case start(count: Int)
        /// The timer ticks.
        case running(count: Int)
        /// The machine has ended.
        case terminated

        /// Creates a stopped timer at zero.
        public init() { self = .start(count: 0) }

        public var isTerminal: Bool { self == .terminated }

        /// The number of ticks, or `nil` if the machine has ended.
        public var count: Int? {
            switch self {
            case .start(let count), .running(let count): count
            case .terminated: nil
            }
        }
    }

    /// The events of the timer.
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

    /// The dependencies of the timer.
    public struct Env: Sendable {
        /// Measures the second between two ticks.
        public var clock: any Clock<Duration>

        /// Creates an environment.
        ///
        /// - Parameter clock: Measures the second between two ticks.
        public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }
    }

    enum Work { case timer }

    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .running: [.every(.seconds(1), id: Work.timer, sending: .ping, clock: \.clock)]
        case .start, .terminated: []
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.start(let count), .start): state = .running(count: count)
        case (.running(let count), .stop): state = .start(count: count)
        case (.running(let count), .ping): state = .running(count: count + 1)
        case (.start, .terminate), (.running, .terminate): state = .terminated
        case (.start, _), (.running, .start), (.terminated, _): break
        }
        return nil
    }
}
