import Oak
import OakGraph

/// Leads a machine along a trace, one entry after the other, up to the first that does not match.
///
/// Effects do not run: the events that they sent are in the trace.
struct Replay<T: ExecutableTransducer, State: Equatable, Event, Output: Equatable> {
    typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    /// Events still to come in a macrostep.
    private enum ActionEvent {
        case exactly(T.Event)
        /// Any number of events that a function answers with, and everything that follows from them.
        case unknown
    }

    let initialState: (State) throws -> T.State
    let event: (Event) throws -> T.Event
    let describeState: (T.State) -> State
    let describeOutput: (T.Output) -> Output?

    private var state: T.State?
    private var current: T.Event?
    /// Whether the trace still has to name the result of the current event.
    private var isOpen = false
    private var history: [String] = []
    private var lastOutput: Output?
    /// The output that the trace has to name next.
    private var output: Output?
    /// The effect that the trace has to name next.
    private var effect: TracedEffect?
    private var actionEvents: [ActionEvent] = []
    /// The compositions that have not ended, whose parts may begin at any time.
    private var compositions: Set<Int> = []
    private var activities = ReplayedActivities<T>()

    init(
        of transducer: T.Type, initialState: @escaping (State) throws -> T.State,
        event: @escaping (Event) throws -> T.Event, state: @escaping (T.State) -> State,
        output: @escaping (T.Output) -> Output?
    ) {
        self.initialState = initialState
        self.event = event
        self.describeState = state
        self.describeOutput = { $0 is Void ? nil : output($0) }
    }

    /// Replays a trace.
    ///
    /// - Returns: The first divergence, or `nil` if there is none.
    mutating func run(_ trace: Trace<State, Event, Output>) throws -> Divergence? {
        for entry in trace.entries {
            if let divergence = try take(entry) { return divergence }
        }
        return nil
    }

    private mutating func take(_ entry: Trace<State, Event, Output>.Entry) throws -> Divergence? {
        switch entry {
        case .runStarted(let recorded): return try begin(in: recorded)
        case .eventTaken(let recorded, let origin): return try take(try event(recorded), from: origin)
        case .transition(to: let recorded): return step(to: recorded)
        case .eventPostponed: return compare(reply: .postponement, of: [])
        case .eventUnexpected(let child): return compare(reply: .unexpected, of: child)
        case .output(let recorded): return compare(recorded)
        case .effect(let recorded, .started): return compare(recorded)
        case .effect(let recorded, .ended):
            compositions.remove(recorded.number)
            return nil
        case .effect(_, .cancelled):
            // The remaining parts of a cancelled composition do not come.
            if !actionEvents.isEmpty { actionEvents = [.unknown] }
            return nil
        case .effect(_, .overdue), .sendRejected: return nil
        case .runEnded(let recorded): return end(with: recorded)
        // A failure or a cancellation ended the run, not a transition. Entries that it prevented are not missing.
        case .runFailed: return nil
        }
    }

    // MARK: - Entries

    private mutating func begin(in recorded: State) throws -> Divergence? {
        let first = try initialState(recorded)
        state = first
        isOpen = false
        (current, history, compositions, effect, actionEvents) = (nil, [], [], nil, [])
        activities = ReplayedActivities()
        output = T.initialOutput(initialState: first).flatMap(describeOutput)
        lastOutput = output
        return compare(.state, describeState(first), to: recorded)
    }

    private mutating func take(_ event: T.Event, from origin: EventOrigin) throws -> Divergence? {
        if let missing = missing() { return missing }
        if let state, T.isTerminal(state) { return differs(.end, "the run went on", "the machine ends here") }
        if origin != .action, let state, let missing = activities.missing(in: state) {
            return differs(.effect, "no effect", missing.text)
        }
        let divergence = compare(event, from: origin)
        if let current, divergence == nil { history.append(sourceText(of: current)) }
        current = event
        isOpen = true
        return divergence
    }

