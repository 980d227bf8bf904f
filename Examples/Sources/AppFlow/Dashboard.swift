public import Oak

/// Shows how much is in some folders, each of which is watched by a machine of its own.
public enum Dashboard: CompositeTransducer {
    /// What is shown.
    public struct State: Equatable, Sendable {
        /// What the user is asked for.
        public enum Mode: Equatable, Sendable {
            /// Nothing.
            case watching
            /// A folder to be watched.
            case adding
            /// A folder not to be watched any more.
            case removing
        }

        /// Who has signed in.
        public let account: Account
        /// How many codes are left to sign in with.
        public let codesLeft: Int
        /// What the user is asked for, if it is anything.
        public var mode = Mode.watching
        /// The folders that are watched.
        public var folders = Children<String, DiskUse.State>()

        /// Creates a dashboard of the account's folders, which are watched.
        ///
        /// - Parameters:
        ///   - account: Who has signed in.
        ///   - codesLeft: How many codes are left to sign in with.
        public init(_ account: Account, codesLeft: Int) {
            self.account = account
            self.codesLeft = codesLeft
            for folder in account.folders { folders[folder] = DiskUse.State(folder) }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user wants to be asked for something, or not any more.
        case ask(State.Mode)
        /// The user wants to watch a folder.
        case add(String)
        /// The user does not want to watch a folder any more.
        case remove(String)
        /// Everything is to be measured at once.
        case refresh
        /// Something happens to the machine that watches a folder.
        case folder(String, DiskUse.Event)
    }

    /// What the machines depend on that watch a folder.
    public typealias Env = DiskUse.Env

    static let folder = children("folder", DiskUse.self, event: Event.folder, env: { env, _ in env })

    public static func activeChildren(in state: State) -> Active<Self> { folder(state.folders) }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What the machines have to do that watch a folder.
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
            // Who has named a folder that is not there is asked once more.
            guard state.folders[name] != nil else { return nil }
            state.mode = .watching
            state.folders[name] = nil
            return nil
        case .folder(let name, let event):
            return folder.step(&state.folders, name, event).effect
        }
    }
}
