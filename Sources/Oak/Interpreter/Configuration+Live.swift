extension Configuration {
    /// The operations that have begun and not returned, in the order in which they began.
    package var running: [EffectSummary] {
        guard let live = interpreter.existingLive else { return [] }
        return live.registry.operations.elements.filter { $0.isWork && $0.isStarted }.map(\.summary)
    }

    /// Returns another machine in the same configuration.
    package func fork() -> Configuration { Configuration(copying: self) }

    /// Lets the machine take an event of an operation at its next step.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: The number of the operation.
    package func take(_ event: T.Event, from number: Int) {
        source.event = event
        source.origin = .operation(number)
        sender = interpreter.existingLive?.registry.operations[number]
    }

    /// Lets an operation return, or throw an error.
    package func end(_ number: Int, throwing error: (any Error)? = nil) {
        guard let operation = interpreter.existingLive?.registry.operations[number] else { return }
        sender = operation
        do {
            try interpreter.end(operation, throwing: error, answering: nil)
        } catch {
            failure = error
        }
    }

    /// The progress of everything that is live, without the state, numbers and functions.
    ///
    /// Two configurations with equal states and equal progress go on alike.
    ///
    /// - Parameter eventKey: Tells events apart.
    package func progress(eventKey: (T.Event) -> AnyHashable) -> [AnyHashable] {
        guard let live = interpreter.existingLive else { return [[[AnyHashable]: Int]()] }
        var key: [AnyHashable] = []
        var places: [Int: Int] = [:]
        for (place, scope) in live.registry.scopes.elements.enumerated() {
            places[scope.number] = place
            let standing =
                switch scope.standing {
                case .goingOn: 0
                case .failed: 1
                case .cancelled: 2
                }
            key += [
                scope.summary.kind, scope.summary.id, scope.summary.child, scope.summary.isActivity, standing,
                scope.parent.flatMap { places[$0.number] }, scope.tag?.bearer != nil, scope.handler != nil,
                Set(scope.awaitedTags.values.map(\.name)),
            ]
            for part in scope.remaining { key += part.shape(eventKey) }
        }
        // The order of operations of the machine itself makes no difference.
        var own: [[AnyHashable]: Int] = [:]
        for operation in live.registry.operations.elements {
            let entry: [AnyHashable] = [
                operation.summary.kind, operation.summary.id, operation.summary.child, operation.summary.isActivity,
                operation.isStarted, operation.isCancelled,
                operation.scope.flatMap { places[$0.number] }, operation.handler != nil, operation.tag != nil,
                live.awaitedTags[operation.number]?.name, operation.isWork,
            ]
            if operation.scope == nil { own[entry, default: 0] += 1 } else { key += entry }
        }
        key.append(own)
        if let activities = live.activities { key += activities.listed }
        if let postponed = live.postponed {
            for entry in postponed.entries where !entry.isSilenced {
                key += [eventKey(entry.event), entry.source?.summary.id, entry.source?.cancellations.count]
            }
            key.append(postponed.due.count)
        }
        if call != nil { key += interpreter.stack.flatMap { $0.shape(eventKey, places) } + ["suspended"] }
        return key
    }
}

extension ActivityNode {
    /// The names of all activities, by child.
    fileprivate var listed: [AnyHashable] {
        var found: [String: Set<EffectID>] = [:]
        var ahead = [(self, "")]
        while let (node, path) = ahead.popLast() {
            if !node.names.isEmpty { found[path] = node.names }
            for (name, part) in node.parts { ahead.append((part, "\(path)/\(name)")) }
        }
        return found.isEmpty ? [] : [found]
    }
}

extension Interpreter.Entry {
    fileprivate func shape(_ eventKey: (T.Event) -> AnyHashable, _ places: [Int: Int]) -> [AnyHashable] {
        switch todo {
        case .event(let event): ["event", eventKey(event), origin.names(in: T.self)]
        case .answer(let event): ["answer", eventKey(event)]
        case .work(let work, let scope):
            ["work", scope.flatMap { places[$0.number] }] + Interpreter.Effect(content: .work(work)).shape(eventKey)
        case .rest(let effects): ["rest"] + effects.flatMap { $0.shape(eventKey) }
        case .resume(let scope): ["resume", places[scope.number]]
        case .misplacedReply: ["misplaced"]
        }
    }
}

extension TransducerEffect {
    /// The effect without its functions.
    fileprivate func shape(_ eventKey: (Event) -> AnyHashable) -> [AnyHashable] {
        var shape: [AnyHashable] = []
        walk { part in
            shape += [part.kind, part.id, part.child, part.parts.count]
            shape += part.events.map(eventKey)
            if let work = part.work {
                shape += [work.ending != nil, work.traits.handler != nil, work.traits.replacement == .afterReturn]
            }
            return true
        }
        return shape
    }
}
