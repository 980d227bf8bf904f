public import Oak
public import OakGraph

/// An alphabet with the answers of effects that recorded runs show, and what they have added to it.
///
/// ```swift
/// import OakGraph
/// import OakTesting
///
/// func explore<Machine>(
///     _ machine: Machine.Type, from state: Machine.State, _ trace: Trace<Machine.State, Machine.Event, Machine.Output>
/// ) -> StateGraph<Machine> where Machine.State: Hashable {
///     let learned = Alphabet<Machine>([]).learningAnswers(from: [trace])
///     print(learned)
///     return StateGraph(of: machine, from: [state], events: learned.alphabet)
/// }
/// ```
public struct LearnedAnswers<Machine: ExecutableTransducer>: CustomStringConvertible {
    /// An answer that was not declared.
    enum Addition {
        /// An event, and whether the effect has ended with it.
        case event(Machine.Event, of: EffectID, isLast: Bool)
        /// An event that comes before all others, once.
        case first(Machine.Event, of: EffectID)
        /// The return of the effect without an event.
        case silence(of: EffectID)
    }

    /// The declared answers and the learned ones.
    public internal(set) var alphabet: Alphabet<Machine>

    /// The answers that were not declared, in the order of the runs.
    var additions: [Addition] = []

    /// Sentences about what the runs show and the alphabet cannot have: errors, and answers of effects that have no
    /// identity.
    var remarks: [String] = []

    /// A line for each answer that was added, and for what the runs show and an alphabet cannot have.
    public var description: String {
        let lines = additions.map { addition in
            switch addition {
            case .event(let event, of: let id, isLast: let isLast):
                "Added \(sourceText(of: event)) of \(sourceText(of: id))\(isLast ? ", as its last" : "")."
            case .first(let event, of: let id):
                "Added \(sourceText(of: event)) of \(sourceText(of: id)), before all others."
            case .silence(of: let id): "Added that \(sourceText(of: id)) may return without an event."
            }
        }
        return (lines.isEmpty ? ["Nothing was added."] : lines).joined(separator: "\n")
            + remarks.map { "\n\($0)" }.joined()
    }
}

extension Alphabet {
    /// Returns the alphabet with the answers that the operations of recorded runs have given.
    ///
    /// Declared answers stay. Runs show only what has happened: an answer that no run has had is still missing, and an
    /// error is known by its text alone, so that `fails:` remains to be written by hand. An event counts as the last of
    /// its effect if a run shows that the effect has returned afterwards, or if it is declared so. It counts as one
    /// that comes first if the effect has begun with it each time, at least twice, has sent it no second time, and has
    /// gone on to send something else.
    ///
    /// - Parameter traces: The traces of the runs.
    /// - Returns: The alphabet, and what was added to it.
    /// - Complexity: O(*l* · *a*) for *l* entries and *a* answers.
    public func learningAnswers<Output>(
        from traces: some Sequence<Trace<Machine.State, Machine.Event, Output>>
    ) -> LearnedAnswers<Machine> {
        var lesson = AnswerLesson<Machine>(learned: LearnedAnswers(alphabet: self))
        for trace in traces {
            for entry in trace.entries { lesson.take(entry) }
            lesson.finish()
        }
        lesson.learnOrder()
        return lesson.learned
    }
}

/// Learns the answers of effects from traces.
struct AnswerLesson<Machine: ExecutableTransducer> {
    private(set) var learned: LearnedAnswers<Machine>

    private struct Operation {
        let id: EffectID?
        /// The events that the machine has taken, which may come after the end.
        var events: [Machine.Event] = []
        var end = End.open
    }

    private enum End {
        case open
        case returned
        case failed(String)
        case cancelled
    }

    /// The identities by their source text, which is all that a trace has of them.
    private var ids: [String: EffectID] = [:]
    private var operations: [Int: Operation] = [:]
    /// The events that each operation of an effect has sent.
    private var sent: [EffectID: [[Likeness]]] = [:]
    /// The operations that have ended since the machine has last taken an event.
    private var endedLately: Set<Int> = []
    private var state: Machine.State?
    private var event: Machine.Event?
    /// The operation that has sent the event.
    private var sender: Int?

    init(learned: LearnedAnswers<Machine>) { self.learned = learned }

