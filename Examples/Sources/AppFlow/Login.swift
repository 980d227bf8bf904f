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

    /// What can happen.
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

    enum Work { case lock }

    static let form = Component<Self, LoginForm>(
        "form", event: Event.form, extract: { if case .form(let event) = $0 { event } else { nil } })
    static let verification = Component<Self, Verification>(
        "verification", event: Event.verification,
        extract: { if case .verification(let event) = $0 { event } else { nil } }, env: \.verification)

    public static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(verification) { if case .verifying = state.step { true } else { false } }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What is to be done, and who has signed in.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event: event)
            guard case .submitted(let credentials) = step.output else {
                state.step = .entering(wasRefused: false)
                return (step.effect, .pending)
            }
            state.step = .verifying(.ready(credentials))
            return (.all(step.effect, .event(.verification(.ask))), .pending)
        case (.verifying(var call), .verification(let event)):
            let step = verification.step(&call, event: event)
            switch call {
            case .answered(.welcome(let account, let codesLeft)):
                state = State()
                return (step.effect, .signedIn(account, codesLeft: codesLeft))
            case .answered(.refused):
                return (.all(step.effect, refuse(&state)), .pending)
            case .ready, .waiting, .failed:
                state.step = .verifying(call)
                return (step.effect, .pending)
            }
        case (.verifying(.failed), .back):
            state.step = .entering(wasRefused: false)
            return (nil, .pending)
        case (.locked(let seconds), .tick):
            guard seconds > 1 else {
                state = State()
                return (.cancelTask(Work.lock), .pending)
            }
            state.step = .locked(seconds: seconds - 1)
            return (nil, .pending)
        case (.verifying(.ready), .back), (.verifying(.waiting), .back), (.verifying(.answered), .back),
            (.entering, .verification), (.entering, .back), (.entering, .tick), (.verifying, .form),
            (.verifying, .tick), (.locked, .form), (.locked, .verification), (.locked, .back):
            return (nil, .pending)
        }
    }

    /// Counts a failure; the third one begins a pause.
    private static func refuse(_ state: inout State) -> Effect? {
        state.failures += 1
        // The name stays, the code has to be typed again.
        state.form = LoginForm.State(state.form.texts.filter { $0.key == .name })
        guard state.failures >= tries else {
            state.step = .entering(wasRefused: true)
            return nil
        }
        state.step = .locked(seconds: pause)
        return Effect(id: Work.lock) { env, input in
            for _ in 1...pause {
                try await env.clock.sleep(for: .seconds(1))
                try await input.sendWhenRoom(.tick)
            }
        }
    }
}
