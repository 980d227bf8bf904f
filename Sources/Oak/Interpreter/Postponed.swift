/// The postponed events of a run, in the order of arrival.
///
/// They are offered again from the first on. An event postponed again follows all that wait, and precedes all that
/// remain to be offered. Two stacks therefore suffice, and an event moves only after it was offered.
///
/// This is a class, so that a machine that postpones nothing needs no room for it. Only the loop accesses it, which is
/// stricter than the exclusivity that would be checked at run time.
@usableFromInline package final class Postponed<State, Event> {
    @usableFromInline package struct Entry {
        @usableFromInline package let event: Event
        /// The operation that sent the event; `nil` for an event from outside.
        @usableFromInline package let source: PostponingSource?
        /// The number of the event in its mailbox, for an instrument.
        @usableFromInline let number: MailNumber
        /// Whether it stands for further events like one that was offered before; never in a run.
        package var isRepetition = false

        @inlinable package init(_ event: Event, from source: PostponingSource?, number: MailNumber) {
            self.event = event
            self.source = source
            self.number = number
        }

        @inlinable package var isSilenced: Bool { source?.isSilenced ?? false }
    }

    /// The maximum number of postponed events.
    @usableFromInline let limit: Int
    /// Whether two states differ; `nil` for states that cannot be compared.
    @usableFromInline let differ: ((State, State) -> Bool)?

    /// The events that wait for another state, in order.
    @exclusivity(unchecked) @usableFromInline package var waiting: [Entry] = []
    /// The events to offer, the next one last.
    @exclusivity(unchecked) @usableFromInline package var due: [Entry] = []
    /// Whether a transition of this macrostep causes all events to be offered again.
    @exclusivity(unchecked) @usableFromInline package var hasChanged = false
    /// The source of the event that is being offered.
    @exclusivity(unchecked) @usableFromInline var offered: Origin?
    /// The number of that event.
    @exclusivity(unchecked) @usableFromInline var offeredNumber: MailNumber = 0

    /// The number of entries that belong to cancelled operations.
    @exclusivity(unchecked) @usableFromInline var silenced = 0
    /// The operations that sent postponed events, by number.
    @exclusivity(unchecked) @usableFromInline var sources: [Int: PostponingSource] = [:]
    /// The same operations by the cancellations that concern them, even after their end.
    @exclusivity(unchecked) @usableFromInline var groups: [PostponingSource.Cancellation: [Int: PostponingSource]] = [:]

    /// The source of an event that was postponed before.
    @usableFromInline enum Origin {
        case outside
        case operation(PostponingSource)
    }

    @inlinable package init(limit: Int = .max) {
        self.limit = limit
        differ = difference(of: State.self)
    }

    @usableFromInline func copied(_ twin: (PostponingSource) -> PostponingSource) -> Postponed {
        let copy = Postponed(limit: limit)
        func copied(_ entry: Entry) -> Entry {
            var copy = Entry(entry.event, from: entry.source.map(twin), number: entry.number)
            copy.isRepetition = entry.isRepetition
            return copy
        }
        copy.waiting = waiting.map(copied)
        copy.due = due.map(copied)
        copy.hasChanged = hasChanged
        if case .operation(let source)? = offered {
            copy.offered = .operation(twin(source))
        } else {
            copy.offered = offered
        }
        copy.silenced = silenced
        copy.sources = sources.mapValues(twin)
        copy.groups = groups.mapValues { $0.mapValues(twin) }
        return copy
    }

    @inlinable var count: Int { waiting.count + due.count }

    @inlinable package var isEmpty: Bool { waiting.isEmpty && due.isEmpty }

    /// Whether another state would matter: events are postponed, and this macrostep has not changed the state yet.
    @inlinable package var isHeeded: Bool { !isEmpty && !hasChanged }

    /// Whether the limit is reached.
    @inlinable var isFull: Bool { count - silenced >= limit }

    /// All entries in order.
    @usableFromInline var entries: [Entry] { waiting + due.reversed() }
}

