/// The name of an effect while the run carries it out.
///
/// Exit effects of an ended child have names of their own, because a successor may use the same identities.
@usableFromInline struct EffectName: Hashable {
    @usableFromInline let id: EffectID
    @usableFromInline let ending: Ending?
    @usableFromInline let space: Space

    /// The effects among which a name is unique.
    @usableFromInline enum Space: Hashable {
        case effects
        case activities
        /// The parts of one activity.
        case parts(of: EffectID)
    }

    @inlinable init(_ id: EffectID, ending: Ending?, in space: Space = .effects) {
        self.id = id
        self.ending = ending
        self.space = space
    }

    @inlinable static func == (lhs: EffectName, rhs: EffectName) -> Bool {
        lhs.id == rhs.id && lhs.ending === rhs.ending && lhs.space == rhs.space
    }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// As good a hash as that of the identity, so that it need not be hashed once more.
    @inlinable var hash: Int {
        var hash = id.name.hash
        if case .parts(let activity) = space { hash = hash &* 31 &+ activity.name.hash }
        if let ending { hash = hash &* 31 &+ ObjectIdentifier(ending).hashValue }
        return hash
    }
}

/// The end of one child.
@usableFromInline final class Ending: Sendable {
    @inlinable init() {}
}
