public import Oak

/// Another implementation of a machine, as seen from outside.
///
/// ```swift
/// import OakGraph
///
/// enum Turnstile: Transducer {
///     enum State: Hashable { case locked, unlocked }
///     enum Event: CaseIterable { case coin, push }
///
///     static func update(_ state: inout State, event: Event) -> Bool {
///         switch (state, event) {
///         case (.locked, .coin):
///             state = .unlocked
///             return false
///         case (.unlocked, .push):
///             state = .locked
///             return true
///         case (.locked, .push), (.unlocked, .coin): return false
///         }
///     }
/// }
///
/// final class OldTurnstile {
///     private var paid = 0
///     func coin() { paid = 1 }
///     func push() -> Bool {
///         defer { paid = 0 }
///         return paid > 0
///     }
/// }
///
/// var old = OldTurnstile()
/// let implementation = Implementation(of: Turnstile.self, observing: \.output) { _ in
///     old = OldTurnstile()
/// } take: { event in
///     switch event {
///     case .coin:
///         old.coin()
///         return false
///     case .push: return old.push()
///     }
/// }
/// let graph = StateGraph(of: Turnstile.self, from: [.locked], events: .allCases)
/// let conformance = await graph.conformance(of: implementation)
/// assert(conformance.holds)
/// ```
public struct Implementation<Machine: ExecutableTransducer, Observation: Equatable> {
    let observe: (MacrostepResult<Machine>) -> Observation
    let reset: (Machine.State) async throws -> Void
    let take: (Machine.Event) async throws -> Observation

    /// Describes an implementation.
    ///
    /// - Parameters:
    ///   - machine: The machine that it is held against.
    ///   - observe: Returns what can be observed of the machine when it takes an event, such as its output or a part of
    ///     its state.
    ///   - reset: Brings the implementation into a state; the graph calls it with initial states only.
    ///   - take: Lets the implementation take an event, and returns what can be observed.
    public init(
        of machine: Machine.Type, observing observe: @escaping (MacrostepResult<Machine>) -> Observation,
        reset: @escaping (Machine.State) async throws -> Void,
        take: @escaping (Machine.Event) async throws -> Observation
    ) {
        self.observe = observe
        self.reset = reset
        self.take = take
    }
}

/// The visible result of an event and the action events that follow from it.
public struct MacrostepResult<Machine: ExecutableTransducer> {
    /// The output of the event's own transition.
    public let output: Machine.Output

    /// The outputs of the event and of its action events, in order.
    public let outputs: [Machine.Output]

    /// The state after the event and its action events.
    public let state: Machine.State

    /// The machine's intent.
    public let intent: Intent
}

extension Implementation {
    /// Describes another machine as an implementation, such as a rewritten one.
    ///
    /// - Parameters:
    ///   - machine: The machine that it is held against.
    ///   - other: The other machine.
    ///   - initial: Returns the other machine's initial state for one of the machine.
    ///   - event: Returns the other machine's event for one of the machine.
    ///   - observe: Returns what can be observed of the machine.
    ///   - observeOther: Returns what can be observed of the other machine.
    public init<Other: ExecutableTransducer>(
        of machine: Machine.Type, by other: Other.Type,
        from initial: @escaping (Machine.State) -> Other.State, event: @escaping (Machine.Event) -> Other.Event,
        observing observe: @escaping (MacrostepResult<Machine>) -> Observation,
        as observeOther: @escaping (MacrostepResult<Other>) -> Observation
    ) {
        let player = MachinePlayer<Other>()
        self.init(of: machine, observing: observe) { state in
            player.state = initial(state)
        } take: { taken in
            guard let result = player.take(event(taken)) else { throw NotReset() }
            return observeOther(result)
        }
    }
}

/// The error of an event that comes before the first reset.
private struct NotReset: Error {}

/// Performs macrosteps one after another.
final class MachinePlayer<Machine: ExecutableTransducer> {
    var state: Machine.State?
    private var macrostep: Macrostep<Machine>

    init(actionLimit: Int = 10_000) { macrostep = Macrostep(actionLimit: actionLimit) }

    /// - Returns: `nil` without a state.
    func take(_ event: Machine.Event) -> MacrostepResult<Machine>? {
        guard var state else { return nil }
        var outputs: [Machine.Output] = []
        let note = macrostep.take(&state, event, isSame: { areEqual(copy $0, copy $1) }) { _, _, _, output, _ in
            if let output { outputs.append(output) }
        }
        self.state = state
        return outputs.first.map { MacrostepResult(output: $0, outputs: outputs, state: state, intent: note.intent) }
    }
}
