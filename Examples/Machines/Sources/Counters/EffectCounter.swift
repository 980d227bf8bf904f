public import Oak

/// A counter whose steps are carried out by a slow service.
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
/// While a step is pending, further steps are ignored; `reset` cancels the pending one.
public enum EffectCounter: EffectTransducer {
    /// The value, and the pending step.
    public struct State: NonTerminal, DefaultInitializable, Hashable, Sendable {
        /// A step that the service has not finished.
        public enum Pending: Hashable, Sendable {
            /// No step is pending.
            case none
            /// The value is about to be increased.
            case increment
            /// The value is about to be decreased.
            case decrement
        }

        /// The current value.
        public var value = 0

        /// The pending step.
        public var pending = Pending.none

        /// Whether a step is pending.
        public var isPending: Bool { pending != .none }

        /// Creates a counter at zero.
        public init() {}

        /// Creates a counter at a value.
        ///
        /// - Parameters:
        ///   - value: The initial value.
        ///   - pending: The pending step; none by default.
        public init(value: Int, pending: Pending = .none) {
            self.value = value
            self.pending = pending
        }
    }

    /// The services that carry the steps out.
    public struct Env: Sendable {
        /// Returns when the value may increase; an error ends the machine.
        public var increment: @Sendable () async throws -> Void

        /// Returns when the value may decrease; an error ends the machine.
        public var decrement: @Sendable () async throws -> Void

        /// Creates an environment; its services wait for a second, unless there are others.
        ///
        /// - Parameters:
        ///   - increment: Returns when the value may increase.
        ///   - decrement: Returns when the value may decrease.
        public init(
            increment: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) },
            decrement: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
        ) {
            self.increment = increment
            self.decrement = decrement
        }
    }

    /// The events of the counter.
    public enum Event: Equatable, Sendable {
        /// The user increases the value.
        case increment
        /// The user decreases the value.
        case decrement
        /// The user resets the value to zero.
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

    public static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state.pending, event) {
        case (.none, .increment):
            state.pending = .increment
            return increasing
        case (.none, .decrement):
            state.pending = .decrement
            return decreasing
        case (.increment, .incrementReady): state = State(value: state.value + 1)
        case (.decrement, .decrementReady): state = State(value: state.value - 1)
        case (.none, .reset): state = State()
        case (.increment, .reset), (.decrement, .reset):
            state = State()
            return .cancelTask(Work.step)
        case (.none, _), (.increment, _), (.decrement, _): break
        }
        return nil
    }
}
