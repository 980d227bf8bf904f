import Foundation

/// A function of payloads.
typealias PayloadTransform = (Data, PayloadPart) throws -> Data

/// The part of an instance that a payload is.
enum PayloadPart: CustomStringConvertible {
    case state, output, message, refusal, watch
    case event(EventNumber?)
    case deadline(name: String)
    case journal(number: Int)

    var description: String {
        switch self {
        case .state: "state"
        case .output: "output"
        case .message: "message"
        case .refusal: "refusal of a message"
        case .watch: "event of a watch"
        case .event(let number?): "event \(number)"
        case .event(nil): "event"
        case .deadline(let name): "event of the time-out \(name)"
        case .journal(let number): "entry \(number) of the journal"
        }
    }
}

extension StoreChange {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> StoreChange {
        switch self {
        case .create(let new): return .create(try new.mapPayloads(transform))
        case .receive(let event, let version, let deduplication, let key, let context):
            let event = try transform(event, .event(nil))
            return .receive(event: event, version: version, deduplication: deduplication, for: key, context: context)
        case .step(let step): return .step(try step.mapPayloads(transform))
        case .run(let schedule, let time, let last, let messages):
            let messages = try messages.map { try $0.mapPayloads(transform) }
            return .run(schedule: schedule, at: time, after: last, messages: messages)
        case .edit(let number, let event, let version, let key):
            return .edit(number, event: try transform(event, .event(number)), version: version, of: key)
        // A problem is for people, and the others have no payload.
        case .setStatus, .setTrials, .setAttempts, .skip, .remove, .removeFailed, .takeArrivals: return self
        }
    }
}

extension StoreAnswer {
    /// The transaction is durable: an event that cannot be transformed is left out, and is no error of it.
    func mapPayloads(_ transform: PayloadTransform) -> StoreAnswer {
        switch self {
        case .sent(let answers): .sent(answers.map { $0.mapPayloads(transform) })
        case .told(let answer, let notices):
            .told(answer.mapPayloads(transform), notices.map { $0.mapPayloads(transform) })
        case .arrived(let arrivals, let answer):
            .arrived(
                StoredArrivals(arrivals.notices.map { $0.mapPayloads(transform) }, upTo: arrivals.latest),
                answer.mapPayloads(transform))
        case .created, .exists, .stored, .storedForRetry, .duplicate, .done, .returned, .conflict, .refused, .missing,
            .noEvent, .removed:
            self
        }
    }
}

extension StoredNotice {
    fileprivate func mapPayloads(_ transform: PayloadTransform) -> StoredNotice {
        guard case .event(let event) = news else { return self }
        return StoredNotice(to: watcher, try? event.mapPayloads(transform))
    }
}

extension StoredInstance {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredInstance {
        var result = self
        result.state = try transform(state, .state)
        result.output = try output.map { try transform($0, .output) }
        result.deadlines = try deadlines.map { try $0.mapPayloads(transform) }
        return result
    }
}

extension StoredDeadline {
    fileprivate func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredDeadline {
        var result = self
        result.event = try transform(event, .deadline(name: name))
        return result
    }
}

extension StoredStep {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredStep {
        var result = self
        result.state = try transform(state, .state)
        result.output = try output.map { try transform($0, .output) }
        result.deadlines = try deadlines.map { change in
            switch change {
            case .set(let deadline): .set(try deadline.mapPayloads(transform))
            case .removed: change
            }
        }
        result.messages = try messages.map { try $0.mapPayloads(transform) }
        // One state, so that a codec with other bytes each time makes no two of it, which a store may compare.
        let isSame = journal.state == state
        if isSame { result.journal.state = nil }
        result.journal = try result.journal.mapPayloads(transform)
        if isSame { result.journal.state = result.state }
        return result
    }
}

extension StoredMessage {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredMessage {
        var result = self
        switch content {
        case .event(let event, let version): result.content = .event(try transform(event, .message), version: version)
        case .start(let new): result.content = .start(try new.mapPayloads(transform))
        case .watch(let watch): result.content = .watch(try watch.mapPayloads(transform))
        }
        result.refusal = try refusal.map { try transform($0, .refusal) }
        return result
    }
}

extension StoredWatch {
    fileprivate func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredWatch {
        StoredWatch(
            ended: try transform(ended, .watch), failed: try transform(failed, .watch),
            cancelled: try transform(cancelled, .watch))
    }
}

extension StoredEvent {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> StoredEvent {
        var result = self
        result.event = try transform(event, .event(number))
        return result
    }
}

extension JournalEntry {
    func mapPayloads(_ transform: PayloadTransform) rethrows -> JournalEntry {
        var result = self
        result.event = try event.map { try transform($0, .journal(number: number)) }
        result.outputs = try outputs.map { try transform($0, .journal(number: number)) }
        result.state = try state.map { try transform($0, .journal(number: number)) }
        return result
    }
}
