/// The name of a child within a composite machine.
public struct ChildID: Hashable, Sendable {
    /// The structure of a name.
    @usableFromInline package enum Base: Hashable, Sendable {
        case position(Int)
        case name(EffectID)
        indirect case element(ChildID, EffectID)

        /// Hashes an element by its key alone, because its collection is known where children are looked up.
        @inlinable package func hash(into hasher: inout Hasher) {
            switch self {
            case .position(let position): hasher.combine(position)
            case .name(let name), .element(_, let name): hasher.combine(name)
            }
        }
    }

    @usableFromInline package let base: Base

    @inlinable init(_ base: Base) { self.base = base }

    /// A child identified by its position, as in ``Parallel`` and ``Sequential``.
    @inlinable static func position(_ position: Int) -> ChildID { ChildID(.position(position)) }

    /// Creates a name from a value.
    ///
    /// - Parameter name: The value, unique among the children of the machine.
    @inlinable public init(_ name: some Hashable & Sendable) { base = .name(EffectID(name)) }
}

extension ChildID {
    /// The collection that contains this element, or `nil` for any other child.
    @inlinable var collection: ChildID? {
        guard case .element(let collection, _) = base else { return nil }
        return collection
    }
}

extension ChildID: CustomStringConvertible {
    public var description: String {
        switch base {
        case .position(let position): "#\(position)"
        case .name(let name): "\(name)"
        case .element(let collection, let name): "\(collection)[\(name)]"
        }
    }
}

extension ChildID {
    /// The first machine of a pair, as in ``Parallel`` and ``Sequential``.
    public static let first = position(0)

    /// The second machine of a pair, as in ``Parallel`` and ``Sequential``.
    public static let second = position(1)

    /// The name of an element of the ``ChildCollection`` with this name.
    ///
    /// - Parameter key: The key of the child.
    public subscript(key: some Hashable & Sendable) -> ChildID { ChildID(.element(self, EffectID(key))) }
}
