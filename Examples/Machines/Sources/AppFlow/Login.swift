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
public enum Admission: Hashable, Sendable {
    /// The name is known and the code was valid; it is now used up.
    case welcome(Account)
    /// The name is unknown, or the code is invalid.
    case refused
}

/// Asks for a name and a code; after three failures it pauses.
///
/// ```
///   entering ──form submits──▶ verifying ──welcome──▶ (output: the account)
///     ▲  ▲                       │  │
///     │  └───── refused, back ───┘  │ refused for the third time
///     └───────── time is up ──── locked
/// ```
///
/// Failures are counted within one run of the application: restarting it resets them.
public enum Login: CompositeTransducer {
    /// The number of wrong codes before the pause.
    public static let tries = 3
    /// The length of the pause, in seconds.
    public static let pause = 30

    /// The current stage.
    public struct State: Hashable, Sendable, DefaultInitializable {
        /// The steps.
        public enum Step: Hashable, Sendable {
            /// The user fills in name and code.
            case entering
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
        public var step = Step.entering

        /// Creates the first step.
        public init() {}

        /// Counts a failure; the third one begins a pause.
        fileprivate mutating func refuse() {
            failures += 1
            // The name stays; the code must be typed again.
            form = LoginForm.State(form.texts.filter { $0.key == .name })
            step = failures < Login.tries ? .entering : .locked(seconds: Login.pause)
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of the form.
        case form(LoginForm.Event)
        /// An event of the check.
        case verification(Verification.Event)
        /// The user leaves a check that has failed.
        case back
        /// A second has passed.
        case tick
    }

    /// The account that has signed in, if any.
    public typealias Output = Account?

    /// The dependencies.
    public struct Env: Sendable {
        /// Checks name and code.
        public var verify: @Sendable (Credentials) async throws -> Admission
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
            self.verify = verify
            self.clock = clock
        }
    }

    static let form = child("form", LoginForm.self, event: Event.form, failure: .endsTheRun)
    // Without a time limit, because the code may be used up by then.
    static let verification = child(
        "verification", Verification.self, event: Event.verification,
        env: { Verification.Env(service: $0.verify, clock: $0.clock, patience: nil) }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        form
        switch state.step {
        case .verifying(let call): verification(call)
        case .entering, .locked: nothing
        }
    }

    public static func activities(in state: State) -> [Effect] {
        switch state.step {
        case .locked: [.every(.seconds(1), id: "lock", sending: .tick, clock: \.clock)]
        case .entering, .verifying: []
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.entering, .form(let event)):
            let step = form.step(&state.form, event)
            if case .submitted(let credentials) = step.output { state.step = .verifying(.waiting(credentials)) }
            return (step.effect, nil)
        case (.verifying(var call), .verification(let event)):
            let step = verification.step(&call, event)
            switch call {
            case .answered(.welcome(let account)):
                state = State()
                return (step.effect, account)
            case .answered(.refused): state.refuse()
            case .waiting, .failed: state.step = .verifying(call)
            }
            return (step.effect, nil)
        case (.verifying(.failed), .back): state.step = .entering
        case (.locked(let seconds), .tick):
            if seconds > 1 { state.step = .locked(seconds: seconds - 1) } else { state = State() }
        case (.entering, _), (.verifying, _), (.locked, _): break
        }
        return (nil, nil)
    }
}
