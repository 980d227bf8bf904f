extension Configuration {
    /// An operation that has begun and not returned.
    package struct Running {
        let operation: LiveOperation<T.Event, T.Env, T.Input>
        /// The number of answers that it has given of those that come first; `.max` if it can only return.
        package let stage: Int
        /// Whether something begins, or may begin, when it has returned.
        package let hasFollowers: Bool

        /// The way in which it gives its last answer, apart from the event of an error.
        package var lastAnswer: LastAnswer { operation.lastAnswer }
        package var summary: EffectSummary { operation.summary }
        package var number: Int { operation.number }
        /// Whether it was cancelled, so that it can only return.
        package var isCancelled: Bool { operation.isCancelled }
        /// Whether it is the exit effect of a child, of which no event is processed.
        package var isExit: Bool { operation.isPartOfExit }
        /// Whether it only waits, so that it can only return.
        package var isPause: Bool { operation.effect?.startDelay?.isPause ?? false }
        /// Whether it is a part of a composition.
        package var isPart: Bool { operation.scope != nil }
        /// The identities of the compositions around it, the innermost first.
        package var surroundings: [EffectID] { operation.scope.around().compactMap(\.summary.id) }
        /// The names that it and the compositions around it hold, or have lost.
        package var names: Set<AnyHashable> { Set(operation.names.map { AnyHashable($0) }) }
        /// Whether an error of it becomes an event.
        package var handlesErrors: Bool {
            operation.handler != nil || operation.scope.around().contains { $0.handler != nil && $0.isGoingOn }
        }
    }

    /// The operations that have begun and not returned, in the order in which they began.
    package var running: [Running] {
        guard let live = interpreter.existingLive, !live.registry.operations.isEmpty else { return [] }
        let awaited = live.awaitedTags.values.map(\.name)
        return live.registry.operations.elements.compactMap { operation in
            guard operation.isWork, operation.isStarted else { return nil }
            return Running(
                operation: operation, stage: stage(of: operation.number),
                hasFollowers: operation.scope.around().contains { scope in
                    scope.isGoingOn && scope.remaining.contains { !isSkipped($0, in: scope, live) }
                }
                    || !awaited.isEmpty && operation.names.contains { awaited.contains($0) })
        }
    }

    /// The stage of an operation.
    package func stage(of number: Int) -> Int { stages[number] ?? 0 }

    /// The names for whose earlier holders something waits.
    package var awaitedNames: Set<AnyHashable> {
        Set(interpreter.existingLive?.awaitedTags.values.map { AnyHashable($0.name) } ?? [])
    }

    /// Returns another machine in the same configuration.
    package func fork() -> Configuration { Configuration(copying: self) }

    /// Lets the machine take an event of an operation at its next step.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - number: The number of the operation.
    ///   - stage: The operation's stage afterwards.
    package func take(_ event: T.Event, from number: Int, reaching stage: Int) {
        source.event = event
        source.origin = .operation(number)
        sender = interpreter.existingLive?.registry.operations[number]
        stages[number] = stage
    }

    /// Lets an operation return, with an event as its result or without, or throw an error.
    package func end(_ number: Int, throwing error: (any Error)? = nil, with result: T.Event? = nil) {
        guard let operation = interpreter.existingLive?.registry.operations[number] else { return }
        stages[number] = nil
        sender = operation
        do {
            try interpreter.end(operation, throwing: error, answering: result)
        } catch {
            failure = error
        }
    }

    /// Lets the action that is awaited throw an error.
    package func fail(with error: any Error) {
        guard case .act(_, of: let work, in: let scope)? = call.take() else { return }
        do {
            try interpreter.recover(from: error, of: work, in: scope)
        } catch {
            failure = error
        }
    }

    /// The event that an error of an operation becomes.
    package func event(for error: any Error, of number: Int) -> T.Event? {
        guard let operation = interpreter.existingLive?.registry.operations[number] else { return nil }
        return event(for: error, handledBy: operation.handler, within: operation.scope)
    }

    /// The event that an error of the action that is awaited becomes.
    package func eventOfAction(for error: any Error) -> T.Event? {
        guard case .act(_, of: let work, in: let scope)? = call else { return nil }
        return event(for: error, handledBy: work.traits.handler, within: scope)
    }

    private func event(
        for error: any Error, handledBy handler: (@Sendable (any Error) -> T.Event?)?,
        within scope: Scope<T.Event, T.Env, T.Input>?
    ) -> T.Event? {
        handler?(error) ?? scope.around().lazy.filter(\.isGoingOn).compactMap { $0.handler?(error) }.first
    }

    /// Whether an error of the action that is awaited becomes an event.
    package var handlesErrorOfAction: Bool {
        guard case .act(_, of: let work, in: let scope)? = call else { return false }
        return work.traits.handler != nil || scope.around().contains { $0.handler != nil && $0.isGoingOn }
    }

    /// Whether a host would carry out the action that is awaited in its own way, without an answer.
    package var awaitsHost: Bool {
        guard case .act(_, of: let work, in: _)? = call else { return false }
        return work.isHosted
    }

    /// Whether the machine waits for the answer of an action.
    package var isSuspended: Bool { call != nil }

    /// The progress of everything that is live, without the state, numbers and functions.
    ///
    /// Two configurations with equal states and equal progress go on alike.
    ///
    /// - Parameters:
    ///   - excluded: The number of an operation to leave out.
    ///   - register: The register that both progresses are made with.
    package func progress(without excluded: Int? = nil, in register: ProgressRegister<T.Event>) -> [Int] {
        var key: [Int] = []
        var places: [Int: Int] = [:]
        if let live = interpreter.existingLive {
            append(live, without: excluded, to: &key, &places, in: register)
        } else {
            key = [-2, -3]
        }
        if case .act(_, of: let work, in: let scope)? = call {
            key += [-5, scope.flatMap { places[$0.number] } ?? -1]
            Effect(content: .work(work)).append(to: &key, in: register) { _ in false }
            for entry in interpreter.stack {
                key.append(interpreter.remains(entry) ? 0 : 1)
                entry.append(to: &key, places, in: register, isDropped: isDropped(since: entry.time))
            }
        }
        return key
    }

    /// Whether a part of a composition does not begin, because its name was cancelled or its child has departed.
    private func isSkipped(
        _ part: Effect, in scope: Scope<T.Event, T.Env, T.Input>, _ live: LiveEffects<T>
    ) -> Bool {
        live.registry.withdrawn.contain(part, in: scope) || isDropped(since: scope.time)(part)
    }

    /// Tells the effects that do not begin, because the child that they belong to has departed.
    private func isDropped(since time: Int) -> (Effect) -> Bool {
        guard let departures = interpreter.departures, departures.count > 0 else { return { _ in false } }
        return { effect in
            let child =
                switch effect.content {
                case .event(_, let origin), .events(_, let origin): origin.names(in: T.self)
                case .work(let work): work.owner
                case .reply: [ChildID]()
                }
            return !child.isEmpty && departures.hasDeparted(child, since: time)
        }
    }

    private func append(
        _ live: LiveEffects<T>, without excluded: Int?, to key: inout [Int], _ places: inout [Int: Int],
        in register: ProgressRegister<T.Event>
    ) {
        var outermost: [Int] = []
        for (place, scope) in live.registry.scopes.elements.enumerated() {
            places[scope.number] = place
            if scope.parent == nil { outermost.append(register[scope.summary]) }
            let standing =
                switch scope.standing {
                case .goingOn: 0
                case .failed: 1
                case .cancelled: 2
                }
            let awaited = scope.awaitedTags.values.map { register[$0.name] }.sorted()
            key += [
                register[scope.summary], standing, scope.parent.flatMap { places[$0.number] } ?? -1,
                scope.tag?.bearer != nil ? 1 : 0, register[scope.handler], awaited.count,
            ]
            key += awaited
            key.append(scope.remaining.count)
            for part in scope.remaining {
                part.append(to: &key, in: register) { isSkipped($0, in: scope, live) }
            }
        }
        // The order of operations of the machine itself makes no difference.
        var own: [Int] = []
        for operation in live.registry.operations.elements where operation.number != excluded {
            var flags = 0
            let facts = [
                operation.isStarted, operation.isCancelled, operation.tag != nil, operation.isWork, operation.isExit,
            ]
            for fact in facts { flags = flags << 1 | (fact ? 1 : 0) }
            let entry = [
                register[operation.summary], flags, stage(of: operation.number), operation.lastAnswer.rawValue,
                register[operation.handler],
                operation.scope.flatMap { places[$0.number] } ?? -1,
                live.awaitedTags[operation.number].map { register[$0.name] } ?? -1,
            ]
            if operation.scope == nil { own.append(register[entry]) } else { key += entry }
        }
        register.note(crowds: own)
        register.note(crowds: outermost)
        key.append(-2)
        key += own.sorted()
        key.append(-3)
        live.activities?.append(to: &key, in: register)
        if let postponed = live.postponed, !postponed.isEmpty {
            for entry in postponed.entries where !entry.isSilenced {
                key += [
                    register[entry.event], entry.isRepetition ? 1 : 0,
                    entry.source.map { register[$0.summary] } ?? -1,
                    entry.source?.cancellations.count ?? -1,
                ]
            }
            key += [-4, postponed.due.count { !$0.isSilenced }]
        }
    }
}

