public import Oak

/// Counts up and down: the simplest machine, without effects.
///
/// Each transition outputs the resulting value. The machine never ends by itself.
///
/// ```swift
/// let proxy = Counter.Proxy()
/// async let end = Counter.run(initialState: Counter.State(), proxy: proxy, output: Callback { print($0) })
/// try proxy.send(.increment)
/// ```
public enum Counter: Transducer {
    /// The current value.
    public struct State: NonTerminal, DefaultInitializable, Hashable, Sendable {
        /// The current value.
        public var value: Int

        /// Creates a counter at zero.
        public init() { value = 0 }

        /// Creates a counter at a value.
        ///
        /// - Parameter value: The initial value.
        public init(value: Int) { self.value = value }
    }

    /// The events of the counter.
    public enum Event: Equatable, Sendable {
        /// Count up by one.
        case increment
        /// Count down by one.
        case decrement
        /// Reset to zero.
        case reset
    }

    /// Counts.
    ///
    /// - Parameters:
    ///   - state: The current value, updated to the next one.
    ///   - event: The event.
    /// - Returns: The value after the event.
    public static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .increment: state.value += 1
        case .decrement: state.value -= 1
        case .reset: state.value = 0
        }
        return state.value
    }

    /// The value that a counter outputs before any event.
    ///
    /// - Parameter initialState: The initial state of the counter.
    /// - Returns: Its value.
    public static func initialOutput(initialState: State) -> Int? { initialState.value }
}
