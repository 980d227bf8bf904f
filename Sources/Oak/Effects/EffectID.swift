/// The name of an effect within one machine: any value that is `Hashable` and `Sendable`.
public struct EffectID: Sendable {
    // Behind a reference, so that the many effects without a name carry one empty word.
    @usableFromInline final class Name: Sendable {
        @usableFromInline let base: any Hashable & Sendable

        @inlinable
        init(_ base: any Hashable & Sendable) { self.base = base }
    }

    @usableFromInline let name: Name

    /// Creates a name from a value.
    ///
    /// - Parameter base: The value; effects with equal values share an identity. A value that is an
    ///   `EffectID` already stays as it is.
    @inlinable
    public init(_ base: some Hashable & Sendable) {
        name = (base as? EffectID)?.name ?? Name(base)
    }

    /// The value that serves as the name.
    @inlinable
    public var base: any Hashable & Sendable { name.base }
}

extension EffectID: Hashable {
    @inlinable
    public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
        lhs.name === rhs.name || isEqual(lhs.base, rhs.base)
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }

    /// Compares values of the same type only; `AnyHashable` would find the number 1 equal to 1.0.
    @inlinable
    static func isEqual<Base: Hashable>(_ lhs: Base, _ rhs: any Hashable) -> Bool {
        type(of: lhs) == type(of: rhs) && lhs == (rhs as? Base)
    }
}

extension EffectID: CustomStringConvertible {
    public var description: String { String(describing: base) }
}