extension LiveOperation {
    /// The way in which it gives its last answer, apart from the event of an error.
    fileprivate var lastAnswer: LastAnswer {
        guard case .operation(let body)? = effect?.form else { return .either }
        return body.lastAnswer
    }
}

/// Numbers for the names, events and effects that occur in progresses, so that these are cheap to compare.
package final class ProgressRegister<Event> {
    /// An effect without its number.
    private struct Entry: Hashable {
        let kind: EffectKind
        let id: EffectID?
        let child: [ChildID]
        let isActivity: Bool
    }

    private var entries: [Entry: Int] = [:]
    private var names: [EffectName: Int] = [:]
    private var events: [AnyHashable: Int] = [:]
    private var children: [[ChildID]: Int] = [:]
    private var lists: [[Int]: Int] = [:]
    /// The greatest number of like effects that were live at once.
    package private(set) var largestCrowd = 0
    private let errors: [any Error]
    private let eventKey: (Event) -> AnyHashable

    /// - Parameters:
    ///   - errors: The errors by whose events handlers are told apart.
    ///   - eventKey: Tells events apart.
    package init(errors: [any Error] = [], eventKey: @escaping (Event) -> AnyHashable) {
        self.errors = errors
        self.eventKey = eventKey
    }

    /// The number of an effect's way to handle errors.
    subscript(handler: (@Sendable (any Error) -> Event?)?) -> Int {
        guard let handler else { return -1 }
        return self[errors.map { error in handler(error).map { self[$0] } ?? -1 }]
    }

    /// The number of an error among those by which handlers are told apart.
    package subscript(error: any Error) -> Int {
        let text = String(reflecting: error)
        return errors.firstIndex { String(reflecting: $0) == text } ?? -1
    }

    /// The number of a progress, or a part of one.
    package subscript(list: [Int]) -> Int { Self.number(of: list, in: &lists) }

    package subscript(event: Event) -> Int { Self.number(of: eventKey(event), in: &events) }
    subscript(name: EffectName) -> Int { Self.number(of: name, in: &names) }
    subscript(child: [ChildID]) -> Int { Self.number(of: child, in: &children) }

    package subscript(summary: EffectSummary) -> Int {
        self[summary.kind, summary.id, summary.child, summary.isActivity]
    }

    subscript(kind: EffectKind, id: EffectID?, child: [ChildID], isActivity: Bool) -> Int {
        Self.number(of: Entry(kind: kind, id: id, child: child, isActivity: isActivity), in: &entries)
    }

    fileprivate func note(crowds numbers: [Int]) {
        if numbers.count <= largestCrowd { return }
        let counts = numbers.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        largestCrowd = max(largestCrowd, counts.values.max() ?? 0)
    }

    private static func number<Value>(of value: Value, in numbers: inout [Value: Int]) -> Int {
        if let number = numbers[value] { return number }
        let number = numbers.count
        numbers[value] = number
        return number
    }
}

