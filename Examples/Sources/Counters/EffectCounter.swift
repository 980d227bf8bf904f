public import Oak

/// A counter whose steps are carried out by a service that takes its time.
///
/// ```
///            increment ┌────────────┐ incrementReady
///         ┌───────────▶│ increasing │────────────┐
///         │            └────────────┘            ▼
///     ┌──────┐               │ reset         ┌──────┐
///     │ none │◀──────────────┴───────────────│ none │
///     └──────┘     (the same with decrement) └──────┘
/// ```
///
/// While a step is pending, further steps are ignored; `reset` calls the pending one off.
public enum EffectCounter: EffectTransducer {
    /// The value, and what is under way.
    public struct State: NonTerminal, DefaultInitializable, Equatable, Sendable {
        /// A step that the service has not finished.
        public enum Pending: Equatable, Sendable {
            /// Nothing is under way.
            case none
            /// The value is about to be increased.
            case increment
            /// The value is about to be decreased.
            case decrement
        }

        /// What has been counted.
        public var value: Int

        /// What is under way.
        public var pending: Pending

        /// Whether a step is under way.
        public var isPending: Bool { pending != .none }

        /// Creates a counter at zero.
        public init() { self.init(value: 0) }

        /// Creates a counter at a value.
        ///
        /// - Parameters:
        ///   - value: The value to begin with.
        ///   - pending: What is under way; nothing by default.
        public init(value: Int, pending: Pending = .none) {
            self.value = value
            self.pending = pending
        }
    }

    /// The services that carry the steps out.
    public struct Env: Sendable {
        /// Returns when the value may be increased; an error ends the machine.
        public var increment: @Sendable () async throws -> Void

        /// Returns when the value may be decreased; an error ends the machine.
        public var decrement: @Sendable () async throws -> Void

        /// Creates an environment from two services.
        ///
        /// - Parameters:
        ///   - increment: Returns when the value may be increased.
        ///   - decrement: Returns when the value may be decreased.
        public init(
            increment: @escaping @Sendable () async throws -> Void,
            decrement: @escaping @Sendable () async throws -> Void
        ) {
            self.increment = increment
            self.decrement = decrement
        }

        /// Creates an environment whose services take a while and do nothing else.
        ///
        /// - Parameter duration: How long a step takes; one second by default.
        public init(stepsTaking duration: Duration = .seconds(1)) {
            self.init(
                increment: { try await Task.sleep(for: duration) },
                decrement: { try await Task.sleep(for: duration) })
        }
    }

    /// What can happen to the counter.
    public enum Event: Equatable, Sendable {
        /// The user wants the value to increase.
        case increment
        /// The user wants the value to decrease.
        case decrement
        /// The user wants to begin again at zero.
        case reset
        /// The service has finished increasing.
        case incrementReady
        /// The service has finished decreasing.
        case decrementReady
    }

    enum Work { case step }

    static let increasing = Effect(
        id: Work.step, { env in try await env.increment() }, success: .incrementReady)

    static let decreasing = Effect(
        id: Work.step, { env in try await env.decrement() }, success: .decrementReady)

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: The step to be carried out or called off, if any.
    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state.pending, event) {
        case (.none, .increment):
            state.pending = .increment
            return increasing
        case (.none, .decrement):
            state.pending = .decrement
            return decreasing
        case (.increment, .incrementReady):
            state = State(value: state.value + 1)
            return nil
        case (.decrement, .decrementReady):
            state = State(value: state.value - 1)
            return nil
        case (.none, .reset):
            state = State()
            return nil
        case (.increment, .reset), (.decrement, .reset):
            state = State()
            return .cancelTask(Work.step)
        case (.increment, .increment), (.increment, .decrement), (.decrement, .increment), (.decrement, .decrement):
            return nil
        case (.none, .incrementReady), (.decrement, .incrementReady),
            (.none, .decrementReady), (.increment, .decrementReady):
            return nil
        }
    }
}
