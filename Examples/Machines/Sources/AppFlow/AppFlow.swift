public import Oak
public import Parts

/// A user who has signed in.
public struct Account: Hashable, Sendable {
    /// The name to sign in with.
    public let name: String
    /// The folders whose size the dashboard shows.
    public let folders: [String]
    /// The number of codes left to sign in with.
    public let codesLeft: Int

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - folders: The folders whose size the dashboard shows.
    ///   - codesLeft: The number of codes left to sign in with.
    public init(name: String, folders: [String], codesLeft: Int) {
        self.name = name
        self.folders = folders
        self.codesLeft = codesLeft
    }
}

/// Counts the accounts, without which nobody can sign in.
public typealias Launch = ServiceCall<Launching, Int>

/// The question asked when the application starts.
public enum Launching: Sendable {
    /// How many accounts are there?
    case accounts
}

/// Leads through an application: it starts, the user signs in, looks at the dashboard, signs out, leaves.
///
/// ```
///   launching ──answered──▶ unauthenticated ──signed in──▶ authenticated
///       │                     │       ▲                     │      │
///       │ terminate           │       └────── signOut ──────┘      │
///       └─────────────────────┴─────────── terminate ──────────────┴──▶ terminating
/// ```
///
/// Each case of the state holds the state of the active child. Entering a case begins the work of its child, and
/// leaving the case ends it: signing out stops the measurements of the dashboard within the same macrostep.
public enum AppFlow: CompositeTransducer {
    /// The current stage.
    public enum State: Terminable, DefaultInitializable, Hashable, Sendable {
        /// The accounts are counted.
        case launching(Launch.State)
        /// The user is asked to sign in.
        case unauthenticated(Login.State)
        /// The user has signed in.
        case authenticated(Dashboard.State)
        /// The application ends.
        case terminating

        /// Creates the initial state, in which the accounts are counted.
        public init() { self = .launching(.waiting(.accounts)) }

        public var isTerminal: Bool { self == .terminating }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the start.
        case launch(Launch.Event)
        /// An event of the login.
        case login(Login.Event)
        /// An event of the dashboard.
        case dashboard(Dashboard.Event)
        /// The user signs out.
        case signOut
        /// The user leaves the application.
        case terminate
    }

    /// The dependencies of the application.
    public struct Env: Sendable {
        /// Counts the accounts.
        public var launch: Launch.Env
        /// Checks names and codes.
        public var login: Login.Env
        /// Measures folders.
        public var dashboard: Dashboard.Env

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - launch: Counts the accounts.
        ///   - login: Checks names and codes.
        ///   - dashboard: Measures folders.
        public init(launch: Launch.Env, login: Login.Env, dashboard: Dashboard.Env) {
            self.launch = launch
            self.login = login
            self.dashboard = dashboard
        }
    }

    static let launch = child("launch", Launch.self, event: Event.launch, env: \.launch, failure: .endsTheRun)
    static let login = child("login", Login.self, event: Event.login, env: \.login, failure: .endsTheRun)
    static let dashboard = child(
        "dashboard", Dashboard.self, event: Event.dashboard, env: \.dashboard, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .launching(let inner): launch(inner)
        case .unauthenticated(let inner): login(inner)
        case .authenticated(let inner): dashboard(inner)
        case .terminating: nothing
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.launching(var inner), .launch(let event)):
            let step = launch.step(&inner, event)
            if case .answered = inner { state = .unauthenticated(Login.State()) } else { state = .launching(inner) }
            return step.effect
        case (.unauthenticated(var inner), .login(let event)):
            let step = login.step(&inner, event)
            let account = step.output ?? nil
            state = account.map { .authenticated(Dashboard.State($0)) } ?? .unauthenticated(inner)
            return step.effect
        case (.authenticated(var inner), .dashboard(let event)):
            let step = dashboard.step(&inner, event)
            state = .authenticated(inner)
            return step.effect
        case (.authenticated, .signOut): state = .unauthenticated(Login.State())
        case (.launching, .terminate), (.unauthenticated, .terminate), (.authenticated, .terminate):
            state = .terminating
        case (.launching, _), (.unauthenticated, _), (.authenticated, _), (.terminating, _): break
        }
        return nil
    }
}