/// An operation that sent postponed events.
@usableFromInline package final class PostponingSource {
    @usableFromInline enum Cancellation: Hashable {
        /// A name, of the operation itself or of a composition around it, is cancelled or replaced.
        case name(EffectName)
        case departure([ChildID])
    }

    @usableFromInline let summary: EffectSummary
    @usableFromInline let cancellations: [Cancellation]
    /// The number of its events that are postponed.
    @exclusivity(unchecked) @usableFromInline package var count = 0
    @exclusivity(unchecked) @usableFromInline var isSilenced = false

    @inlinable init(_ summary: EffectSummary, under names: [EffectName]) {
        self.summary = summary
        let places = ChildPath(summary.child)?.surroundings ?? []
        cancellations = names.map { .name($0) } + places.map { .departure($0.names) }
    }

    /// The identities of the operation and of the compositions around it, the innermost first.
    package var senders: [EffectID] {
        cancellations.compactMap { if case .name(let name) = $0 { name.id } else { nil } }
    }

    @inlinable init(copying other: PostponingSource) {
        (summary, cancellations, count, isSilenced) = (
            other.summary, other.cancellations, other.count, other.isSilenced
        )
    }
}

/// An unowned reference to postponed events, which keeps reference counting off the event path.
@usableFromInline struct Minded<State, Event> {
    @usableFromInline let reference: Unmanaged<Postponed<State, Event>>

    @inlinable init(_ postponed: Postponed<State, Event>) { reference = .passUnretained(postponed) }

    @inlinable func callAsFunction<Result>(_ body: (Postponed<State, Event>) -> Result) -> Result {
        reference._withUnsafeGuaranteedRef(body)
    }
}

// MARK: - Offering

extension Postponed {
    /// Adds an event after all others that wait.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    package func append(_ event: Event, from source: PostponingSource? = nil, number: MailNumber = 0) {
        if let source {
            source.count += 1
            if source.isSilenced { silenced += 1 }
        }
        waiting.append(Entry(event, from: source, number: number))
    }

    /// Removes the next event to offer.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable package func takeDue() -> Entry? {
        guard let entry = due.popLast() else { return nil }
        if let source = entry.source {
            source.count -= 1
            if source.isSilenced { silenced -= 1 }
        }
        return entry
    }

    /// Ends a macrostep; if it has changed the state, all events will be offered again.
    ///
    /// - Returns: Whether any event is postponed.
    /// - Complexity: O(*n*), where *n* is the number of events that were offered, or added, since the last such change.
    @inlinable
    @discardableResult
    package func endMacrostep() -> Bool {
        if case .operation(let source)? = offered, source.count == 0 { forget(source) }
        offered = nil
        if hasChanged {
            hasChanged = false
            while let entry = waiting.popLast() { due.append(entry) }
        }
        return !isEmpty
    }

    /// Removes the events of cancelled operations once they are the majority.
    @usableFromInline func takeSilenced() -> [Entry] {
        guard silenced > 16, silenced > count / 2 else { return [] }
        let taken = entries.filter { $0.isSilenced }
        waiting.removeAll { $0.isSilenced }
        due.removeAll { $0.isSilenced }
        silenced = 0
        return taken
    }

    /// Records a transition that was neither postponed nor unexpected.
    ///
    /// - Returns: Whether all events will be offered again at the end of the macrostep.
    @inlinable
    @discardableResult
    package func noteTransition(from before: State, to after: State) -> Bool {
        hasChanged = differ?(before, after) ?? true
        return hasChanged
    }
}

// MARK: - Cancelled operations

extension Postponed {
    /// The source that represents an operation with a postponed event.
    ///
    /// - Parameters:
    ///   - summary: The operation.
    ///   - names: The names of the operation and of the compositions around it.
    @usableFromInline
    func source(_ summary: EffectSummary, under names: @autoclosure () -> [EffectName]) -> PostponingSource {
        if let known = sources[summary.number] { return known }
        let new = PostponingSource(summary, under: names())
        sources[summary.number] = new
        for cancellation in new.cancellations { groups[cancellation, default: [:]][summary.number] = new }
        return new
    }

    @usableFromInline func forget(_ source: PostponingSource) {
        guard sources.removeValue(forKey: source.summary.number) != nil else { return }
        for cancellation in source.cancellations {
            groups[cancellation]?[source.summary.number] = nil
            if groups[cancellation]?.isEmpty ?? false { groups[cancellation] = nil }
        }
    }

    @usableFromInline func silence(_ source: PostponingSource) {
        source.isSilenced = true
        silenced += source.count
        forget(source)
    }

    /// Drops the events of a cancelled operation.
    @usableFromInline func silence(_ number: Int) {
        if let source = sources[number] { silence(source) }
    }

    /// Drops the events of the operations that a cancellation concerns.
    @usableFromInline func silence(_ cancellation: PostponingSource.Cancellation) {
        for source in groups[cancellation]?.values.map(\.self) ?? [] { silence(source) }
    }
}

