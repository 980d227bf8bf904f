/// A name that effects of a run bear one after the other.
///
/// One of them bears it; those that bore it before are cancelled, but may not have returned yet.
///
/// Only the loop touches it, as it does compositions; that is stricter than the exclusivity the runtime would check.
@usableFromInline
final class NameTag {
    @usableFromInline enum Bearer {
        case operation(number: Int)
        case composition(number: Int)
    }

    @usableFromInline let name: EffectName
    @exclusivity(unchecked) @usableFromInline var bearer: Bearer?
    /// How many have lost it and have not returned.
    @exclusivity(unchecked) @usableFromInline var lingering = 0
    /// The numbers of the operations that wait until none is left of those.
    @exclusivity(unchecked) @usableFromInline var waiting: [Int: Void] = [:]

    @inlinable
    init(_ name: EffectName) { self.name = name }

    @inlinable
    var isInUse: Bool { bearer != nil || isLingering }

    /// Whether there are effects that have lost it and have not returned.
    @inlinable
    var isLingering: Bool { lingering > 0 }

    /// Takes the name away from an effect that is cancelled.
    @inlinable
    func lose() {
        bearer = nil
        lingering += 1
    }
}
