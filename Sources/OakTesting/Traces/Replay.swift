public import Oak
import OakGraph

/// Expects a machine to repeat the run of a stored trace.
///
/// A trace is stored with ``Trace/write(to:nextTo:)``. A divergence, or a file that cannot be used, is reported as a
/// failure of the running test.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The path of the trace, absolute or relative to the directory of the test.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output: Decodable & Equatable {
    expectNoDivergence(at: CallSite(fileID, filePath, line, column)) {
        try Trace<T.State, T.Event, T.Output>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

/// Expects a machine without outputs to repeat the run of a stored trace.
///
/// - Parameters:
///   - transducer: The machine.
///   - file: The path of the trace, absolute or relative to the directory of the test.
public func expectReplay<T: ExecutableTransducer>(
    of transducer: T.Type, from file: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.State: Decodable & Equatable, T.Event: Decodable, T.Output == Void {
    expectNoDivergence(at: CallSite(fileID, filePath, line, column)) {
        try Trace<T.State, T.Event, NoOutput>(contentsOf: file, of: T.self, nextTo: filePath).replay(on: T.self)
    }
}

private func expectNoDivergence(at site: CallSite, _ replay: () throws -> Divergence?) {
    do {
        if let divergence = try replay() { report("\(divergence)", at: site) }
    } catch {
        report("\(error)", at: site)
    }
}

/// The first difference between a recorded run and its replay.
public struct Divergence: Hashable, Sendable, CustomStringConvertible {
    /// The part of a run that differs.
    package enum Subject: String, Hashable, Sendable {
        /// The state after a transition.
        case state
        /// The output of a transition, or of the initial state.
        case output
        /// The effect of a transition.
        case effect
        /// The action events that follow from a transition.
        case actionEvent = "action event"
        /// Whether and how the run ends.
        case end
    }

    /// The part that differs.
    package let subject: Subject

    /// The number of the event in the trace, counted from one; zero if the beginning of the run differs.
    package let step: Int

    /// The event as source text; `nil` at the beginning of the run.
    package let event: String?

    /// The recorded value beside the current one.
    package let difference: String

    /// The events before the divergence, as source text.
    package let eventsBefore: [String]

    /// The name of the replayed transducer.
    package let transducer: String

    private static let eventsShown = 10

    public var description: String {
        let place = event.map { "event \(step), \($0)" } ?? "the beginning of the run"
        var lines = ["\(transducer) does not do what was recorded at \(place). The \(subject.rawValue) differs:", ""]
        lines.append(difference)
        guard !eventsBefore.isEmpty else { return lines.joined(separator: "\n") }
        lines += ["", "Events before:"]
        let left = eventsBefore.count - Self.eventsShown
        if left > 0 { lines.append("  (\(left) more)") }
        lines += zip(1..., eventsBefore).suffix(Self.eventsShown).map { "  \($0) \($1)" }
        return lines.joined(separator: "\n")
    }
}

/// Leads a machine along a trace, one entry after the other, up to the first that does not match.
///
/// Effects do not run: the events that they sent are in the trace.
struct Replay<T: ExecutableTransducer, Output: Equatable> where T.State: Equatable {
    typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    typealias Description = EffectDescription<T.Event>

    var state: T.State?
    var current: T.Event?
    /// Whether the trace still has to name the result of the current event.
    var isOpen = false
    var history: [String] = []
    var lastOutput: Output?
    /// The output that the trace has to name next.
    var output: Output?
    /// The effect that the trace has to name next.
    var effect: Description?
    /// Events still to come in a macrostep; `nil` stands for any number of events that a function answers with, and
    /// everything that follows from them.
    var actionEvents: [T.Event?] = []
    /// The compositions that have not ended, by their numbers in the trace; zero stands for the list of a macrostep.
    var compositions: Set<Int> = []
    /// The parts that have not begun, and may begin as long as a composition is live. Nameless parts of several
    /// compositions cannot be told apart, so all of them are kept until no composition is live.
    var parts: [Description] = []
    /// The identities of the activities that were live at the end of the last macrostep; those continue, whatever their
    /// new values hold.
    var activitiesBefore: Set<String?> = []
    /// The identities of the activities that the trace has named since.
    var activitiesBegun: Set<String?> = []

    /// - Returns: The divergence of the machine from an entry, or `nil` if there is none.
    mutating func take(_ entry: Trace<T.State, T.Event, Output>.Entry) -> Divergence? {
        switch entry {
        case .runStarted(let first):
            let output = T.initialOutput(initialState: first).flatMap { $0 as? Output }
            self = Replay(state: first, lastOutput: output, output: output)
            return nil
        case .eventTaken(let event, let origin): return take(event, from: origin)
        case .transition(to: let recorded): return step(to: recorded)
        case .eventPostponed: return compare(reply: .postponement, of: [])
        case .eventUnexpected(let child): return compare(reply: .unexpected, of: child)
        case .output(let recorded): return compare(recorded)
        case .effect(let recorded, .started): return compare(recorded)
        case .effect(let recorded, .ended):
            if recorded.number != 0 { close(recorded.number) }
            return nil
        case .effect(_, .cancelled):
            // The remaining parts of a cancelled composition do not come.
            if !actionEvents.isEmpty { actionEvents = [nil] }
            return nil
        case .effect(_, .overdue), .sendRejected: return nil
        case .runEnded(let recorded): return end(with: recorded)
        // A failure or a cancellation ended the run, not a transition. Entries that it prevented are not missing.
        case .runFailed: return nil
        }
    }

    // MARK: - Entries

    private mutating func take(_ event: T.Event, from origin: EventOrigin) -> Divergence? {
        if let missing = missing() { return missing }
        if let state, T.isTerminal(state) { return differs(.end, "the run went on", "the machine ends here") }
        if origin != .action {
            close(0)
            if let missing = missingActivity() { return differs(.effect, "no effect", missing.text) }
        }
        let divergence = compare(event, from: origin)
        if let current, divergence == nil { history.append(sourceText(of: current)) }
        current = event
        isOpen = true
        return divergence
    }

    /// Compares an event with the action events of the effects.
    private mutating func compare(_ event: T.Event, from origin: EventOrigin) -> Divergence? {
        let recorded = origin == .action ? "\(sourceText(of: event)) follows" : "no action event follows"
        switch actionEvents.first {
        case .some(let next?):
            if origin == .action, areAlike(next, event) {
                actionEvents.removeFirst()
                return nil
            }
            return differs(.actionEvent, recorded, "\(sourceText(of: next)) follows")
        case nil where origin == .action && compositions.isEmpty:
            return differs(.actionEvent, recorded, "no action event follows")
        case nil, .some(nil):
            actionEvents = origin == .action ? [nil] : []
            return nil
        }
    }

    private static var noBeginning: String { "no run has begun: the trace lacks its beginning" }

    private mutating func step(to recorded: T.State) -> Divergence? {
        guard var next = state, let current else {
            return differs(.state, "a transition", Self.noBeginning)
        }
        isOpen = false
        let (answer, result) = T.step(&next, event: current)
        if let answer, answer.replyKind != nil {
            return differs(.effect, "a transition", EffectDescription(answer).description)
        }
        state = next
        output = result as? Output
        lastOutput = output
        note(answer, isExit: T.isTerminal(next))
        return compare(.state, next, to: recorded)
    }

    /// Compares the reply to an event that made no transition.
    private mutating func compare(reply: EffectKind, of child: [String]) -> Divergence? {
        let recorded = reply == .postponement ? "postponed" : (["unexpected"] + child).joined(separator: " in ")
        guard isOpen, var next = state, let current else {
            return differs(.effect, recorded, state == nil ? Self.noBeginning : "the event is answered already")
        }
        isOpen = false
        let answer = T.step(&next, event: current).0
        if let answer, answer.kind == reply, answer.child.map(\.description) == child { return nil }
        return differs(.effect, recorded, answer.map { EffectDescription($0).description } ?? "a transition")
    }

    /// Stores the entries that have to follow from an effect.
    private mutating func note(_ answer: Effect?, isExit: Bool) {
        let now = answer.map { Description($0) }
        effect = now.flatMap { Self.isTraced($0.kind) ? $0 : nil }
        if let now, now.kind == .list { open(now, as: 0) }
        // The action events of an exit effect are not processed.
        actionEvents = isExit ? [] : (answer.map { Self.actionEvents(of: $0) } ?? []) + actionEvents
    }

    /// Lets the parts of a composition begin.
    private mutating func open(_ effect: Description, as number: Int) {
        guard [.sequence, .combination, .list].contains(effect.kind) else { return }
        compositions.insert(number)
        parts += Self.tracedParts(of: effect)
    }

    private mutating func close(_ number: Int) {
        compositions.remove(number)
        if compositions.isEmpty { parts = [] }
    }

    /// The parts of a composition that the trace names, each in its turn. A list is a combination there, or its parts.
    private static func tracedParts(of effect: Description) -> [Description] {
        effect.parts.flatMap { $0.kind == .list ? [$0] + tracedParts(of: $0) : isTraced($0.kind) ? [$0] : [] }
    }

    /// Whether an effect of this kind has an entry of its own.
    private static func isTraced(_ kind: EffectKind) -> Bool {
        switch kind {
        case .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .sequence, .combination: true
        case .events, .list, .departure, .rejection, .mistake, .postponement, .unexpected: false
        }
    }

    /// The action events of an effect within the macrostep, as far as they are known without calling functions.
    private static func actionEvents(of effect: Effect) -> [T.Event?] {
        switch effect.kind {
        case .events: return effect.events
        case .action, .isolatedAction: return [nil]
        case .operation, .isolatedOperation, .cancelTask, .departure, .rejection, .mistake, .postponement,
            .unexpected:
            return []
        case .combination, .list: return effect.parts.flatMap { actionEvents(of: $0) }
        case .sequence:
            // Steps after an operation come when that has ended.
            let now = effect.parts.prefix { !hasOperations($0) }
            return now.flatMap { actionEvents(of: $0) } + (now.count < effect.parts.count ? [nil] : [])
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
        // An activity begins after everything that the transition has started.
        if recorded.isActivity, let missing = missing() { return missing }
        guard let now = take(recorded) else {
            let now = recorded.isActivity ? "the state does not name it" : effect?.traced.text
            return differs(.effect, recorded.text, now ?? "no effect")
        }
        open(now, as: recorded.number)
        return nil
    }

    /// Returns the effect that the trace names next, if the machine has one.
    private mutating func take(_ recorded: TracedEffect) -> Description? {
        var named = recorded
        named.number = 0
        if recorded.isActivity {
            activitiesBegun.insert(named.id)
            return liveActivities.first { $0.traced == named }
        }
        if let next = effect {
            guard next.traced == named else { return nil }
            effect = nil
            return next
        }
        return parts.firstIndex { $0.traced == named }.map { parts.remove(at: $0) }
    }

    /// The activities that the state names.
    private var liveActivities: [Description] { state.map { LiveState<T>.activities(in: $0) } ?? [] }

    /// Returns, at the end of a macrostep, an activity that the state names and the trace does not start.
    private mutating func missingActivity() -> TracedEffect? {
        let live = liveActivities.map(\.traced)
        defer { (activitiesBefore, activitiesBegun) = (Set(live.map(\.id)), []) }
        return live.first { !activitiesBefore.contains($0.id) && !activitiesBegun.contains($0.id) }
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
        if let effect { return differs(.effect, "no effect", effect.traced.text) }
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

extension EffectDescription {
    /// The effect as a trace names it, without its number.
    fileprivate var traced: TracedEffect {
        TracedEffect(kind: kind == .list ? .combination : kind, id: id?.sourceText, isActivity: isActivity)
    }
}

extension TracedEffect {
    /// The effect as source text.
    var text: String {
        let effect = ".\(kind)" + (id.map { kind == .cancelTask ? "(\($0))" : "(id: \($0))" } ?? "")
        return isActivity ? ".activity(\(effect))" : effect
    }
}