    mutating func take<Output>(_ entry: Trace<Machine.State, Machine.Event, Output>.Entry) {
        switch entry {
        case .runStarted(let first):
            finish()
            enter(first)
        case .eventTaken(let taken, let origin):
            (event, sender, endedLately) = (taken, nil, [])
            if case .operation(let number) = origin {
                sender = number
                operations[number]?.events.append(taken)
            }
        // The event comes again.
        case .eventPostponed: if let sender { _ = operations[sender]?.events.popLast() }
        case .transition(to: let next):
            if var before = state, let event { collect(Machine.step(&before, event: event).0) }
            enter(next)
        case .effect(let effect, .started):
            guard [.operation, .isolatedOperation].contains(effect.kind) else { return }
            operations[effect.number] = Operation(id: effect.id.flatMap { ids[$0] })
        case .effect(let effect, .ended(let error)):
            operations[effect.number]?.end = error.map { .failed($0) } ?? .returned
            endedLately.insert(effect.number)
        case .effect(let effect, .cancelled): operations[effect.number]?.end = .cancelled
        case .runEnded, .runFailed:
            // An operation that seems silent may have sent an event that was lost.
            for number in endedLately where operations[number]?.events.isEmpty ?? false { operations[number] = nil }
        case .eventUnexpected, .output, .effect(_, .overdue), .sendRejected: break
        }
    }

    /// Learns from the operations of the latest run.
    mutating func finish() {
        for (_, operation) in operations.sorted(by: { $0.key < $1.key }) { learn(from: operation) }
        (ids, operations, endedLately, state, event, sender) = ([:], [:], [], nil, nil, nil)
    }

    private mutating func learn(from operation: Operation) {
        guard let id = operation.id else {
            guard let event = operation.events.first else { return }
            return remark("An effect without an identity has sent \(sourceText(of: event)); give it one.")
        }
        sent[id, default: []].append(operation.events.map { Likeness($0) })
        for event in operation.events.dropLast() { add(event, of: id, asLast: false) }
        switch operation.end {
        case .returned:
            if let last = operation.events.last { return add(last, of: id, asLast: true) }
            if learned.alphabet.answer(of: id)?.ends ?? false { return }
            learned.alphabet = learned.alphabet.answers(of: id, sending: [], endingWith: [], ends: true)
            learned.additions.append(.silence(of: id))
        case .open, .cancelled: if let last = operation.events.last { addUnlessLast(last, of: id) }
        case .failed(let error):
            if let last = operation.events.last { addUnlessLast(last, of: id) }
            guard learned.alphabet.answer(of: id)?.fails.isEmpty ?? true else { return }
            remark("\(sourceText(of: id)) has thrown an error, which 'fails:' can declare: \(error)")
        }
    }

    /// Learns which of the added events come first.
    mutating func learnOrder() {
        for (id, runs) in sent {
            var first: [Machine.Event] = []
            for (place, addition) in learned.additions.enumerated() {
                guard case .event(let event, of: id, isLast: false) = addition,
                    isNext(Likeness(event), at: first.count, in: runs)
                else { continue }
                first.append(event)
                learned.additions[place] = .first(event, of: id)
            }
            learned.alphabet.moveToFront(first, of: id)
        }
    }

    /// Whether an event has come at a position each time, and never later.
    private func isNext(_ event: Likeness, at position: Int, in runs: [[Likeness]]) -> Bool {
        let rests = runs.map { $0.dropFirst(position) }.filter { !$0.isEmpty }
        return rests.count > 1 && rests.contains { $0.count > 1 }
            && rests.allSatisfy { $0.first == event && !$0.dropFirst().contains(event) }
    }

    /// Adds an event after which the operation has not returned, or not in the trace.
    private mutating func addUnlessLast(_ event: Machine.Event, of id: EffectID) {
        if !isDeclared(event, of: id, asLast: true) { add(event, of: id, asLast: false) }
    }

    private mutating func enter(_ next: Machine.State) {
        state = next
        for activity in Machine.live(in: next).activities { collect(activity) }
    }

    private mutating func collect(_ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?) {
        var ahead = effect.map { [$0] } ?? []
        while let effect = ahead.popLast() {
            if let id = effect.id { ids[id.sourceText] = id }
            ahead += effect.parts
        }
    }

    private func isDeclared(_ event: Machine.Event, of id: EffectID, asLast isLast: Bool) -> Bool {
        let (text, events) = (sourceText(of: event), learned.alphabet.answer(of: id)?.events ?? [])
        return events.contains { $0.isLast == isLast && sourceText(of: $0.event) == text }
    }

    private mutating func add(_ event: Machine.Event, of id: EffectID, asLast isLast: Bool) {
        guard !isDeclared(event, of: id, asLast: isLast) else { return }
        learned.alphabet = learned.alphabet.answers(
            of: id, sending: isLast ? [] : [event], endingWith: isLast ? [event] : [])
        learned.additions.append(.event(event, of: id, isLast: isLast))
    }

    private mutating func remark(_ text: String) {
        if !learned.remarks.contains(text) { learned.remarks.append(text) }
    }
}
