public import Oak
import OakGraph

/// Leads a machine along a path, and fails unless it meets an expectation.
///
/// A counterexample of a graph becomes such a test with `testSource(named:expecting:)`. The machine goes through the
/// same steps as in a run, but none of its operations, activities and actions is called: they answer, return and fail
/// as the path says, so the test needs no environment. An action of which the path says nothing returns no event.
///
/// ```swift
/// import OakTesting
///
/// enum SignIn: EffectTransducer {
///     enum State { case signedOut, signingIn, signedIn }
///     enum Event: Sendable { case submit, done }
///     struct Env: Sendable { var signIn: @Sendable () async throws -> Void }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.signedOut, .submit):
///             state = .signingIn
///             return Effect(id: "sign-in", { env in try await env.signIn() }, success: .done)
///         case (.signingIn, .done): state = .signedIn
///         case (.signingIn, .submit), (.signedOut, .done), (.signedIn, _): break
///         }
///         return nil
///     }
/// }
///
/// expectPath(
///     of: SignIn.self, from: .signedOut, through: [.event(.submit), .answer(.done, of: "sign-in")],
///     .someState("The user is signed in") { state in state == .signedIn })
/// ```
///
/// A path ends where the machine no longer takes it, because it has ended or the effect that ought to answer is not
/// live. A requirement of the whole path then proves nothing: the test passes, with a warning that names the step. An
/// error of the machine always fails.
///
/// - Parameters:
///   - machine: The transducer.
///   - initial: The initial state.
///   - events: The events, in order.
///   - cycle: Events that follow twice, for a fault that shows only in endless behaviour.
///   - expectation: The requirement.
public func expectPath<T: ExecutableTransducer>(
    of machine: T.Type, from initial: T.State, through events: [PathEvent<T.Event>],
    thenForEver cycle: [PathEvent<T.Event>] = [], _ expectation: PathExpectation<T.State>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let monitor = PathMonitor<T.State, T.Event, T.Output>(expectation, from: initial)
    var replay = PathReplay<T>(from: initial, watcher: monitor.note)
    let refused = (events + cycle + cycle).firstIndex { !replay.take($0.move) }
    replay.finish()
    let site = CallSite(fileID, filePath, line, column)
    if let failure = monitor.failure(isComplete: refused == nil, ending: replay.ending) {
        report(failure, at: site)
    } else if let refused {
        warn("The machine does not take step \(refused + 1) of the path, so the path proves nothing.", at: site)
    }
}

/// One step of a path through a machine.
///
/// A step names an operation by its identity, or by that of the innermost composition around it that has one. Of
/// several, the latest has the place 0; those that are cancelled come last.
public struct PathEvent<Event> {
    let move: PathMove<Event>

    /// An event from outside.
    ///
    /// An event that the machine postpones comes again where the path says so.
    ///
    /// - Parameter event: The event.
    public static func event(_ event: Event) -> PathEvent { PathEvent(move: .event(event)) }

    /// An answer of the action that the machine waits for.
    ///
    /// - Parameter events: The events of the answer.
    public static func actionEvents(_ events: Event...) -> PathEvent { PathEvent(move: .actionEvents(events)) }

    /// An event that a live operation or activity sends, or has sent if the machine has postponed it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identity of the effect, if it has one.
    ///   - isLast: Whether it is the last event of the effect.
    ///   - hasReturned: Whether the effect returns with its last event.
    ///   - place: The place of the effect among those alike.
    public static func answer(
        _ event: Event, of id: some Hashable & Sendable = _Unnamed(), isLast: Bool = true, hasReturned: Bool = true,
        place: Int = 0
    ) -> PathEvent {
        let mark = EffectMark(id: .naming(id), place: place)
        return PathEvent(move: .answer(event, of: mark, isLast: isLast, hasReturned: isLast && hasReturned))
    }

    /// The event that a live operation or activity returns with.
    ///
    /// The effect is not live any more while the machine processes the event.
    /// ``answer(_:of:isLast:hasReturned:place:)`` says the same of an effect that can give its last event only in this
    /// way, such as one with `success:`.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identity of the effect, if it has one.
    ///   - place: The place of the effect among those alike.
    public static func result(
        _ event: Event, of id: some Hashable & Sendable = _Unnamed(), place: Int = 0
    ) -> PathEvent {
        PathEvent(move: .result(event, of: EffectMark(id: .naming(id), place: place)))
    }

    /// The return of an operation, or of the action that the machine waits for, without an event.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect, if it has one.
    ///   - place: The place of the effect among those alike.
    public static func ended(of id: some Hashable & Sendable = _Unnamed(), place: Int = 0) -> PathEvent {
        PathEvent(move: .ended(EffectMark(id: .naming(id), place: place)))
    }

    /// The failure of an operation, or of the action that the machine waits for.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect, if it has one.
    ///   - error: The error; `nil` for one of a type that nobody knows.
    ///   - place: The place of the effect among those alike.
    public static func failed(
        of id: some Hashable & Sendable = _Unnamed(), with error: (any Error)? = nil, place: Int = 0
    ) -> PathEvent {
        PathEvent(move: .failed(EffectMark(id: .naming(id), place: place), error))
    }
}

