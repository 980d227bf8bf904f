extension EffectID {
    /// Creates the identity that an effect of a child has in the composite, from the names of the child.
    ///
    /// It is the one that ``Child/id(_:)`` gives. Write it out where the child itself cannot be named, as in a test that
    /// was made of a recorded run.
    ///
    /// - Parameters:
    ///   - base: The identity that the child gave to the effect.
    ///   - child: The names of the child and of those around it within the composite, the outermost first.
    public init(_ base: some Hashable & Sendable, in child: ChildID...) {
        self = child.isEmpty ? EffectID(base) : EffectID(base).within(child)
    }

    /// The names of the child whose effect it identifies, the outermost first; empty for an effect of the machine itself.
    public var child: [ChildID] { (base as? ChildEffectID)?.path ?? [] }

    /// The identity that the child gave to the effect.
    public var withoutChild: EffectID { (base as? ChildEffectID)?.id ?? self }
}

extension ChildID {
    /// The first of two machines that are one, as in ``Parallel`` and ``Sequential``.
    public static let first = position(0)

    /// The second of two machines that are one, as in ``Parallel`` and ``Sequential``.
    public static let second = position(1)

    /// The name that a child has in a ``ChildCollection`` of this name.
    ///
    /// - Parameter key: The key of the child.
    public subscript(key: some Hashable & Sendable) -> ChildID { ChildID(.element(self, EffectID(key))) }

    /// The parts of a name.
    package enum Parts {
        case position(Int)
        case name(EffectID)
        case element(of: ChildID, key: EffectID)
    }

    /// The parts of this name.
    package var parts: Parts {
        switch base {
        case .position(let position): .position(position)
        case .name(let name): .name(name)
        case .element(let collection, let key): .element(of: collection, key: key)
        }
    }
}
