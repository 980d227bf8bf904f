public import Oak

/// Counts up and down: the smallest machine there is, without any effect.
///
/// Each transition produces the value it has led to. The machine never ends by itself.
///
/// ```swift
/// let proxy = Counter.Proxy()
/// async let end = Counter.run(initialState: Counter.State(), proxy: proxy, output: Callback { print($0) })
/// try proxy.send(.increment)
/// ```
public enum Counter: Transducer {
    /// The value reached so far.
    public struct State: NonTerminal, DefaultInitializable, Equatable, Sendable {
        /// What has been counted.
        public var value: Int

        /// Creates a counter at zero.
        public init() { value = 0 }

        /// Creates a counter at a value.
        ///
        /// - Parameter value: The value to begin with.
        public init(value: Int) { self.value = value }
    }

    /// What can happen to the counter.
    public enum Event: Equatable, Sendable {
        /// Count one up.
        case increment
        /// Count one down.
        case decrement
        /// Begin again at zero.
        case reset
    }

    /// Counts.
    ///
    /// - Parameters:
    ///   - state: The value before, which becomes the value after.
    ///   - event: What has happened.
    /// - Returns: The value after the event.
    public static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .increment: state.value += 1
        case .decrement: state.value -= 1
        case .reset: state.value = 0
        }
        return state.value
    }

    /// The value that a counter shows before anything has happened.
    ///
    /// - Parameter initialState: The state in which the counter begins.
    /// - Returns: Its value.
    public static func initialOutput(initialState: State) -> Int? { initialState.value }
}
