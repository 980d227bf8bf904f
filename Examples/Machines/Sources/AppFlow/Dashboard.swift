public import Oak

/// Shows the sizes of some folders, each watched by a machine of its own.
public enum Dashboard: CompositeTransducer {
    /// The visible content.
    public struct State: Equatable, Sendable {
        /// The current question to the user.
        public enum Mode: Equatable, Sendable {
            /// No question.
            case watching
            /// The folder to be added.
            case adding
            /// The folder to be removed.
            case removing
        }

        /// The signed-in account.
        public let account: Account
        /// The number of codes left for signing in.
        public let codesLeft: Int
        /// The current question to the user, if any.
        public var mode = Mode.watching
        /// The watched folders.
        public var folders = Children<String, DiskUse.State>()

        /// Creates a dashboard that watches the folders of an account.
        ///
        /// - Parameters:
        ///   - account: The signed-in account.
        ///   - codesLeft: The number of codes left for signing in.
        public init(_ account: Account, codesLeft: Int) {
            self.account = account
            self.codesLeft = codesLeft
            for folder in account.folders { folders[folder] = DiskUse.State(folder) }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user begins or cancels adding or removing a folder.
        case ask(State.Mode)
        /// The user adds a folder.
        case add(String)
        /// The user removes a folder.
        case remove(String)
        /// All folders are measured at once.
        case refresh
        /// An event of the machine that watches a folder.
        case folder(String, DiskUse.Event)
    }

    /// The dependencies of the machines that watch folders.
    public typealias Env = DiskUse.Env

    static let folder = children("folder", DiskUse.self, event: Event.folder, env: { env, _ in env })

    public static func activeChildren(in state: State) -> Active<Self> { folder(state.folders) }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effects of the machines that watch folders.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .refresh:
            return folder.broadcast(&state.folders, .refresh).effect
        case .ask(let mode):
            state.mode = mode
            return nil
        case .add(let name):
            state.mode = .watching
            guard !name.isEmpty, state.folders[name] == nil else { return nil }
            state.folders[name] = DiskUse.State(name)
            return nil
        case .remove(let name):
            // After the name of an unknown folder the user is asked again.
            guard state.folders[name] != nil else { return nil }
            state.mode = .watching
            state.folders[name] = nil
            return nil
        case .folder(let name, let event):
            return folder.step(&state.folders, name, event).effect
        }
    }
}
