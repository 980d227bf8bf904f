public import Oak
public import Parts

/// Asks whether a user may sign in.
public typealias Verification = ServiceCall<Credentials, Admission>

/// A form for name and code.
public typealias LoginForm = FieldForm<Credentials>

/// The name and the code of a user.
public struct Credentials: FormSubject, Hashable {
    /// The fields of the form.
    public enum Field: String, CaseIterable, Sendable {
        /// The name.
        case name
        /// An unused code.
        case code
    }

    /// The name.
    public let name: String
    /// An unused code.
    public let code: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - code: An unused code.
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

/// The answer to credentials.
public enum Admission: Equatable, Sendable {
    /// The name is known and the code was valid; it is now used up, and this many are left.
    case welcome(Account, codesLeft: Int)
    /// The name is unknown, or the code is invalid.
    case refused
}

/// Asks for a name and a code; after three failures it pauses.
///
/// ```
///   entering ──form submits──▶ verifying ──welcome──▶ (output: signedIn)
///     ▲  ▲                       │  │
///     │  └───── refused, back ───┘  │ refused for the third time
///     └───────── time is up ──── locked
/// ```
///
/// Failures are counted within one run of the application: restarting it resets them.
public enum Login: CompositeTransducer {
    /// The number of wrong codes before the pause.
    public static let tries = 3

    /// The current stage.
    public struct State: Equatable, Sendable, DefaultInitializable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The user fills in name and code; the last ones may have been wrong.
            case entering(wasRefused: Bool)
            /// Name and code are checked.
            case verifying(Verification.State)
            /// The pause, with the seconds left.
            case locked(seconds: Int)
        }

        /// The number of consecutive wrong codes.
        public var failures = 0
        /// The form.
        public var form = LoginForm.State()
        /// The step.
        public var step = Step.entering(wasRefused: false)

        /// Creates the first step.
        public init() {}

        /// The number of wrong codes left.
        public var triesLeft: Int { Login.tries - failures }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the form.
        case form(LoginForm.Event)
        /// An event of the check.
        case verification(Verification.Event)
        /// The user cancels the check.
        case back
        /// A second has passed.
        case tick
    }

    /// The result.
    public enum Output: Equatable, Sendable {
        /// No result yet.
        case pending
        /// The user has signed in; this many codes are left.
        case signedIn(Account, codesLeft: Int)
    }

    /// The dependencies.
    public struct Env: Sendable {
        /// Checks name and code, without a time limit, because the code may be used up by then.
        public var verification: Verification.Env
        /// Measures the pause.
        public var clock: any Clock<Duration>

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - verify: Checks name and code.
        ///   - clock: Measures the pause.
        public init(
            verify: @escaping @Sendable (Credentials) async throws -> Admission,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            verification = Verification.Env(service: verify, clock: clock, patience: nil)
            self.clock = clock
        }
    }

    /// The length of the pause, in seconds.
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

    /// Lists the work under way in a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: The countdown, during the pause.
    public static func activities(in state: State) -> [Effect] {
        switch state.step {
        case .locked: [.every(.seconds(1), id: "lock", sending: .tick, clock: \.clock)]
        case .entering, .verifying: []
        }
    }

    /// Computes the transition for an event.
    ///
    /// - Parameters:
    ///   - state: The current state, updated to the next one.
    ///   - event: The event.
    /// - Returns: The effect of a child, and the account that has signed in.
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
        // The name stays; the code must be typed again.
        state.form = LoginForm.State(state.form.texts.filter { $0.key == .name })
        state.step = state.failures < tries ? .entering(wasRefused: true) : .locked(seconds: pause)
    }
}