// MARK: - States

/// Returns a function that compares states, if they are `Equatable`; called once, because the cast is slow.
@usableFromInline func difference<State>(of type: State.Type) -> ((State, State) -> Bool)? {
    func difference<Comparable: Equatable>(_: Comparable.Type) -> (State, State) -> Bool {
        { before, after in
            // Both types are the same, which the compiler cannot prove. In place, because the stack may have no room
            // for a large state.
            withUnsafePointer(to: before) { before in
                withUnsafePointer(to: after) { after in
                    UnsafeRawPointer(before).assumingMemoryBound(to: Comparable.self).pointee
                        != UnsafeRawPointer(after).assumingMemoryBound(to: Comparable.self).pointee
                }
            }
        }
    }
    return (type as? any Equatable.Type).map { difference($0) }
}

// MARK: - Replies

extension Interpreter {
    /// Handles a transition's reply to its event.
    @inlinable mutating func carryOut(
        _ reply: Reply, to event: T.Event, from sender: Live.Operation?, number: @autoclosure () -> MailNumber
    ) throws {
        switch reply {
        case .postponed: try postpone(event, from: sender, number: Observer.isActive ? number() : 0)
        case .unexpected(let child):
            if Observer.isActive || endsWithUnexpected { try notice(unexpected: event, in: child) }
        }
    }

    /// Tells the observer if a machine has changed its state and replied to the event all the same.
    ///
    /// A run without an observer of transitions does not know, because it keeps no state from before.
    @usableFromInline func reportChange(from before: T.State, with event: T.Event) {
        guard let differ = difference(of: T.State.self), differ(before, storage.storedValue) else { return }
        report(.sendRejected(event, changeWithReply()))
    }

    @usableFromInline func changeWithReply() -> TransducerError { .stateChangedWithReply(transducer: "\(T.self)") }

    @usableFromInline mutating func notice(unexpected event: T.Event, in child: [ChildID]) throws {
        report(.eventUnexpected(event, child: child))
        guard endsWithUnexpected else { return }
        throw TransducerError.unexpectedEvent(
            transducer: "\(T.self)", child: child.map(\.description), state: nameWithoutValues(of: storage.storedValue),
            event: nameWithoutValues(of: event))
    }

    /// Postpones the event that opened the macrostep.
    @usableFromInline
    mutating func postpone(_ event: T.Event, from sender: Live.Operation?, number: MailNumber) throws {
        guard chain.count == 0 else {
            throw TransducerError.postponedAction(transducer: "\(T.self)", event: nameWithoutValues(of: event))
        }
        let postponed = live.postponed ?? Postponed(limit: postponedLimit)
        live.postponed = postponed
        let isFull = postponed.isFull
        let number = postponed.offered == nil ? number : postponed.offeredNumber
        postponed.append(event, from: source(of: sender, in: postponed), number: number)
        guard !isFull else {
            throw TransducerError.tooManyPostponed(
                transducer: "\(T.self)", event: nameWithoutValues(of: event), limit: postponed.limit)
        }
        report(.eventPostponed(event))
        for entry in postponed.takeSilenced() {
            instruments?.note(.drops(.queue(entry.number)))
            report(.sendRejected(entry.event, CancellationError()))
        }
    }

    /// The source of the event to postpone; `nil` for an event from outside.
    @inlinable func source(of sender: Live.Operation?, in postponed: Postponed<T.State, T.Event>) -> PostponingSource? {
        switch postponed.offered {
        case .outside?: nil
        case .operation(let source)?: source
        case nil: sender.map { sender in postponed.source(sender.summary, under: sender.namesThatCancel) }
        }
    }

    /// Rejects the remaining postponed events when the machine ends.
    @inlinable mutating func giveUpPostponed() { if existingLive?.postponed != nil { rejectPostponed() } }

    @usableFromInline mutating func rejectPostponed() {
        guard let postponed = existingLive?.postponed.take() else { return }
        for entry in postponed.entries {
            report(.sendRejected(entry.event, entry.isSilenced ? CancellationError() : TransducerError.terminated))
        }
    }
}

extension LiveOperation {
    /// The names of the operation and of the compositions around it.
    @usableFromInline var namesThatCancel: [EffectName] {
        let space = summary.isActivity ? .activities : scope?.space ?? .effects
        let own = summary.id.map { [EffectName($0, ending: nil, in: space)] } ?? []
        return own + scope.around().compactMap { $0.tag?.name }
    }
}
