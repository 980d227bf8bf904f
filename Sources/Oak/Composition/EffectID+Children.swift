extension EffectID {
    /// Creates the identity that a child's effect has in the composite, from the names of the child.
    ///
    /// The result equals that of ``Child/id(_:)``. Use it where the child itself is not accessible, as in a test
    /// generated from a recorded run.
    ///
    /// - Parameters:
    ///   - base: The identity that the child gave to the effect.
    ///   - child: The names on the path to the child within the composite, outermost first, including its own.
    public init(_ base: some Hashable & Sendable, in child: ChildID...) {
        self = EffectID(base).within(child)
    }

    /// The names on the path to the child that the effect belongs to, outermost first; empty for the machine itself.
    public var child: [ChildID] { (base as? ChildEffectID)?.path.names ?? [] }

    /// The identity that the child gave to the effect.
    package var withoutChild: EffectID { (base as? ChildEffectID)?.id ?? self }
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

    /// The structure of a name.
    package enum Parts {
        case position(Int)
        case name(EffectID)
        case element(of: ChildID, key: EffectID)
    }

    /// The structure of this name.
    package var parts: Parts {
        switch base {
        case .position(let position): .position(position)
        case .name(let name): .name(name)
        case .element(let collection, let key): .element(of: collection, key: key)
        }
    }
}
