/// What an effect is called while it is carried out.
///
/// The work that a child which has ended still has to do has names of its own: whoever comes after it may use the same identities.
@usableFromInline
struct EffectName: Hashable {
    @usableFromInline let id: EffectID
    @usableFromInline let ending: Ending?
    /// Activities have names of their own, which other effects do not touch.
    @usableFromInline let isActivity: Bool

    @inlinable
    init(_ id: EffectID, ending: Ending?, isActivity: Bool = false) {
        self.id = id
        self.ending = ending
        self.isActivity = isActivity
    }

    @inlinable
    static func == (lhs: EffectName, rhs: EffectName) -> Bool {
        lhs.id == rhs.id && lhs.ending === rhs.ending && lhs.isActivity == rhs.isActivity
    }

    @inlinable
    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(isActivity)
        if let ending { hasher.combine(ObjectIdentifier(ending)) }
    }
}

/// The end of a child.
@usableFromInline
final class Ending: Sendable {
    @inlinable
    init() {}
}

extension TransducerEffect.Work {
    /// The name that it bears, or that of what is to be cancelled.
    @inlinable
    var name: EffectName? { id.map { EffectName($0, ending: ending, isActivity: traits.isActivity) } }
}
