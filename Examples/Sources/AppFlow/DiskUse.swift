public import Oak
public import Parts

/// How much is in a folder.
public struct Usage: Hashable, Sendable {
    /// The files in it and in the folders inside.
    public var files: Int
    /// What they take, in bytes.
    public var bytes: Int

    /// Creates a usage.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - bytes: What they take, in bytes.
    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }
}

/// Watches how much is in a folder, for as long as the machine is there.
///
/// The watching is an activity of every state. Somebody who wants new figures at once gives it another name, and so it begins
/// again.
public enum DiskUse: EffectTransducer {
    /// What is known.
    public struct State: Equatable, Sendable {
        /// The result of the last measurement.
        public enum Result: Equatable, Sendable {
            /// Somebody waits for the measurement that is under way.
            case pending
            /// So much is in the folder.
            case usage(Usage)
            /// The folder could not be looked through.
            case problem(Problem)
        }

        /// The folder.
        public let folder: String
        /// The result of the last measurement.
        public var result = Result.pending
        /// How often it was measured.
        public var measurements = 0

        /// How often somebody wanted new figures at once.
        var refreshes = 0

        /// Creates the state before the first measurement.
        ///
        /// - Parameter folder: The folder.
        public init(_ folder: String) { self.folder = folder }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Somebody wants new figures; measures at once, and from then on again and again.
        case refresh
        /// A measurement has ended.
        case measured(Usage)
        /// A measurement has failed.
        case failed(Problem)
    }

    /// What it depends on.
    public struct Env: Sendable {
        /// Looks through a folder.
        public var measure: @Sendable (String) async throws -> Usage
        /// Measures the time between two measurements.
        public var clock: any Clock<Duration>
        /// The time between two measurements.
        public var interval: Duration

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - measure: Looks through a folder.
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

    /// Names the work that is under way in a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: The watching.
    public static func activities(in state: State) -> [Effect] { [watching(state)] }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: Nothing to do: the watching follows from the state.
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
                try await input.sendWhenRoom(event)
                try await env.clock.sleep(for: env.interval)
            }
        }
    }
}
