import Oak
import OakGraph

/// Learns the answers of effects from one trace.
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
            event = nil
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
        (operations, endedLately) = ([:], [])
    }

    private mutating func learn(from operation: Operation) {
        guard let id = operation.id else {
            guard let event = operation.events.first else { return }
            return remark("An effect without an identity has sent \(sourceText(of: event)); give it one.")
        }
        for event in operation.events.dropLast() { add(event, of: id, asLast: false) }
        switch operation.end {
        case .returned:
            if let last = operation.events.last { return add(last, of: id, asLast: true) }
            guard !learned.alphabet.declaresSilence(of: id) else { return }
            learned.alphabet = learned.alphabet.answers(of: id, sending: [], endingWith: [], ends: true)
            learned.additions.append(.silence(of: id))
        case .open, .cancelled: if let last = operation.events.last { addUnlessLast(last, of: id) }
        case .failed(let error):
            if let last = operation.events.last { addUnlessLast(last, of: id) }
            guard !learned.alphabet.declaresErrors(of: id) else { return }
            remark("\(sourceText(of: id)) has thrown an error, which 'fails:' can declare: \(error)")
        }
    }

    /// Adds an event after which the operation has not returned, or not in the trace.
    private mutating func addUnlessLast(_ event: Machine.Event, of id: EffectID) {
        if !learned.alphabet.declares(event, of: id, asLast: true) { add(event, of: id, asLast: false) }
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

    private mutating func add(_ event: Machine.Event, of id: EffectID, asLast isLast: Bool) {
        guard !learned.alphabet.declares(event, of: id, asLast: isLast) else { return }
        learned.alphabet = learned.alphabet.answers(
            of: id, sending: isLast ? [] : [event], endingWith: isLast ? [event] : [])
        learned.additions.append(.event(event, of: id, isLast: isLast))
    }

    private mutating func remark(_ text: String) {
        if !learned.remarks.contains(text) { learned.remarks.append(text) }
    }
}
