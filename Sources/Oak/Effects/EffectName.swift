/// What an effect is called while it is carried out.
///
/// What a component that has ended still has to do has names of its own: whoever comes after it may use the same identities.
@usableFromInline
struct EffectName: Hashable {
    @usableFromInline let id: EffectID
    @usableFromInline let ending: Ending?

    @inlinable
    init(_ id: EffectID, ending: Ending?) {
        self.id = id
        self.ending = ending
    }

    @inlinable
    static func == (lhs: EffectName, rhs: EffectName) -> Bool { lhs.id == rhs.id && lhs.ending === rhs.ending }

    @inlinable
    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        if let ending { hasher.combine(ObjectIdentifier(ending)) }
    }
}

/// The end of a component.
@usableFromInline
final class Ending: Sendable {
    @inlinable
    init() {}
}

extension TransducerEffect.Work {
    /// The name that it bears, or that of what is to be cancelled.
    @inlinable
    var name: EffectName? { id.map { EffectName($0, ending: ending) } }
}