    /// Compares an event with the action events of the effects.
    private mutating func compare(_ event: T.Event, from origin: EventOrigin) -> Divergence? {
        switch (actionEvents.first, origin) {
        case (.exactly(let next)?, .action):
            actionEvents.removeFirst()
            return areAlike(next, event)
                ? nil : differs(.actionEvent, "\(sourceText(of: event)) follows", "\(sourceText(of: next)) follows")
        case (nil, .action) where compositions.isEmpty:
            return differs(.actionEvent, "\(sourceText(of: event)) follows", "no action event follows")
        case (nil, .action), (.unknown?, .action):
            actionEvents = [.unknown]
            return nil
        case (.exactly(let next)?, .external), (.exactly(let next)?, .operation):
            return differs(.actionEvent, "no action event follows", "\(sourceText(of: next)) follows")
        case (nil, .external), (nil, .operation), (.unknown?, .external), (.unknown?, .operation):
            actionEvents = []
            return nil
        }
    }

    private mutating func step(to recorded: State) -> Divergence? {
        guard var next = state, let current else {
            return differs(.state, "a transition", "no run has begun: the trace lacks its beginning")
        }
        isOpen = false
        let (answer, result) = T.step(&next, event: current)
        if let answer, answer.replyKind != nil {
            return differs(.effect, "a transition", EffectDescription(answer).description)
        }
        state = next
        output = describeOutput(result)
        lastOutput = output
        note(answer, isExit: T.isTerminal(next))
        return compare(.state, describeState(next), to: recorded)
    }

    /// Compares the reply to an event that made no transition.
    private mutating func compare(reply: EffectKind, of child: [String]) -> Divergence? {
        let recorded = reply == .postponement ? "postponed" : (["unexpected"] + child).joined(separator: " in ")
        guard isOpen, var next = state, let current else {
            return differs(
                .effect, recorded,
                state != nil ? "the event is answered already" : "no run has begun: the trace lacks its beginning")
        }
        isOpen = false
        let answer = T.step(&next, event: current).0
        if let answer, answer.kind == reply, answer.child.map(\.description) == child { return nil }
        return differs(.effect, recorded, answer.map { EffectDescription($0).description } ?? "a transition")
    }

    /// Stores the entries that have to follow from an effect.
    private mutating func note(_ answer: Effect?, isExit: Bool) {
        switch answer?.kind {
        case nil, .events?, .departure?, .rejection?, .mistake?, .postponement?, .unexpected?: effect = nil
        // Its parts are reported one by one, each in its turn.
        case .list?: effect = nil; compositions.insert(0)
        case .action?, .isolatedAction?, .operation?, .isolatedOperation?, .cancelTask?, .sequence?, .combination?:
            effect = answer.map { TracedEffect($0.kind, id: $0.id?.sourceText) }
        }
        // The action events of an exit effect are not processed.
        actionEvents = isExit ? [] : (answer.map { Self.actionEvents(of: $0) } ?? []) + actionEvents
    }

    /// The action events of an effect within the macrostep, as far as they are known without calling functions.
    private static func actionEvents(of effect: Effect) -> [ActionEvent] {
        switch effect.kind {
        case .events: return effect.events.map { .exactly($0) }
        case .action, .isolatedAction: return [.unknown]
        case .operation, .isolatedOperation, .cancelTask, .departure, .rejection, .mistake, .postponement,
            .unexpected:
            return []
        case .combination, .list: return effect.parts.flatMap { actionEvents(of: $0) }
        case .sequence:
            // Steps after an operation come when that has ended.
            let now = effect.parts.prefix { !hasOperations($0) }
            return now.flatMap { actionEvents(of: $0) } + (now.count < effect.parts.count ? [.unknown] : [])
        }
    }

    private static func hasOperations(_ effect: Effect) -> Bool {
        effect.kind == .operation || effect.kind == .isolatedOperation
            || effect.parts.contains { hasOperations($0) }
    }

    private mutating func compare(_ recorded: Output) -> Divergence? {
        guard let now = output else { return differs(.output, sourceText(of: recorded), "no output") }
        output = nil
        return compare(.output, now, to: recorded)
    }