extension PathEvent: Sendable where Event: Sendable {}

/// The requirement that a machine meets on a path.
public struct PathExpectation<State> {
    let name: String
    /// Whether a state is allowed.
    var allows: (State) -> Bool = { _ in true }
    /// Whether the requirement is met from a state on; `nil` if the state changes nothing.
    var settles: (State) -> Bool? = { _ in nil }
    /// Whether the requirement is met before the first state.
    var isMetAtFirst = true
    /// The report of a path at whose end the requirement is not met.
    var missing = ""
    var expectsEveryEvent = false
    var expectsReaction = false

    /// Requires a condition of every state, also between the transitions of a macrostep.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - condition: Returns whether a state meets it.
    public static func everyState(_ name: String, _ condition: @escaping (State) -> Bool) -> PathExpectation {
        PathExpectation(name: name, allows: condition)
    }

    /// Requires a condition of at least one state.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - condition: Returns whether a state meets it.
    public static func someState(_ name: String, _ condition: @escaping (State) -> Bool) -> PathExpectation {
        PathExpectation(
            name: name, settles: { condition($0) ? true : nil }, isMetAtFirst: false, missing: "No state meets it.")
    }

    /// Requires that a condition follows each time another one is satisfied.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - cause: Returns whether a state is one from which the other condition has to follow.
    ///   - consequence: Returns whether a state satisfies the condition that follows.
    public static func leadsTo(
        _ name: String, from cause: @escaping (State) -> Bool, to consequence: @escaping (State) -> Bool
    ) -> PathExpectation {
        PathExpectation(
            name: name, settles: { consequence($0) ? true : cause($0) ? false : nil },
            missing: "What has to follow does not.")
    }

    /// Requires that the machine and its children expect and accept every event.
    public static var everyEventIsExpected: PathExpectation {
        PathExpectation(name: "Every event is expected", expectsEveryEvent: true)
    }

    /// Requires that the last event changes the state or begins or cancels an effect.
    public static var lastEventIsHandled: PathExpectation {
        PathExpectation(name: "The last event is handled", expectsReaction: true)
    }
}

/// Follows a run, and judges whether it meets an expectation.
final class PathMonitor<State, Event, Output> {
    private let expectation: PathExpectation<State>
    private var state: State
    private var history: [String]
    private var violation: String?
    private var isMet: Bool
    /// Whether the machine has reacted to the latest event from the mailbox.
    private(set) var hasReacted = false

    init(_ expectation: PathExpectation<State>, from state: State) {
        self.expectation = expectation
        self.state = state
        history = [sourceText(of: state)]
        isMet = expectation.isMetAtFirst
        judge(state)
    }

    func note(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .eventTaken(let event, let origin):
            if origin != .action { hasReacted = false }
            history.append("\(origin == .action ? "  ↳ " : "  ")\(sourceText(of: event))")
        case .transition(_, _, to: let next):
            if !areAlike(state, next) { hasReacted = true }
            state = next
            history.append("    \(sourceText(of: next))")
            judge(next)
        case .eventPostponed: history.append("    postponed")
        case .eventUnexpected(let event, _):
            history.append("    unexpected")
            if expectation.expectsEveryEvent {
                violation = violation ?? "\(sourceText(of: event)) is unexpected in \(sourceText(of: state))."
            }
        case .effectStarted(let summary): noteEffect("started", summary)
        case .effectCancelled(let summary, _): noteEffect("cancelled", summary)
        case .runStarted, .output, .effectEnded, .effectOverdue, .sendRejected, .runEnded: break
        }
    }

    private func noteEffect(_ change: String, _ summary: EffectSummary) {
        hasReacted = true
        history.append("    \(change) \(EffectDescription<Event>(summary).text(by: SourceWriter(purpose: .reading)))")
    }

    private func judge(_ state: State) {
        if !expectation.allows(state) { violation = violation ?? "\(sourceText(of: state)) does not meet it." }
        isMet = expectation.settles(state) ?? isMet
    }

    /// The failure of a run; `nil` if the expectation is met.
    ///
    /// - Parameters:
    ///   - isComplete: Whether the machine has taken all events.
    ///   - ending: The result of the run, if it has ended.
    func failure(isComplete: Bool, ending: Result<Output, any Error>?) -> String? {
        let reason: String? =
            if let violation {
                violation
            } else if case .failure(let error)? = ending {
                "The run has ended with the error \(sentence(of: error))"
            } else if !isComplete {
                // A machine that no longer takes the path has changed since the counterexample was found.
                nil
            } else if !isMet {
                expectation.missing
            } else if expectation.expectsReaction, !hasReacted {
                "The last event changes nothing in \(sourceText(of: state))."
            } else {
                nil
            }
        return reason.map { "\"\(expectation.name)\" does not hold: \($0)\n\n\(history.joined(separator: "\n"))" }
    }
}
