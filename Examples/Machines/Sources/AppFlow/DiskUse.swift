public import Oak
public import Parts

/// The size of the contents of a folder.
public struct Usage: Hashable, Sendable {
    /// The number of files in it, including nested folders.
    public var files: Int
    /// Their size in bytes.
    public var bytes: Int

    /// Creates a usage.
    ///
    /// - Parameters:
    ///   - files: The number of files.
    ///   - bytes: Their size in bytes.
    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }
}

/// Watches the size of a folder for as long as the machine exists.
///
/// The watching is an activity of every state. A request for new figures changes its name, which restarts it.
public enum DiskUse: EffectTransducer {
    /// The folder and its figures.
    public struct State: Equatable, Sendable {
        /// The result of the last measurement.
        public enum Result: Equatable, Sendable {
            /// A requested measurement is under way.
            case pending
            /// The measured size.
            case usage(Usage)
            /// The folder could not be measured.
            case problem(Problem)
        }

        /// The folder.
        public let folder: String
        /// The result of the last measurement.
        public var result = Result.pending
        /// The number of measurements.
        public var measurements = 0

        /// The number of requests for new figures.
        var refreshes = 0

        /// Creates the state before the first measurement.
        ///
        /// - Parameter folder: The folder.
        public init(_ folder: String) { self.folder = folder }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user requests new figures; restarts the periodic measurement.
        case refresh
        /// A measurement has ended.
        case measured(Usage)
        /// A measurement has failed.
        case failed(Problem)
    }

    /// The dependencies.
    public struct Env: Sendable {
        /// Measures a folder.
        public var measure: @Sendable (String) async throws -> Usage
        /// Measures the time between two measurements.
        public var clock: any Clock<Duration>
        /// The time between two measurements.
        public var interval: Duration

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - measure: Measures a folder.
        ///   - clock: Measures the time between two measurements.
        ///   - interval: The time between two measurements; two seconds by default.
        public init(
            measure: @escaping @Sendable (String) async throws -> Usage,
            clock: any Clock<Duration> = ContinuousClock(), interval: Duration = .seconds(2)
        ) {
            self.measure = measure
            self.clock = clock
            self.interval = interval
        }
    }

    enum Work: Hashable { case watching(refreshes: Int) }

    /// Lists the work under way in a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: The watching.
    public static func activities(in state: State) -> [Effect] { [watching(state)] }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: No effect: the watching follows from the state.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .refresh:
            state.result = .pending
            state.refreshes += 1
        case .measured(let usage): note(.usage(usage), in: &state)
        case .failed(let problem): note(.problem(problem), in: &state)
        }
        return nil
    }

    private static func note(_ result: State.Result, in state: inout State) {
        state.result = result
        state.measurements += 1
    }

    private static func watching(_ state: State) -> Effect {
        Effect(id: Work.watching(refreshes: state.refreshes)) { [folder = state.folder] env, input in
            while true {
                let event: Event
                do {
                    event = .measured(try await env.measure(folder))
                } catch {
                    try Task.checkCancellation()
                    event = .failed(Problem(error))
                }
                try await input.sendWaitingForRoom(event)
                try await env.clock.sleep(for: env.interval)
            }
        }
    }
}
