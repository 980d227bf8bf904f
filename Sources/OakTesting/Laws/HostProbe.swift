public import Oak

/// The machine that a host runs while its laws are checked.
///
/// It notes numbers, works, fails, and ends. Its output is how many numbers it has noted.
public enum HostProbe: EffectTransducer {
    /// What the machine has noted, and whether it has ended.
    public struct State: Terminable, Hashable, Sendable {
        /// The numbers that were noted, in their order.
        public internal(set) var numbers: [Int]
        /// Whether the machine has ended.
        public internal(set) var isTerminal: Bool

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - numbers: The numbers that were noted, in their order.
        ///   - isTerminal: Whether the machine has ended.
        public init(numbers: [Int] = [], isTerminal: Bool = false) {
            self.numbers = numbers
            self.isTerminal = isTerminal
        }
    }

    /// What the machine is told.
    public enum Event: Hashable, Sendable {
        /// Notes a number.
        case note(Int)
        /// Starts an operation that ends when it is cancelled.
        case work
        /// Starts an operation that fails.
        case fail
        /// Ends the machine.
        case end
    }

    /// What the operations of the machine do.
    public struct Env: Sendable {
        var work: @Sendable () async throws -> Void = {}
    }

    /// How many numbers were noted.
    public typealias Output = Int

    /// Notes a number, starts an operation, or ends the machine.
    public static func update(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Int) {
        var effect: Effect?
        switch event {
        case .note(let number): state.numbers.append(number)
        case .work: effect = Effect { env, _ in try await env.work() }
        case .fail: effect = Effect { _, _ in throw LawError() }
        case .end: state.isTerminal = true
        }
        return (effect, state.numbers.count)
    }

    /// How many numbers were noted, if the machine is at its end from the beginning.
    public static func initialOutput(initialState: State) -> Int? {
        initialState.isTerminal ? initialState.numbers.count : nil
    }
}

/// What a law does with a host: reads its state, sends events to its machine, and cancels it.
///
/// The functions keep the host; it lives as long as they do.
public struct HostHandle: Sendable {
    let state: @Sendable () async -> HostProbe.State
    let send: @Sendable (HostProbe.Event) async throws -> Void
    let cancel: @Sendable () async -> Void

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - state: Reads the state that the host shows.
    ///   - send: Sends an event to the machine; throws if it is not accepted.
    ///   - cancel: Cancels the machine.
    public init(
        state: @escaping @Sendable () async -> HostProbe.State,
        send: @escaping @Sendable (HostProbe.Event) async throws -> Void,
        cancel: @escaping @Sendable () async -> Void
    ) {
        self.state = state
        self.send = send
        self.cancel = cancel
    }
}
