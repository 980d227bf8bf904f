public import Oak

/// The machine that a host runs while its laws are checked.
///
/// Its events note a number, start an operation that waits or fails, or end it. Its output is the count of noted
/// numbers.
public enum HostProbe: EffectTransducer {
    /// The noted numbers, and whether the machine has ended.
    public struct State: Terminable, Hashable, Sendable {
        /// The noted numbers, in their order.
        package var numbers: [Int]
        /// Whether the machine has ended.
        public internal(set) var isTerminal: Bool

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - numbers: The noted numbers, in their order.
        ///   - isTerminal: Whether the machine has ended.
        package init(numbers: [Int] = [], isTerminal: Bool = false) {
            self.numbers = numbers
            self.isTerminal = isTerminal
        }
    }

    /// The events of the machine.
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

    /// The environment of the machine's operations.
    public struct Env: Sendable {
        var work: @Sendable () async throws -> Void = {}
    }

    /// The count of noted numbers.
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

    /// The count of noted numbers, if the machine begins in a terminal state.
    public static func initialOutput(initialState: State) -> Int? {
        initialState.isTerminal ? initialState.numbers.count : nil
    }
}

/// The access of a law to a host: reads its state, sends events to its machine, and cancels it.
///
/// The functions retain the host; it lives as long as they do.
public struct HostHandle: Sendable {
    let state: @Sendable () async -> HostProbe.State
    let send: @Sendable (HostProbe.Event) async throws -> Void
    let cancel: @Sendable () async -> Void
    let stateAfter: (@Sendable (HostProbe.Event) async throws -> HostProbe.State)?

    /// Creates a handle.
    ///
    /// - Parameters:
    ///   - stateAfter: On the actor of the host, sends an event and returns the state, with nothing in between; `nil`
    ///     for a host that only enqueues events.
    ///   - state: Returns the state that the host shows.
    ///   - send: Sends an event to the machine; throws if it is not accepted.
    ///   - cancel: Cancels the machine.
    public init(
        stateAfter: (@Sendable (HostProbe.Event) async throws -> HostProbe.State)? = nil,
        state: @escaping @Sendable () async -> HostProbe.State,
        send: @escaping @Sendable (HostProbe.Event) async throws -> Void,
        cancel: @escaping @Sendable () async -> Void
    ) {
        self.state = state
        self.send = send
        self.cancel = cancel
        self.stateAfter = stateAfter
    }
}
