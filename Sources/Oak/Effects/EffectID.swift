/// The name of an effect within one machine: any value that is `Hashable` and `Sendable`.
public struct EffectID: Sendable {
    // Behind a reference, so that the many effects without a name carry one empty word.
    @usableFromInline class Name: @unchecked Sendable {
        /// That of the value: a name is looked up more often than it is made.
        @usableFromInline let hash: Int

        @inlinable
        init(hash: Int) { self.hash = hash }

        @usableFromInline var base: any Hashable & Sendable { hash }
        /// - Parameter other: A name of the same class.
        @usableFromInline func isEqual(toAlike other: Name) -> Bool { hash == other.hash }
    }

    /// A name whose type is known, so that two of a type are compared without a cast.
    @usableFromInline final class TypedName<Base: Hashable & Sendable>: Name, @unchecked Sendable {
        @usableFromInline let value: Base

        @inlinable
        init(_ value: Base) {
            self.value = value
            super.init(hash: value.hashValue)
        }

        @usableFromInline override var base: any Hashable & Sendable { value }

        @usableFromInline
        override func isEqual(toAlike other: Name) -> Bool {
            value == unsafeDowncast(other, to: TypedName<Base>.self).value
        }
    }

    @usableFromInline let name: Name

    /// Creates a name from a value.
    ///
    /// - Parameter base: The value; effects with equal values share an identity. A value that is an
    ///   `EffectID` already stays as it is.
    @inlinable
    public init<Base: Hashable & Sendable>(_ base: Base) {
        name = (base as? EffectID)?.name ?? TypedName(base)
    }

    /// The value that serves as the name.
    public var base: any Hashable & Sendable { name.base }
}

extension EffectID: Hashable {
    @inlinable
    public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
        if lhs.name === rhs.name { return true }
        guard lhs.name.hash == rhs.name.hash else { return false }
        return type(of: lhs.name) == type(of: rhs.name)
            ? lhs.name.isEqual(toAlike: rhs.name) : areEqual(lhs.base, rhs.base)
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.hash)
    }

    /// Compares values of the same type only; `AnyHashable` would find the number 1 equal to 1.0.
    ///
    /// An object may be known as one of a superclass here and of its own class there.
    @usableFromInline
    static func areEqual<Base: Hashable>(_ lhs: Base, _ rhs: any Hashable) -> Bool {
        type(of: lhs) == type(of: rhs) && lhs == (rhs as? Base)
    }
}

extension EffectID: CustomStringConvertible {
    public var description: String { String(describing: base) }
}
