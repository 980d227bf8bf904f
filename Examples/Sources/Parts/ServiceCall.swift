public import Oak

/// Asks a service something, waits for the answer as long as it is worth waiting, and asks again if the user wants to.
///
/// ```
///             ask           answered
///   ready ─────────▶ waiting ─────────▶ answered
///                     │  ▲
///              failed ▼  │ ask
///                    failed
/// ```
///
/// The machine ends with the answer. Whoever embeds it does not have to forbid anything: a second `ask` while one is
/// under way is ignored, and what comes from an attempt that was given up is never processed.
public enum ServiceCall<Question: Equatable & Sendable, Answer: Equatable & Sendable>: EffectTransducer {
    /// How far it has come.
    public enum State: Terminable, Equatable, Sendable {
        /// Nobody has been asked yet.
        case ready(Question)
        /// The service is working.
        case waiting(Question)
        /// The service has failed, or has not answered in time.
        case failed(Question, Problem)
        /// The service has answered.
        case answered(Answer)

        public var isTerminal: Bool {
            switch self {
            case .answered: true
            case .ready, .waiting, .failed: false
            }
        }
    }

    /// What can happen.
    public enum Event: Equatable, Sendable {
        /// The service is to be asked, for the first time or once more.
        case ask
        /// The service has answered.
        case answered(Answer)
        /// The service has failed, or has not answered in time.
        case failed(Problem)
    }

    /// The service.
    public struct Env: Sendable {
        /// Asks the service.
        public var service: @Sendable (Question) async throws -> Answer

        /// Measures how long the service takes.
        public var clock: any Clock<Duration>

        /// How long it may take; `nil` if it is not to be given up, because it has to be known what has become of it.
        public var patience: Duration?

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - service: Asks the service.
        ///   - clock: Measures how long the service takes.
        ///   - patience: How long it may take, ten seconds by default; `nil` if it is not to be given up.
        public init(
            service: @escaping @Sendable (Question) async throws -> Answer,
            clock: any Clock<Duration> = ContinuousClock(), patience: Duration? = .seconds(10)
        ) {
            self.service = service
            self.clock = clock
            self.patience = patience
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The call, when it is to be started or given up.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.ready(let question), .ask), (.failed(let question, _), .ask):
            state = .waiting(question)
            return call(question)
        case (.waiting, .answered(let answer)):
            state = .answered(answer)
            return nil
        case (.waiting(let question), .failed(let problem)):
            state = .failed(question, problem)
            return .cancelTask(ServiceCallWork.call)
        case (.waiting, .ask), (.ready, .answered), (.ready, .failed), (.failed, .answered), (.failed, .failed),
            (.answered, .ask), (.answered, .answered), (.answered, .failed):
            return nil
        }
    }

    static func call(_ question: Question) -> Effect {
        .combine(
            id: ServiceCallWork.call,
            Effect(
                { env in try await env.service(question) },
                success: Event.answered, failure: { error in .failed(Problem(error)) }),
            Effect { env, input in
                guard let patience = env.patience else { return }
                try await env.clock.sleep(for: patience)
                try input.send(.failed(.noAnswer))
            })
    }
}

/// The work of a ``ServiceCall``.
public enum ServiceCallWork: Hashable, Sendable {
    /// The call, and the wait for it to be answered in time.
    case call
}

extension Problem {
    /// A service has not answered in time.
    public static let noAnswer = Problem("There was no answer in time.", advice: "Try again, or go back.")
}

extension ServiceCall.State {
    /// What the service is asked; `nil` once it has answered.
    public var question: Question? {
        switch self {
        case .ready(let question), .waiting(let question), .failed(let question, _): question
        case .answered: nil
        }
    }
}

extension ServiceCall.State {
    /// Whether the service is working.
    public var isWorking: Bool {
        switch self {
        case .ready, .waiting: true
        case .failed, .answered: false
        }
    }

    /// What the user can do.
    public var actions: [Action<ServiceCall.Event>] {
        switch self {
        case .failed: [Action("retry", "try again", .ask)]
        case .ready, .waiting, .answered: []
        }
    }
}
