public import Oak
public import Parts

/// Reads the accounts, which the application needs before a user can sign in.
public typealias Launch = ServiceCall<Launching, Roster>

/// The question asked when the application starts.
public struct Launching: Hashable, Sendable {
    /// Creates the question, which has no content.
    public init() {}
}

/// A sample account.
public struct Trial: Hashable, Sendable {
    /// The name to sign in with.
    public let name: String
    /// The remaining codes.
    public let codes: [String]

    /// Creates a sample account.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - codes: The remaining codes.
    public init(name: String, codes: [String]) {
        self.name = name
        self.codes = codes
    }
}

/// The information read when the application starts.
public struct Roster: Hashable, Sendable {
    /// The number of accounts.
    public let accounts: Int
    /// The file of accounts.
    public let file: String
    /// The sample account, if any.
    public let trial: Trial?

    /// Creates a roster.
    ///
    /// - Parameters:
    ///   - accounts: The number of accounts.
    ///   - file: The file of accounts.
    ///   - trial: The sample account, if any.
    public init(accounts: Int, file: String, trial: Trial? = nil) {
        self.accounts = accounts
        self.file = file
        self.trial = trial
    }
}

/// Leads through an application: it starts, the user signs in, looks at the dashboard, signs out, leaves.
///
/// ```
///   launching ──answered──▶ unauthenticated ──signedIn──▶ authenticated
///       │                     │       ▲                     │      │
///       │ terminate           │       └────── signOut ──────┘      │
///       └─────────────────────┴─────────── terminate ──────────────┴──▶ terminating
/// ```
///
/// Each case of the state holds the state of the active child. Entering a case begins the work of its child, and
/// leaving the case ends it: signing out stops the measurements of the dashboard within the same macrostep.
public enum AppFlow: CompositeTransducer {
    /// The current stage.
    public enum State: Terminable, DefaultInitializable, Equatable, Sendable {
        /// The accounts are read.
        case launching(Launch.State)
        /// The user is asked to sign in.
        case unauthenticated(Login.State)
        /// The user has signed in.
        case authenticated(Dashboard.State)
        /// The application ends.
        case terminating

        /// Creates the initial state, in which the accounts are read.
        public init() { self = .launching(.waiting(Launching())) }

        public var isTerminal: Bool {
            switch self {
            case .terminating: true
            case .launching, .unauthenticated, .authenticated: false
            }
        }
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
        /// Reads the accounts.
        public var launch: Launch.Env
        /// Checks names and codes.
        public var login: Login.Env
        /// Measures folders.
        public var dashboard: Dashboard.Env

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - launch: Reads the accounts.
        ///   - login: Checks names and codes.
        ///   - dashboard: Measures folders.
        public init(launch: Launch.Env, login: Login.Env, dashboard: Dashboard.Env) {
            self.launch = launch
            self.login = login
            self.dashboard = dashboard
        }
    }

    static let launch = child("launch", Launch.self, event: Event.launch, env: \.launch)
    static let login = child("login", Login.self, event: Event.login, env: \.login)
    static let dashboard = child("dashboard", Dashboard.self, event: Event.dashboard, env: \.dashboard)

    public static func activeChildren(in state: State) -> Active<Self> {
        switch state {
        case .launching(let inner): launch(inner)
        case .unauthenticated(let inner): login(inner)
        case .authenticated(let inner): dashboard(inner)
        case .terminating: nothing
        }
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect of a child.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.launching(var inner), .launch(let event)):
            let step = launch.step(&inner, event)
            switch inner {
            case .answered: state = .unauthenticated(Login.State())
            case .waiting, .failed: state = .launching(inner)
            }
            return step.effect
        case (.unauthenticated(var inner), .login(let event)):
            let step = login.step(&inner, event)
            switch step.output {
            case .pending?, nil: state = .unauthenticated(inner)
            case .signedIn(let account, let codesLeft)?:
                state = .authenticated(Dashboard.State(account, codesLeft: codesLeft))
            }
            return step.effect
        case (.authenticated(var inner), .dashboard(let event)):
            let step = dashboard.step(&inner, event)
            state = .authenticated(inner)
            return step.effect
        case (.authenticated, .signOut):
            state = .unauthenticated(Login.State())
            return nil
        case (.launching, .terminate), (.unauthenticated, .terminate), (.authenticated, .terminate):
            state = .terminating
            return nil
        case (.launching, .login), (.launching, .dashboard), (.launching, .signOut), (.unauthenticated, .launch),
            (.unauthenticated, .dashboard), (.unauthenticated, .signOut), (.authenticated, .launch),
            (.authenticated, .login), (.terminating, .launch), (.terminating, .login), (.terminating, .dashboard),
            (.terminating, .signOut), (.terminating, .terminate):
            return nil
        }
    }
}