    private mutating func compare(_ recorded: TracedEffect) -> Divergence? {
        if recorded.isActivity { return compare(activity: recorded) }
        let now = effect
        effect = nil
        let isPart = now == nil && !compositions.isEmpty
        if recorded.isComposition { compositions.insert(recorded.number) }
        guard !isPart, now?.kind != recorded.kind || now?.id != recorded.id else { return nil }
        return differs(.effect, recorded.text, now?.text ?? "no effect")
    }

    /// Compares an activity with those that the state names.
    private mutating func compare(activity recorded: TracedEffect) -> Divergence? {
        // An activity begins after everything that the transition has started.
        if let missing = missing() { return missing }
        if recorded.isComposition { compositions.insert(recorded.number) }
        guard let state, !activities.begin(recorded, in: state) else { return nil }
        return differs(.effect, recorded.text, "the state does not name it")
    }

    private func end(with recorded: Output?) -> Divergence? {
        if let missing = missing() { return missing }
        guard let state, T.isTerminal(state) else {
            return differs(.end, "the run ended here", "the machine goes on")
        }
        guard let recorded, recorded != lastOutput else { return nil }
        return differs(.end, sourceText(of: recorded), lastOutput.map { sourceText(of: $0) } ?? "no output")
    }

    // MARK: - Divergences

    /// The divergence of a trace that goes on before it names all results of the last event.
    private func missing() -> Divergence? {
        if isOpen { return differs(.state, "no transition", "a transition, or an answer") }
        if let output { return differs(.output, "no output", sourceText(of: output)) }
        if let effect { return differs(.effect, "no effect", effect.text) }
        return nil
    }

    private func compare<Value: Equatable>(
        _ subject: Divergence.Subject, _ now: Value, to recorded: Value
    ) -> Divergence? {
        now == recorded ? nil : divergence(subject, difference(from: recorded, to: now))
    }

    private func differs(_ subject: Divergence.Subject, _ recorded: String, _ now: String) -> Divergence {
        divergence(subject, "− \(recorded)\n+ \(now)\n\n(Expected: −, Actual: +)")
    }

    private func divergence(_ subject: Divergence.Subject, _ difference: String) -> Divergence {
        Divergence(
            subject: subject, step: current == nil ? 0 : history.count + 1, event: current.map { sourceText(of: $0) },
            difference: difference, eventsBefore: history, transducer: "\(T.self)")
    }
}

/// The activities of a replayed run: those named by the trace, and those named by the states.
private struct ReplayedActivities<T: ExecutableTransducer> {
    /// The activities that were live at the end of the last macrostep.
    private var before: Set<TracedEffect> = []
    /// The activities that the trace has named since.
    private var begun: Set<TracedEffect> = []

    /// Records that an activity has begun.
    ///
    /// - Returns: Whether the state names it.
    mutating func begin(_ recorded: TracedEffect, in state: T.State) -> Bool {
        var activity = recorded
        activity.number = 0
        begun.insert(activity)
        return live(in: state).contains(activity)
    }

    /// Returns, at the end of a macrostep, an activity that the state names and the trace does not start.
    mutating func missing(in state: T.State) -> TracedEffect? {
        let live = live(in: state)
        defer { (before, begun) = (Set(live), []) }
        return live.first { !before.contains($0) && !begun.contains($0) }
    }

    private func live(in state: T.State) -> [TracedEffect] {
        LiveState<T>.activities(in: state).map { TracedEffect($0.kind, id: $0.id?.sourceText, isActivity: true) }
    }
}

extension TracedEffect {
    /// The effect as source text.
    fileprivate var text: String {
        let effect = ".\(kind)" + (id.map { kind == .cancelTask ? "(\($0))" : "(id: \($0))" } ?? "")
        return isActivity ? ".activity(\(effect))" : effect
    }

    fileprivate var isComposition: Bool {
        kind == .sequence || kind == .combination
    }
}
