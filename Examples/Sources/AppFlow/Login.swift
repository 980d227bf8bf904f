public import Oak
public import Parts

/// Asks whether somebody may sign in.
public typealias Verification = ServiceCall<Credentials, Admission>

/// A form for name and code.
public typealias LoginForm = FieldForm<Credentials>

/// What somebody signs in with.
public struct Credentials: FormSubject, Hashable {
    /// The fields of the form.
    public enum Field: String, CaseIterable, Sendable {
        /// The name.
        case name
        /// A code that was not used yet.
        case code
    }

    /// The name.
    public let name: String
    /// A code that was not used yet.
    public let code: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - code: A code that was not used yet.
    public init(name: String, code: String) {
        self.name = name
        self.code = code
    }

    public static func read(_ texts: [Field: String]) -> FormReading<Credentials> {
        let texts = texts.mapValues { $0.filter { !$0.isWhitespace } }
        let empty = Field.allCases.filter { texts[$0, default: ""].isEmpty }
        guard empty.isEmpty else {
            return .objections(Dictionary(uniqueKeysWithValues: empty.map { ($0, "A \($0.rawValue) is needed.") }))
        }
        return .subject(Credentials(name: texts[.name, default: ""], code: texts[.code, default: ""]))
    }

    public static func hint(for field: Field, in texts: [Field: String]) -> String {
        switch field {
        case .name: "Who are you?"
        case .code: "One of your codes that you have not used yet."
        }
    }
}

/// Whether somebody may come in.
public enum Admission: Equatable, Sendable {
    /// The name is known and the code was good; it is used up now. So many are left.
    case welcome(Account, codesLeft: Int)
    /// The name is not known, or the code is not good.
    case refused
}

/// Asks for a name and a code; after three failures nobody is asked for a while.
///
/// ```
///   entering ──form submits──▶ verifying ──welcome──▶ (output: signedIn)
///     ▲  ▲                       │  │
///     │  └───── refused, back ───┘  │ refused for the third time
///     └───────── time is up ──── locked
/// ```
///
/// Only this run of the application counts failures: starting it again forgets them.
public enum Login: CompositeTransducer {
    /// How often a code may be wrong before nobody is asked for a while.
    public static let tries = 3

    /// How far it has come.
    public struct State: Equatable, Sendable, DefaultInitializable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// Name and code are filled in; the last ones may have been wrong.
            case entering(wasRefused: Bool)
            /// They are checked.
            case verifying(Verification.State)
            /// Nobody is asked for so many seconds.
            case locked(seconds: Int)
        }

        /// How often in a row a code was wrong.
        public var failures = 0
        /// The form.
        public var form = LoginForm.State()
        /// The step.
        public var step = Step.entering(wasRefused: false)

        /// Creates the first step.
        public init() {}

        /// How often the code may still be wrong.
        public var triesLeft: Int { Login.tries - failures }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Something happens in the form.
        case form(LoginForm.Event)
        /// Something happens while name and code are checked.
        case verification(Verification.Event)
        /// The user does not want to wait.
        case back
        /// A second has passed.
        case tick
    }

    /// What has become of it.
    public enum Output: Equatable, Sendable {
        /// It goes on.
        case pending
        /// Somebody has signed in; so many codes are left.
        case signedIn(Account, codesLeft: Int)
    }

    /// What it depends on.
    public struct Env: Sendable {
        /// Who checks name and code; never given up, because a code may be used up by then.
        public var verification: Verification.Env
        /// Measures how long nobody is asked.
        public var clock: any Clock<Duration>

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - verify: Checks name and code.
        ///   - clock: Measures how long nobody is asked.
        public init(
            verify: @escaping @Sendable (Credentials) async throws -> Admission,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            verification = Verification.Env(service: verify, clock: clock, patience: nil)
            self.clock = clock
        }
    }

    /// How long nobody is asked, in seconds.
    public static let pause = 30

    static let form = child("form", LoginForm.self, event: Event.form)
    static let verification = child(
        "verification", Verification.self, event: Event.verification, env: \.verification)

    public static func activeChildren(in state: State) -> Active<Self> {
        form
        switch state.step {
        case .verifying(let call): verification(call)
        case .entering, .locked: nothing
        }
    }

    /// Names the work that is under way in a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: The counting of seconds, while nobody is asked.
    public static func activities(in state: State) -> [Effect] {
        switch state.step {
        case .locked: [.every(.seconds(1), id: "lock", sending: .tick, clock: \.clock)]
        case .entering, .verifying: []
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What a child has to do, and who has signed in.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            guard case .submitted(let credentials) = step.output else {
                state.step = .entering(wasRefused: false)
                return (step.effect, .pending)
            }
            state.step = .verifying(.waiting(credentials))
            return (step.effect, .pending)
        case (.verifying(var call), .verification(let event)):
            let step = verification.step(&call, event)
            switch call {
            case .answered(.welcome(let account, let codesLeft)):
                state = State()
                return (step.effect, .signedIn(account, codesLeft: codesLeft))
            case .answered(.refused): refuse(&state)
            case .waiting, .failed: state.step = .verifying(call)
            }
            return (step.effect, .pending)
        case (.verifying(.failed), .back):
            state.step = .entering(wasRefused: false)
            return (nil, .pending)
        case (.locked(let seconds), .tick):
            if seconds > 1 { state.step = .locked(seconds: seconds - 1) } else { state = State() }
            return (nil, .pending)
        case (.verifying(.waiting), .back), (.verifying(.answered), .back), (.entering, .verification),
            (.entering, .back), (.entering, .tick), (.verifying, .form), (.verifying, .tick), (.locked, .form),
            (.locked, .verification), (.locked, .back):
            return (nil, .pending)
        }
    }

    /// Counts a failure; the third one begins a pause.
    private static func refuse(_ state: inout State) {
        state.failures += 1
        // The name stays, the code has to be typed again.
        state.form = LoginForm.State(state.form.texts.filter { $0.key == .name })
        state.step = state.failures < tries ? .entering(wasRefused: true) : .locked(seconds: pause)
    }
}
