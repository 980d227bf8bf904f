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
