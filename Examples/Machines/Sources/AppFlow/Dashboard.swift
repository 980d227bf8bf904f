public import Oak
public import Parts

/// Shows the sizes of some folders, each watched by a machine of its own.
public enum Dashboard: CompositeTransducer {
    /// The visible content.
    public struct State: Hashable, Sendable {
        /// The account that has signed in.
        public let account: Account
        /// The watched folders.
        public var folders = Children<String, DiskUse.State>()

        /// Creates a dashboard that watches the folders of an account.
        ///
        /// - Parameter account: The account that has signed in.
        public init(_ account: Account) {
            self.account = account
            for folder in account.folders { folders[folder] = DiskUse.State(folder) }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user adds a folder.
        case add(String)
        /// The user removes a folder.
        case remove(String)
        /// An event of the machine that watches a folder.
        case folder(String, DiskUse.Event)
    }

    /// The dependencies of the machines that watch folders.
    public typealias Env = DiskUse.Env

    static let folder = children(
        "folder", DiskUse.self, event: Event.folder, env: { env, _ in env }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> { folder(state.folders) }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .folder(let name, let event): return folder.step(&state.folders, name, event).effect
        case .add(let name): if state.folders[name] == nil { state.folders[name] = DiskUse.State(name) }
        case .remove(let name): state.folders[name] = nil
        }
        return nil
    }
}

/// Watches the size of a folder for as long as the machine exists.
///
/// The watching is an activity of every state, so it begins and ends with the machine.
public enum DiskUse: EffectTransducer {
    /// The folder and its figures.
    public struct State: Hashable, Sendable {
        /// The result of the last measurement.
        public enum Result: Hashable, Sendable {
            /// The first measurement is under way.
            case pending
            /// The measured size in bytes.
            case size(Int)
            /// The folder could not be measured.
            case problem(Problem)
        }

        /// The folder.
        public let folder: String
        /// The result of the last measurement.
        public var result = Result.pending

        /// Creates the state before the first measurement.
        ///
        /// - Parameter folder: The folder.
        public init(_ folder: String) { self.folder = folder }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// A measurement has ended.
        case measured(State.Result)
    }

    /// The dependencies.
    public struct Env: Sendable {
        /// Measures a folder in bytes.
        public var measure: @Sendable (String) async throws -> Int
        /// Measures the two seconds between two measurements.
        public var clock: any Clock<Duration>

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - measure: Measures a folder in bytes.
        ///   - clock: Measures the two seconds between two measurements.
        public init(
            measure: @escaping @Sendable (String) async throws -> Int,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.measure = measure
            self.clock = clock
        }
    }

    enum Work { case watching }

    public static func activities(in state: State) -> [Effect] {
        [
            Effect(id: Work.watching) { [folder = state.folder] env, input in
                while true {
                    let result: State.Result
                    do { result = .size(try await env.measure(folder)) } catch {
                        try Task.checkCancellation()
                        result = .problem(Problem(error))
                    }
                    try await input.sendWaitingForRoom(.measured(result))
                    try await env.clock.sleep(for: .seconds(2))
                }
            }
        ]
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .measured(let result): state.result = result
        }
        return nil
    }
}
