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

        /// Creates a dashboard of the account's folders; send `appear` to begin to watch them.
        ///
        /// - Parameters:
        ///   - account: Who has signed in.
        ///   - codesLeft: How many codes are left to sign in with.
        public init(_ account: Account, codesLeft: Int) {
            self.account = account
            self.codesLeft = codesLeft
            for folder in account.folders { folders.add(DiskUse.State(folder), as: folder) }
        }
    }

    /// What can happen.
    public enum Event: Equatable, Sendable {
        /// The dashboard is shown; it begins to watch.
        case appear
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

    static let folder = ComponentCollection<Self, String, DiskUse>(
        "folder", event: Event.folder,
        extract: { if case .folder(let name, let event) = $0 { (name, event) } else { nil } }, env: { $0 })

    public static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(folder, in: &state.folders)
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What the machines have to do that watch a folder.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .appear, .refresh:
            return folder.broadcast(&state.folders, event: .watch).effect
        case .ask(let mode):
            state.mode = mode
            return nil
        case .add(let name):
            state.mode = .watching
            guard !name.isEmpty, state.folders[name] == nil else { return nil }
            state.folders.add(DiskUse.State(name), as: name)
            return folder.step(&state.folders, name, event: .watch).effect
        case .remove(let name):
            // Who has named a folder that is not there is asked once more.
            guard state.folders[name] != nil else { return nil }
            state.mode = .watching
            state.folders.remove(name)
            return nil
        case .folder(let name, let event):
            return folder.step(&state.folders, name, event: event).effect
        }
    }
}
