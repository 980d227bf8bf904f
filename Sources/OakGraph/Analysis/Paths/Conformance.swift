public import Oak

/// The result of holding an implementation against a graph.
public struct Conformance<Machine: ExecutableTransducer, Observation: Equatable>: CustomStringConvertible {
    /// A sequence of events after which the implementation differs.
    public struct Difference {
        /// The events; the last one shows the difference.
        public let path: GraphPath<Machine>

        /// The observation of the machine.
        public let expected: Observation

        /// The observation of the implementation; `nil` if it has thrown an error.
        public let actual: Observation?

        /// The error that the implementation has thrown.
        public let error: (any Error)?
    }

    /// The shortest difference that was found; `nil` if there is none.
    public let difference: Difference?

    /// The number of sequences that the implementation has taken; runs that only shorten a difference do not count.
    public let sequences: Int
    /// The number of events in these sequences.
    public let events: Int
    /// The reason why the graph does not have all reachable states; `nil` if it has.
    public let cut: GraphCut?

    /// Whether the implementation agrees on all sequences of a complete graph.
    public var holds: Bool { difference == nil && cut == nil && events > 0 }

    /// The difference, or the extent of the comparison.
    public var description: String {
        let extent = "\(sequences) sequence\(sequences == 1 ? "" : "s") of \(events) event\(events == 1 ? "" : "s")"
        guard let difference else {
            guard events > 0 else { return "Nothing was compared: the graph has no transitions to take." }
            let sentences = ["The implementation agrees on \(extent).", cut?.description]
            return sentences.compactMap(\.self).joined(separator: " ")
        }
        let actual =
            difference.error.map { "an error: \($0)" } ?? difference.actual.map { sourceText(of: $0) } ?? "nothing"
        let count = difference.path.steps.count
        return """
            The implementation differs after \(count) event\(count == 1 ? "" : "s"), found in \(extent).
            Expected: \(sourceText(of: difference.expected))
            Actual:   \(actual)

            \(difference.path)
            """
    }
}

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

extension StateGraph {
    /// Runs sequences of events in an implementation, and compares what can be observed with the machine.
    ///
    /// A transition tour finds every wrong observation that belongs to a transition, but a wrong state only if it shows
    /// within the same sequence. A ``conformanceSuite(extraStates:observing:)`` finds all of them, up to a number of
    /// states. The comparison ends with the first difference, which is then shortened.
    ///
    /// - Parameters:
    ///   - implementation: The implementation.
    ///   - sequences: The sequences of events, such as ``allPairs()``.
    /// - Returns: The shortest difference that was found, and the extent of the comparison.
    /// - Complexity: O(*l*) for *l* events in total.
    public nonisolated(nonsending) func conformance<Observation>(
        of implementation: Implementation<Machine, Observation>, along sequences: some Sequence<GraphPath<Machine>>
    ) async -> Conformance<Machine, Observation> {
        var (count, events) = (0, 0)
        for path in sequences where !path.steps.isEmpty {
            count += 1
            let difference = await difference(of: implementation, along: path)
            events += difference?.path.steps.count ?? path.steps.count
            guard let difference else { continue }
            let shortest = await shortened(difference, of: implementation)
            return Conformance(difference: shortest, sequences: count, events: events, cut: cut)
        }
        return Conformance(difference: nil, sequences: count, events: events, cut: cut)
    }

    /// Runs a transition tour in an implementation, and compares what can be observed with the machine.
    ///
    /// - Parameter implementation: The implementation.
    /// - Returns: The shortest difference that was found, and the extent of the comparison.
    public nonisolated(nonsending) func conformance<Observation>(
        of implementation: Implementation<Machine, Observation>
    ) async -> Conformance<Machine, Observation> {
        await conformance(of: implementation, along: transitionTour())
    }

    private nonisolated(nonsending) func difference<Observation>(
        of implementation: Implementation<Machine, Observation>, along path: GraphPath<Machine>
    ) async -> Conformance<Machine, Observation>.Difference? {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        player.state = path.start
        let expected = path.steps.compactMap { player.take($0.event) }.map(implementation.observe)
        var index = 0
        do {
            try await implementation.reset(path.start)
            for (step, expected) in zip(path.steps, expected) {
                let actual = try await implementation.take(step.event)
                if actual != expected {
                    return .init(path: path.prefix(index + 1), expected: expected, actual: actual, error: nil)
                }
                index += 1
            }
            return nil
        } catch {
            // An error of the reset belongs to the first event.
            return .init(path: path.prefix(index + 1), expected: expected[index], actual: nil, error: error)
        }
    }

    /// Replaces as much as possible of the beginning by a shortest path to the same state.
    private nonisolated(nonsending) func shortened<Observation>(
        _ difference: Conformance<Machine, Observation>.Difference,
        of implementation: Implementation<Machine, Observation>
    ) async -> Conformance<Machine, Observation>.Difference {
        let steps = difference.path.steps
        var best = difference
        var kept = 1
        // The number of kept events doubles, so that a long sequence is not tried for each of its events.
        while kept < steps.count {
            let state = steps[steps.count - kept - 1].number
            var path = path(to: state)
            path.steps += steps.suffix(kept)
            if path.steps.count < best.path.steps.count,
                let shorter = await self.difference(of: implementation, along: path)
            {
                best = shorter
                break
            }
            kept = kept < 8 ? kept + 1 : kept * 2
        }
        return best
    }
}

extension GraphPath {
    /// The beginning of the path.
    fileprivate func prefix(_ count: Int) -> GraphPath {
        var path = self
        path.steps = Array(steps.prefix(count))
        return path
    }
}
