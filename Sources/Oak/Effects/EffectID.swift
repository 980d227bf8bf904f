/// The name of an effect within one machine: any value that is `Hashable` and `Sendable`.
public struct EffectID: Hashable, Sendable {
    /// The value that serves as the name.
    public let base: any Hashable & Sendable

    /// Creates a name from a value.
    ///
    /// - Parameter base: The value; effects with equal values share an identity. A value that is an
    ///   `EffectID` already stays as it is.
    @inlinable
    public init(_ base: some Hashable & Sendable) {
        self.base = (base as? EffectID)?.base ?? base
    }

    @inlinable
    public static func == (lhs: EffectID, rhs: EffectID) -> Bool {
        AnyHashable(lhs.base) == AnyHashable(rhs.base)
    }

    @inlinable
    public func hash(into hasher: inout Hasher) {
        AnyHashable(base).hash(into: &hasher)
    }
}

extension EffectID: CustomStringConvertible {
    @inlinable
    public var description: String { String(describing: base) }
}
