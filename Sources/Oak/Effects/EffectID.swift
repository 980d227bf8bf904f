/// The identity of an effect within one machine: any `Hashable` and `Sendable` value.
public struct EffectID: Sendable {
    // A reference, so that the many effects without an identity carry only one empty word.
    @usableFromInline class Name: @unchecked Sendable {
        /// The hash of the value, cached because an identity is looked up more often than it is made.
        @usableFromInline let hash: Int

        @inlinable init(hash: Int) { self.hash = hash }

        @usableFromInline var base: any Hashable & Sendable { hash }
        /// - Parameter other: A name of the same class.
        @usableFromInline func isEqual(toAlike other: Name) -> Bool { hash == other.hash }
    }

    /// A name with a static type, so that comparing two of the same type needs no cast.
    @usableFromInline final class TypedName<Base: Hashable & Sendable>: Name, @unchecked Sendable {
        @usableFromInline let value: Base

        @inlinable init(_ value: Base) {
            self.value = value
            super.init(hash: value.hashValue)
        }

        @inlinable init(_ value: Base, hash: Int) {
            self.value = value
            super.init(hash: hash)
        }

        @usableFromInline override var base: any Hashable & Sendable { value }

        @usableFromInline override func isEqual(toAlike other: Name) -> Bool {
            value == unsafeDowncast(other, to: TypedName<Base>.self).value
        }
    }

    @usableFromInline let name: Name

    /// Creates an identity from a value.
    ///
    /// - Parameter base: The value; effects with equal values share an identity. An `EffectID` is used as it is.
    @inlinable public init<Base: Hashable & Sendable>(_ base: Base) {
        name = (base as? EffectID)?.name ?? TypedName(base)
    }

    @inlinable init(named name: Name) { self.name = name }

    /// The value that serves as the identity.
    public var base: any Hashable & Sendable { name.base }
}

extension EffectID: Hashable {
    @_documentation(visibility: internal) @inlinable
    public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
        if lhs.name === rhs.name { return true }
        guard lhs.name.hash == rhs.name.hash else { return false }
        return type(of: lhs.name) == type(of: rhs.name)
            ? lhs.name.isEqual(toAlike: rhs.name) : areEqual(lhs.base, rhs.base)
    }

    @_documentation(visibility: internal) @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.hash)
    }

    /// Compares values of the same type only; `AnyHashable` would consider the number 1 equal to 1.0.
    ///
    /// The static type of an object may be a superclass on one side and its own class on the other.
    @usableFromInline static func areEqual<Base: Hashable>(_ lhs: Base, _ rhs: any Hashable) -> Bool {
        type(of: lhs) == type(of: rhs) && lhs == (rhs as? Base)
    }
}

extension EffectID: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String { String(describing: base) }

    /// The text of the identity, or the name of a case without the values that it carries, or else of the type.
    package var nameWithoutValues: String {
        let own = withoutChild.base
        return own as? String ?? Oak.nameWithoutValues(of: own)
    }
}

/// The identity of an effect to which none is given.
public struct _Unnamed: Hashable, Sendable {
    @inlinable public init() {}
}

extension EffectID {
    /// The identity made of a value; `nil` if the value stands for none.
    @inlinable package static func naming<Base: Hashable & Sendable>(_ base: Base) -> EffectID? {
        Base.self == _Unnamed.self ? nil : EffectID(base)
    }
}
