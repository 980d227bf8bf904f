/// A name that effects of a run hold one after another.
///
/// At most one effect holds it; its previous holders are cancelled, but may not have returned yet.
///
/// Only the loop accesses a tag or a composition, which is stricter than the exclusivity that would be checked at run
/// time.
@usableFromInline final class NameTag {
    @usableFromInline enum Bearer {
        case operation(number: Int)
        case composition(number: Int)
    }

    @usableFromInline let name: EffectName
    @exclusivity(unchecked) @usableFromInline var bearer: Bearer?
    /// The number of effects that have lost the name and have not returned.
    @exclusivity(unchecked) @usableFromInline var lingering = 0
    /// The numbers of the operations that wait until all of these have returned.
    @exclusivity(unchecked) @usableFromInline var waiting: [Int: Void] = [:]
    /// The next tag whose name has the same hash.
    @exclusivity(unchecked) @usableFromInline var next: NameTag?

    @inlinable init(_ name: EffectName) { self.name = name }

    @inlinable func isTag(of name: EffectName) -> Bool { self.name == name }

    @inlinable var isInUse: Bool { bearer != nil || isLingering }

    /// Whether an effect has lost the name and has not returned.
    @inlinable var isLingering: Bool { lingering > 0 }

    /// Takes the name from a cancelled effect.
    @inlinable func lose() {
        bearer = nil
        lingering += 1
    }
}

/// The tags of the names in use, and some of previously used ones.
@usableFromInline struct NameTags {
    /// The first tag of each hash.
    // Not keyed by names, because a look-up would copy each name that it compares.
    @usableFromInline var first: [NameHash: NameTag] = [:]
    @usableFromInline var unused = 0

    @inlinable init() {}

    /// The tag of a name, if it has one.
    @inlinable subscript(name: EffectName) -> NameTag? {
        var next = first[NameHash(name)]
        while let tag = next, !tag.isTag(of: name) { next = tag.next }
        return next
    }

    @inlinable mutating func insert(_ tag: NameTag) {
        let hash = NameHash(tag.name)
        tag.next = first[hash]
        first[hash] = tag
    }

    /// Takes the tag of a name into use again.
    @inlinable mutating func takeUp(_ tag: NameTag) {
        if self[tag.name] === tag { unused -= 1 } else { insert(tag) }
    }

    /// Records the end of an effect that holds a name, or has lost it.
    @inlinable mutating func release(_ tag: NameTag, lost: Bool) {
        if lost { tag.lingering -= 1 } else { tag.bearer = nil }
        if tag.isInUse { return }
        // Kept for the next holder of the name, unless too many are unused.
        unused += 1
        if unused > 16, unused > first.count / 2 { forgetUnused() }
    }

    @usableFromInline mutating func forgetUnused() {
        let tags = all
        self = NameTags()
        for tag in tags where tag.isInUse { insert(tag) }
    }

    @usableFromInline var all: [NameTag] { first.values.flatMap { sequence(first: $0, next: \.next) } }

    @usableFromInline func copied(_ copy: (NameTag) -> NameTag) -> NameTags {
        var tags = NameTags()
        for tag in all { tags.insert(copy(tag)) }
        tags.unused = unused
        return tags
    }
}

/// The hash of a name, which serves a dictionary as it is.
@usableFromInline struct NameHash: Hashable {
    @usableFromInline let value: Int

    @inlinable init(_ name: EffectName) { value = name.hash }

    @inlinable static func == (lhs: NameHash, rhs: NameHash) -> Bool { lhs.value == rhs.value }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(value) }

    @inlinable func _rawHashValue(seed: Int) -> Int { value ^ seed }
}

// MARK: - Claims

extension Interpreter {
    /// Claims a name for an effect that is about to begin, cancelling its holder.
    ///
    /// A part of a composition with the same name leaves the name to the composition, and is cancelled with it.
    @inlinable mutating func claimName(of work: Effect.Work, within scope: Composition?, in live: Live) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        guard let tag = live.registry.tags[name] else {
            live.postponed?.silence(.name(name))
            let new = NameTag(name)
            live.registry.tags.insert(new)
            return new
        }
        if isWithinBearer(of: tag, scope) { return nil }
        live.postponed?.silence(.name(name))
        cancelBearer(of: tag, because: .replaced)
        if !tag.isInUse { live.registry.tags.takeUp(tag) }
        return tag
    }

    /// Whether a composition holds a name, or is inside the composition that does.
    @inlinable func isWithinBearer(of tag: NameTag, _ scope: Composition?) -> Bool {
        guard case .composition(let number)? = tag.bearer, let scope,
            let bearer = existingLive?.registry.scopes[number]
        else { return false }
        return scope.isWithin(bearer)
    }

    /// The name that an effect has to wait for before it begins, if previous holders have not returned.
    ///
    /// An effect waits if it begins only after the return of the one it replaces, or if it follows a step that waited.
    ///
    /// - Parameter held: The name, if the effect has claimed it.
    @inlinable func awaitedTag(
        of work: Effect.Work, in scope: Composition?, holding held: NameTag?, in live: Live
    ) -> NameTag? {
        let lingering = work.ending == nil && held != nil ? held : lingeringTag(of: work, in: scope, in: live)
        guard let tag = lingering, tag.isLingering else { return nil }
        switch work.traits.replacement {
        case .afterReturn: return tag
        case .atOnce: return scope?.hasAwaited(tag) ?? false ? tag : nil
        }
    }

    /// The effect's name, if cancelled holders have not returned.
    ///
    /// For an exit effect, these include the child's own effects.
    @inlinable func lingeringTag(of work: Effect.Work, in scope: Composition?, in live: Live) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        if let tag = live.registry.tags[name], tag.isLingering { return tag }
        guard name.ending != nil, let tag = live.registry.tags[EffectName(name.id, ending: nil)], tag.isLingering
        else { return nil }
        return tag
    }

    /// Records the end of an effect that held a name, or has lost it.
    @inlinable mutating func release(_ tag: NameTag, lost: Bool, in live: Live) {
        live.registry.tags.release(tag, lost: lost)
        if lost, !tag.isLingering { endWaits(for: tag) }
    }

    /// Lets the operations continue that waited for the return of all that had lost a name.
    @usableFromInline mutating func endWaits(for tag: NameTag) {
        for number in tag.waiting.keys.sorted() { endWait(of: number) }
        tag.waiting = [:]
    }

    /// Makes an operation wait until all cancelled holders of a name have returned.
    @usableFromInline mutating func wait(_ operation: Live.Operation, for tag: NameTag) {
        tag.waiting[operation.number] = ()
        live.awaitedTags[operation.number] = tag
    }

    /// Lets an operation continue that waited for others to return.
    @usableFromInline mutating func endWait(of number: Int) {
        guard let operation = live.registry.operations[number] else { return }
        stopWaiting(operation)
        goOnLater(operation)
    }

    /// Removes an operation from the waiting ones.
    @usableFromInline mutating func stopWaiting(_ operation: Live.Operation) {
        guard let tag = existingLive?.awaitedTags.removeValue(forKey: operation.number) else { return }
        tag.waiting[operation.number] = nil
    }

    /// Whether the return of any operation may let others begin.
    @inlinable var awaitsReturns: Bool { !(existingLive?.awaitedTags.isEmpty ?? true) }
}
