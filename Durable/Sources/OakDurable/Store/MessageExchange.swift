import Foundation

/// A transaction in which instances reach each other by messages and watches, wherever it keeps them.
protocol MessageExchange {
    /// The time of the transaction.
    var now: Date { get }

    func find(_ name: InstanceName) throws -> (key: InstanceKey, status: InstanceStatus)?

    func summary(of instance: InstanceKey) throws -> (name: InstanceName, status: InstanceStatus)?

    mutating func create(_ new: StoredInstance) throws -> StoreAnswer

    /// Puts an event into the inbox of an instance with a status.
    mutating func receive(
        _ event: Data, _ version: Int, for instance: InstanceKey, _ status: InstanceStatus, in context: TraceContext
    ) throws -> StoreAnswer

    func watches(of target: InstanceKey) throws -> [InstanceWatch]

    mutating func add(_ watch: InstanceWatch, of target: InstanceKey) throws
}

extension MessageExchange {
    /// Sends the messages of a macrostep.
    mutating func send(_ step: StoredStep) throws -> StoreAnswer {
        if step.messages.isEmpty { return .done }
        return .sent(try step.messages.map { try send($0, from: step) })
    }

    private mutating func send(_ message: StoredMessage, from step: StoredStep) throws -> StoreAnswer {
        if case .watch(let content) = message.content { return try watch(content, message, from: step) }
        let answer = try send(message)
        guard case .event = message.content, let refusal = message.refusal, answer.number == nil,
            let sender = try summary(of: step.instance),
            let number = try receive(
                refusal, step.version, for: step.instance, sender.status, in: message.context
            ).number
        else { return answer }
        return .returned(number)
    }

    /// Carries out a message that has no sender.
    mutating func send(_ message: StoredMessage) throws -> StoreAnswer {
        switch message.content {
        case .start(let new): try create(new)
        case .event(let event, let version):
            try find(message.target).map {
                try receive(event, version, for: $0.key, $0.status, in: message.context)
            } ?? .missing
        // Nobody is there to be told.
        case .watch: .done
        }
    }

    /// Lets an instance wait for the end of another one, or tells it at once.
    private mutating func watch(
        _ content: StoredWatch, _ message: StoredMessage, from step: StoredStep
    ) throws -> StoreAnswer {
        // The end of the watcher has ended its watches.
        if step.isEnd { return .done }
        let watch = InstanceWatch(
            watcher: step.instance, version: step.version, context: message.context, content: content)
        guard let target = try find(message.target) else {
            return StoreAnswer.missing.telling([try tell(watch, content.cancelled)].compactMap(\.self))
        }
        if !target.status.isSettled { try add(watch, of: target.key) }
        let answer: StoreAnswer = target.status.isSettled ? .refused(target.status) : .done
        return answer.telling([try tell(watch, content.event(for: target.status))].compactMap(\.self))
    }

    /// Tells the watchers of an instance about its new condition.
    mutating func tell(of target: InstanceKey, _ status: InstanceStatus) throws -> [StoredNotice] {
        try watches(of: target).compactMap { try tell($0, $0.content.event(for: status)) }
    }

    /// Tells a watcher, which may be missing or over.
    private mutating func tell(_ watch: InstanceWatch, _ event: Data?) throws -> StoredNotice? {
        guard let event, let watcher = try summary(of: watch.watcher),
            let number = try receive(
                event, watch.version, for: watch.watcher, watcher.status, in: watch.context
            ).number
        else { return nil }
        return StoredNotice(
            to: watcher.name,
            StoredEvent(
                number: number, version: watch.version, received: now, event: event, context: watch.context))
    }
}
