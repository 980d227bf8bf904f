public import Oak

/// Asks a service something, waits for the answer as long as it is worth waiting, and asks again if the user wants to.
///
/// ```
///            answered
///   waiting ─────────▶ answered
///    │  ▲
///    │  │ ask
///    ▼  │ failed
///   failed
/// ```
///
/// The call and the patience are activities of `waiting`: they begin with it and end with it, so the machine starts and
/// cancels nothing. It ends with the answer. Whoever embeds it does not have to forbid anything: an `ask` while the
/// service is working is ignored, and what comes from an attempt that was given up is never processed.
public enum ServiceCall<Question: Equatable & Sendable, Answer: Equatable & Sendable>: EffectTransducer {
    /// How far it has come.
    public enum State: Terminable, Equatable, Sendable {
        /// The service is working.
        case waiting(Question)
        /// The service has failed, or has not answered in time.
        case failed(Question, Problem)
        /// The service has answered.
        case answered(Answer)

        public var isTerminal: Bool {
            switch self {
            case .answered: true
            case .waiting, .failed: false
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Asks the service once more.
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

    /// Names the work that is under way in a state.
    ///
    /// - Parameter state: The state.
    /// - Returns: The call and the patience, while the service is working.
    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .waiting(let question): [call(question), patience]
        case .failed, .answered: []
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: Nothing to do: what is under way follows from the state.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.failed(let question, _), .ask): state = .waiting(question)
        case (.waiting, .answered(let answer)): state = .answered(answer)
        case (.waiting(let question), .failed(let problem)): state = .failed(question, problem)
        case (.waiting, .ask), (.failed, .answered), (.failed, .failed), (.answered, .ask), (.answered, .answered),
            (.answered, .failed):
            break
        }
        return nil
    }

    static func call(_ question: Question) -> Effect {
        Effect(
            id: ServiceCallWork.call, { env in try await env.service(question) },
            success: Event.answered, failure: { error in .failed(Problem(error)) })
    }

    static var patience: Effect {
        Effect(id: ServiceCallWork.patience) { env, input in
            guard let patience = env.patience else { return }
            try await env.clock.sleep(for: patience)
            try input.send(.failed(.noAnswer))
        }
    }
}

/// The work of a ``ServiceCall``.
public enum ServiceCallWork: Hashable, Sendable {
    /// The call.
    case call
    /// The wait for it to be answered in time.
    case patience
}

extension Problem {
    /// A service has not answered in time.
    public static let noAnswer = Problem("There was no answer in time.", advice: "Try again, or go back.")
}

extension ServiceCall.State {
    /// What the service is asked; `nil` once it has answered.
    public var question: Question? {
        switch self {
        case .waiting(let question), .failed(let question, _): question
        case .answered: nil
        }
    }
}

extension ServiceCall.State {
    /// Whether the service is working.
    public var isWorking: Bool {
        switch self {
        case .waiting: true
        case .failed, .answered: false
        }
    }

    /// What the user can do.
    public var actions: [Action<ServiceCall.Event>] {
        switch self {
        case .failed: [Action("retry", "try again", .ask)]
        case .waiting, .answered: []
        }
    }
}
