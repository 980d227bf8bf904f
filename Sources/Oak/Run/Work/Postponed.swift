/// The events of a run that were put aside, in the order in which they came.
///
/// They are offered again from the first on. What is postponed again is behind all that was, and before all that is still to be
/// offered: so two stacks do, and no event is moved but when it has been offered.
///
/// A reference, so that a machine that postpones nothing has no room for it. Only the loop touches it, which is stricter than the
/// exclusivity the runtime would check.
@usableFromInline
package final class Postponed<State, Event> {
    @usableFromInline package struct Entry {
        @usableFromInline package let event: Event
        /// The operation that it comes from; `nil` if it comes from outside.
        @usableFromInline let source: PostponingSource?

        @inlinable
        init(_ event: Event, from source: PostponingSource?) {
            self.event = event
            self.source = source
        }

        @inlinable
        var isSilenced: Bool { source?.isSilenced ?? false }
    }

    /// How many may be there.
    @usableFromInline let limit: Int
    /// Whether two states differ; `nil` if nobody can tell.
    @usableFromInline let differ: ((State, State) -> Bool)?
    @usableFromInline let isComparable: Bool

    /// Those that wait for another state, in their order.
    @exclusivity(unchecked) @usableFromInline var waiting: [Entry] = []
    /// Those that are to be offered, the next one last.
    @exclusivity(unchecked) @usableFromInline var due: [Entry] = []
    /// Whether this macrostep has a transition after which all are offered again.
    @exclusivity(unchecked) @usableFromInline package var hasChanged = false
    /// Where the event comes from that is being offered.
    @exclusivity(unchecked) @usableFromInline var offered: Origin?

    /// How many of the entries are of operations that were cancelled.
    @exclusivity(unchecked) @usableFromInline var silenced = 0
    /// The operations that postponed events come from, by their numbers.
    @exclusivity(unchecked) @usableFromInline var sources: [Int: PostponingSource] = [:]
    /// They by their names. An operation that has ended is still cancelled by its name, as long as it has events here.
    @exclusivity(unchecked) @usableFromInline var named: [EffectName: PostponingSource] = [:]
    /// They by each child that they belong to.
    @exclusivity(unchecked) @usableFromInline var ofChildren: [[ChildID]: [Int: PostponingSource]] = [:]

    /// Where an event comes from that has been postponed before.
    @usableFromInline enum Origin {
        case outside
        case operation(PostponingSource)
    }

    @inlinable
    package init(limit: Int = .max) {
        self.limit = limit
        differ = difference(of: State.self)
        isComparable = differ != nil
    }

    @inlinable
    var count: Int { waiting.count + due.count }

    @inlinable
    package var isEmpty: Bool { waiting.isEmpty && due.isEmpty }

    /// Whether it makes a difference that a transition leaves another state.
    @inlinable
    package var isHeeded: Bool { !isEmpty && !hasChanged }

    /// Whether there is no room for another event.
    @inlinable
    var isFull: Bool { count - silenced >= limit }

    /// All of them in their order.
    @inlinable
    var entries: [Entry] { waiting + due.reversed() }
}

/// An operation that postponed events come from.
@usableFromInline
package final class PostponingSource {
    @usableFromInline let summary: EffectSummary
    @exclusivity(unchecked) @usableFromInline var count = 0
    /// Whether the operation was cancelled, so that nobody hears of it any more.
    @exclusivity(unchecked) @usableFromInline var isSilenced = false

    @inlinable
    init(_ summary: EffectSummary) { self.summary = summary }

    /// The name of the operation; what a child that has ended still has to do sends nothing.
    @inlinable
    var name: EffectName? { summary.id.map { EffectName($0, ending: nil, isActivity: summary.isActivity) } }
}

/// Postponed events that somebody else keeps alive: on the path of each event there is no time to count references.
@usableFromInline
struct Minded<State, Event> {
    @usableFromInline let reference: Unmanaged<Postponed<State, Event>>

    @inlinable
    init(_ postponed: Postponed<State, Event>) { reference = .passUnretained(postponed) }

    @inlinable
    @inline(__always)
    func callAsFunction<Result>(_ body: (Postponed<State, Event>) -> Result) -> Result {
        reference._withUnsafeGuaranteedRef(body)
    }
}