extension LiveOperation {
    /// The names of the operation and of the compositions around it.
    fileprivate var names: [EffectName] { (tag.map { [$0.name] } ?? []) + scope.around().compactMap { $0.tag?.name } }
}

extension ActivityNode {
    /// Appends the names of all activities, by child.
    fileprivate func append<Event>(to key: inout [Int], in register: ProgressRegister<Event>) {
        var found: [(child: Int, names: [Int])] = []
        var ahead: [(node: ActivityNode, path: [ChildID])] = [(self, [])]
        while let (node, path) = ahead.popLast() {
            if !node.content.names.isEmpty {
                let names = node.content.names.map { register[.operation, $0, [], true] }
                found.append((register[path], names.sorted()))
            }
            for (name, part) in node.parts { ahead.append((part, path + [name])) }
        }
        for (child, names) in found.sorted(by: { $0.child < $1.child }) { key += [child, names.count] + names }
    }
}

extension Interpreter.Entry {
    fileprivate func append(
        to key: inout [Int], _ places: [Int: Int], in register: ProgressRegister<T.Event>,
        isDropped: (Interpreter.Effect) -> Bool
    ) {
        switch todo {
        case .event(let event): key += [0, register[event], register[origin.names(in: T.self)]]
        case .answer(let event): key += [1, register[event]]
        case .work(let work, let scope):
            key += [2, scope.flatMap { places[$0.number] } ?? -1]
            Interpreter.Effect(content: .work(work)).append(to: &key, in: register, isDropped: isDropped)
        case .rest(let effects):
            key += [3, effects.count]
            for effect in effects { effect.append(to: &key, in: register, isDropped: isDropped) }
        case .resume(let scope): key += [4, places[scope.number] ?? -1]
        }
    }
}

extension TransducerEffect {
    /// Appends the effect without its functions.
    fileprivate func append(
        to key: inout [Int], in register: ProgressRegister<Event>, isDropped: (TransducerEffect) -> Bool
    ) {
        walk { part in
            let events = part.events
            key += [
                register[part.kind, part.id, part.child, false], isDropped(part) ? 1 : 0, part.parts.count,
                events.count,
            ]
            for event in events { key.append(register[event]) }
            if let work = part.work {
                let isReplacingLate = work.traits.replacement == .afterReturn
                key += [register[work.traits.handler], (work.ending != nil ? 2 : 0) + (isReplacingLate ? 1 : 0)]
            }
            return true
        }
    }
}
