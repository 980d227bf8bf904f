public import Oak

/// Asks a service a question, waits a limited time for the answer, and asks again at the user's request.
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
/// The call and the time limit are activities of `waiting`: they begin and end with it, so the machine starts and
/// cancels nothing. The answer ends the machine. Its composite needs no special cases: an `ask` while the service is
/// working is ignored, and events of an abandoned attempt are never processed.
public enum ServiceCall<Question: Equatable & Sendable, Answer: Equatable & Sendable>: EffectTransducer {
    /// The current stage.
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

        /// Whether the service is working.
        public var isWorking: Bool { if case .waiting = self { true } else { false } }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// Asks the service again.
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

        /// Measures the time limit.
        public var clock: any Clock<Duration>

        /// The time limit; `nil` for a call whose result must be known before going on.
        public var patience: Duration?

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - service: Asks the service.
        ///   - clock: Measures the time limit.
        ///   - patience: The time limit, ten seconds by default; `nil` for none.
        public init(
            service: @escaping @Sendable (Question) async throws -> Answer,
            clock: any Clock<Duration> = ContinuousClock(), patience: Duration? = .seconds(10)
        ) {
            self.service = service
            self.clock = clock
            self.patience = patience
        }
    }

    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .waiting(let question):
            [
                Effect(
                    id: ServiceCallWork.call, { env in try await env.service(question) },
                    success: Event.answered, failure: { error in .failed(Problem(error)) }),
                patience,
            ]
        case .failed, .answered: []
        }
    }

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.failed(let question, _), .ask): state = .waiting(question)
        case (.waiting, .answered(let answer)): state = .answered(answer)
        case (.waiting(let question), .failed(let problem)): state = .failed(question, problem)
        case (.waiting, .ask), (.failed, .answered), (.failed, .failed), (.answered, _): break
        }
        return nil
    }

    private static var patience: Effect {
        Effect(id: ServiceCallWork.patience) { env, input in
            guard let patience = env.patience else { return }
            try await env.clock.sleep(for: patience)
            try input.send(.failed(.noAnswer))
        }
    }
}

extension ServiceCall.State: Hashable where Question: Hashable, Answer: Hashable {}

/// The work of a ``ServiceCall``.
public enum ServiceCallWork: Hashable, Sendable {
    /// The call.
    case call
    /// The time limit.
    case patience
}
