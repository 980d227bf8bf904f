/// The name of an effect while the run carries it out.
///
/// Exit effects of an ended child have names of their own, because a successor may use the same identities.
@usableFromInline struct EffectName: Hashable {
    @usableFromInline let id: EffectID
    @usableFromInline let ending: Ending?
    /// Activities have a namespace of their own, which other effects never touch.
    @usableFromInline let isActivity: Bool

    @inlinable init(_ id: EffectID, ending: Ending?, isActivity: Bool = false) {
        self.id = id
        self.ending = ending
        self.isActivity = isActivity
    }

    @inlinable static func == (lhs: EffectName, rhs: EffectName) -> Bool {
        lhs.id == rhs.id && lhs.ending === rhs.ending && lhs.isActivity == rhs.isActivity
    }

    @inlinable func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(isActivity)
        if let ending { hasher.combine(ObjectIdentifier(ending)) }
    }
}

/// The end of one child.
@usableFromInline final class Ending: Sendable {
    @inlinable init() {}
}

extension TransducerEffect.Work {
    /// The name of the work, or of the effect to cancel.
    @inlinable var name: EffectName? { id.map { EffectName($0, ending: ending, isActivity: traits.isActivity) } }
}
