extension EffectID {
    /// Creates the identity that an effect of a component has in the composite, from the names of the component.
    ///
    /// It is the one that ``Component/id(_:)`` gives. Write it out where the component itself cannot be named, as in a test that
    /// was made of a recorded run.
    ///
    /// - Parameters:
    ///   - base: The identity that the component gave to the effect.
    ///   - component: The names of the component and of those around it within the composite, the outermost first.
    public init(_ base: some Hashable & Sendable, in component: ComponentID...) {
        self = component.isEmpty ? EffectID(base) : EffectID(base).within(component)
    }

    /// The names of the component whose effect it identifies, the outermost first; empty for an effect of the machine itself.
    public var component: [ComponentID] { (base as? LiftedEffectID)?.path ?? [] }

    /// The identity that the component gave to the effect.
    public var withoutComponent: EffectID { (base as? LiftedEffectID)?.id ?? self }
}

extension ComponentID {
    /// The first of two machines that are one, as in ``Parallel`` and ``Sequential``.
    public static let first = position(0)

    /// The second of two machines that are one, as in ``Parallel`` and ``Sequential``.
    public static let second = position(1)

    /// The name that a component has in a ``ComponentCollection`` of this name.
    ///
    /// - Parameter key: The key of the component.
    public subscript(key: some Hashable & Sendable) -> ComponentID { ComponentID(.element(self, EffectID(key))) }

    /// The parts of a name.
    package enum Parts {
        case position(Int)
        case name(EffectID)
        case element(of: ComponentID, key: EffectID)
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
