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

    @inlinable init(_ name: EffectName) { self.name = name }

    @inlinable var isInUse: Bool { bearer != nil || isLingering }

    /// Whether an effect has lost the name and has not returned.
    @inlinable var isLingering: Bool { lingering > 0 }

    /// Takes the name from a cancelled effect.
    @inlinable func lose() {
        bearer = nil
        lingering += 1
    }
}
