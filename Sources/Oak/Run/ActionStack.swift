/// The action events of a macrostep in the order in which a run processes them, without the functions of effects.
///
/// Tools use it to follow a machine without running anything.
@usableFromInline package struct ActionStack<Machine: ExecutableTransducer> {
    @usableFromInline package typealias Effect = TransducerEffect<Machine.Event, Machine.Env, Machine.Input>

    @usableFromInline struct Entry {
        @usableFromInline let event: Machine.Event
        /// The child that has answered the event.
        @usableFromInline let origin: Origin

        @inlinable init(_ event: Machine.Event, from origin: Origin) {
            self.event = event
            self.origin = origin
        }
    }

    /// The events, the next one last.
    @usableFromInline var entries: [Entry] = []
    /// Whether an event follows a cancellation in a sequence: it belongs to a later macrostep if something was live.
    @usableFromInline package var hasEventAfterCancellation = false

    @inlinable package init() {}

    /// Removes and returns the next event.
    @inlinable package mutating func pop() -> Machine.Event? { entries.popLast()?.event }

    /// Removes all events.
    @inlinable package mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        hasEventAfterCancellation = false
    }

    /// Adds the action events of an effect in front of all others.
    ///
    /// A departing child takes its pending events along. The steps of a sequence that follow an operation belong to a
    /// later macrostep, and the events of an exit effect are dropped.
    ///
    /// - Parameter effect: The effect of a transition.
    /// - Returns: `false` if the effect contains a reply to the event, which is only allowed as the whole effect.
    @inlinable package mutating func push(_ effect: Effect) -> Bool {
        switch effect.content {
        case .event(let event, let origin): entries.append(Entry(event, from: origin))
        case .events(let events, let origin):
            for event in events.reversed() { entries.append(Entry(event, from: origin)) }
        case .reply: return false
        case .work: return pushWork(effect)
        }
        return true
    }

    @inlinable
    @inline(never)
    mutating func pushWork(_ effect: Effect) -> Bool {
        let (departures, rest) = effect.withoutDepartures(in: Machine.self)
        if !departures.isEmpty, !entries.isEmpty {
            let departed = departures.map(\.child)
            entries.removeAll { entry in
                guard !entry.origin.isOwn else { return false }
                let names = entry.origin.names(in: Machine.self)
                return departed.contains { names.isWithin($0) }
            }
        }
        guard let rest else { return true }
        if rest.hasEventAfterCancellation { hasEventAfterCancellation = true }
        var found: [Entry] = []
        var isComplete = true
        rest.walkStarting { part in
            switch part.content {
            case .event(let event, let origin): found.append(Entry(event, from: origin))
            case .events(let events, let origin): found += events.map { Entry($0, from: origin) }
            case .reply: isComplete = false
            case .work: break
            }
        }
        entries += found.reversed()
        return isComplete
    }
}

extension TransducerEffect {
    /// Visits, in order, the effect and its parts, if they begin within the macrostep and their events count.
    @inlinable func walkStarting(_ visit: (TransducerEffect) -> Void) {
        var ahead = [self]
        while let effect = ahead.popLast() {
            visit(effect)
            guard case .work(let work) = effect.content, work.ending == nil else { continue }
            switch work.form {
            case .sequence(let parts):
                let last = parts.firstIndex(where: \.containsOperation) ?? parts.endIndex - 1
                ahead += parts.prefix(through: last).reversed()
            case .combination(let parts), .list(let parts): ahead += parts.reversed()
            case .action, .operation, .cancellation, .departure, .rejection, .mistake: break
            }
        }
    }

    /// Whether, in a sequence that begins within the macrostep, an event follows a cancellation.
    @inlinable var hasEventAfterCancellation: Bool {
        var isFound = false
        walkStarting { effect in
            guard case .work(let work) = effect.content, case .sequence(let parts) = work.form else { return }
            let now = parts.prefix(through: parts.firstIndex(where: \.containsOperation) ?? parts.endIndex - 1)
            guard let first = now.firstIndex(where: { $0.kind == .cancelTask }) else { return }
            for part in now[first...] { part.walkStarting { if $0.kind == .events { isFound = true } } }
        }
        return isFound
    }

    /// Whether the effect or a part of it is an operation.
    @inlinable var containsOperation: Bool { contains { if case .operation = $0.form { true } else { false } } }

    /// Whether it is the exit effect of a child, whose events are dropped.
    @inlinable package var isExitEffect: Bool {
        guard case .work(let work) = content else { return false }
        return work.ending != nil
    }

    /// Visits an effect and then its parts, in order.
    ///
    /// - Parameter visit: Called with each effect.
    /// - Complexity: O(*n*), where *n* is the number of effects in the tree.
    @inlinable package func forEachPart(_ visit: (TransducerEffect) -> Void) {
        walk { effect in
            visit(effect)
            return true
        }
    }
}
