public import Oak
public import Parts

/// Reads what the application needs before anybody can sign in: who there is.
public typealias Launch = ServiceCall<Launching, Roster>

/// What is asked when the application starts.
public struct Launching: Hashable, Sendable {
    /// There is nothing to say.
    public init() {}
}

/// An account to try things with.
public struct Trial: Hashable, Sendable {
    /// The name to sign in with.
    public let name: String
    /// The codes that are left.
    public let codes: [String]

    /// Creates an account to try things with.
    ///
    /// - Parameters:
    ///   - name: The name to sign in with.
    ///   - codes: The codes that are left.
    public init(name: String, codes: [String]) {
        self.name = name
        self.codes = codes
    }
}

/// What is known when the application has started.
public struct Roster: Hashable, Sendable {
    /// How many accounts there are.
    public let accounts: Int
    /// The file that they are in.
    public let file: String
    /// The account to try things with, if there is one.
    public let trial: Trial?

    /// Creates a roster.
    ///
    /// - Parameters:
    ///   - accounts: How many accounts there are.
    ///   - file: The file that they are in.
    ///   - trial: The account to try things with, if there is one.
    public init(accounts: Int, file: String, trial: Trial? = nil) {
        self.accounts = accounts
        self.file = file
        self.trial = trial
    }
}

/// Leads through an application: it starts, somebody signs in, looks at the dashboard, signs out, leaves.
///
/// ```
///   launching ──answered──▶ unauthenticated ──signedIn──▶ authenticated
///       │                     │       ▲                     │      │
///       │ terminate           │       └────── signOut ──────┘      │
///       └─────────────────────┴─────────── terminate ──────────────┴──▶ terminating
/// ```
///
/// Each case of the state holds the state of the child that is active. To come to a case is all it takes to begin the work
/// of its child, and to leave it is all it takes to end that: signing out stops the measurements of the dashboard within the
/// same macrostep.
public enum AppFlow: CompositeTransducer {
    /// How far it has come.
    public enum State: Terminable, DefaultInitializable, Equatable, Sendable {
        /// The accounts are read.
        case launching(Launch.State)
        /// Somebody is to sign in.
        case unauthenticated(Login.State)
        /// Somebody has signed in.
        case authenticated(Dashboard.State)
        /// The application ends.
        case terminating

        /// Creates the state before anything has happened: the accounts are read.
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
        /// Something happens as the application starts.
        case launch(Launch.Event)
        /// Something happens as somebody signs in.
        case login(Login.Event)
        /// Something happens in the dashboard.
        case dashboard(Dashboard.Event)
        /// The user signs out.
        case signOut
        /// The user leaves the application.
        case terminate
    }

    /// What an application depends on.
    public struct Env: Sendable {
        /// Who reads the accounts.
        public var launch: Launch.Env
        /// Who checks names and codes.
        public var login: Login.Env
        /// Who looks through folders.
        public var dashboard: Dashboard.Env

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - launch: Who reads the accounts.
        ///   - login: Who checks names and codes.
        ///   - dashboard: Who looks through folders.
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

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What a child has to do.
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