// MARK: - Offering

extension Postponed {
    /// Puts an event behind all others that wait.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    package func append(_ event: Event, from source: PostponingSource? = nil) {
        if let source {
            source.count += 1
            if source.isSilenced { silenced += 1 }
        }
        waiting.append(Entry(event, from: source))
    }

    /// Takes the event that is to be offered next.
    ///
    /// - Complexity: Amortised O(1).
    @inlinable
    package func takeDue() -> Entry? {
        guard let entry = due.popLast() else { return nil }
        if let source = entry.source {
            source.count -= 1
            if source.isSilenced { silenced -= 1 }
        }
        return entry
    }

    /// Notes that a macrostep has ended: if it has left another state, all are to be offered again.
    ///
    /// - Returns: Whether there are any.
    /// - Complexity: O(*n*), where *n* is the number of events that were offered, or came, since that happened the last time.
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

    /// Takes out the events of cancelled operations when they are the greater part.
    @inlinable
    func takeSilenced() -> [Entry] {
        guard silenced > 16, silenced > count / 2 else { return [] }
        let taken = entries.filter(\.isSilenced)
        waiting.removeAll(where: \.isSilenced)
        due.removeAll(where: \.isSilenced)
        silenced = 0
        return taken
    }

    /// Notes a transition that has answered neither of the two replies.
    ///
    /// - Returns: Whether all are to be offered again when the macrostep has ended.
    @inlinable
    @inline(__always)
    @discardableResult
    package func noteTransition(from before: State, to after: State) -> Bool {
        // What is the same in memory is equal; to ask the state takes longer.
        if isComparable, isIdentical(before, after) { return false }
        hasChanged = differ?(before, after) ?? true
        return hasChanged
    }
}

// MARK: - Cancelled operations

extension Postponed {
    /// What stands for an operation of which an event is postponed.
    @inlinable
    func source(_ summary: EffectSummary) -> PostponingSource {
        if let known = sources[summary.number] { return known }
        let new = PostponingSource(summary)
        sources[summary.number] = new
        if let name = new.name { named[name] = new }
        for path in summary.child.surroundings { ofChildren[path, default: [:]][summary.number] = new }
        return new
    }

    @inlinable
    func forget(_ source: PostponingSource) {
        guard sources.removeValue(forKey: source.summary.number) != nil else { return }
        if let name = source.name, named[name] === source { named[name] = nil }
        for path in source.summary.child.surroundings {
            ofChildren[path]?[source.summary.number] = nil
            if ofChildren[path]?.isEmpty ?? false { ofChildren[path] = nil }
        }
    }

    @inlinable
    func silence(_ source: PostponingSource) {
        source.isSilenced = true
        silenced += source.count
        forget(source)
    }

    /// Drops the events of a cancelled operation.
    @inlinable
    func silence(_ number: Int) {
        if let source = sources[number] { silence(source) }
    }

    /// Drops the events of the operation of a name, which is cancelled or begins anew.
    @inlinable
    func silence(_ name: EffectName) {
        if let source = named[name] { silence(source) }
    }

    /// Drops the events of the operations of a child that goes.
    @inlinable
    func silence(effectsOf child: [ChildID]) {
        for source in ofChildren[child]?.values.map(\.self) ?? [] { silence(source) }
    }
}

// MARK: - States

/// Whether two values are the same in memory.
@inlinable
@inline(__always)
func isIdentical<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafePointer(to: one) { one in
        withUnsafePointer(to: other) { other in
            let (one, other) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
            var offset = 0
            while offset + 8 <= MemoryLayout<Value>.size {
                let word = one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
                offset += 8
            }
            while offset < MemoryLayout<Value>.size {
                let byte = one.load(fromByteOffset: offset, as: UInt8.self)
                if byte != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
                offset += 1
            }
            return true
        }
    }
}

/// A function that tells whether two states differ, if there is one; found once, since finding it takes its time.
@usableFromInline
func difference<State>(of type: State.Type) -> ((State, State) -> Bool)? {
    func difference<Comparable: Equatable>(_: Comparable.Type) -> (State, State) -> Bool {
        { before, after in
            // Both types are the same one, which the compiler cannot see.
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
