/// The name of a component within a composite machine.
public struct ComponentID: Hashable, Sendable {
    @usableFromInline enum Base: Hashable, Sendable {
        case position(Int)
        case name(EffectID)
        indirect case element(ComponentID, EffectID)
    }

    @usableFromInline let base: Base

    @inlinable
    init(_ base: Base) { self.base = base }

    /// A component that is known by its place, as those of ``Parallel`` and ``Sequential`` are.
    @inlinable
    static func position(_ position: Int) -> ComponentID { ComponentID(.position(position)) }

    /// Creates a name from a value.
    ///
    /// - Parameter name: The value; no other component of the same machine may have an equal one.
    @inlinable
    public init(_ name: some Hashable & Sendable) { base = .name(EffectID(name)) }
}

extension ComponentID {
    /// Whether it is the other one, or an element of a collection of that name.
    @inlinable
    func isWithin(_ other: ComponentID) -> Bool {
        if self == other { return true }
        return collection == other
    }

    /// The collection that it is an element of, if it is one.
    @inlinable
    var collection: ComponentID? {
        guard case .element(let collection, _) = base else { return nil }
        return collection
    }
}

extension [ComponentID] {
    /// Whether this is the path of a component, or of one within it.
    @inlinable
    func isWithin(_ other: [ComponentID]) -> Bool {
        count >= other.count && zip(self, other).allSatisfy { $0.isWithin($1) }
    }

    /// The paths of the collections and components that it leads through, the outermost first, and itself.
    @inlinable
    var surroundings: [[ComponentID]] {
        var paths: [[ComponentID]] = []
        var path: [ComponentID] = []
        for id in self {
            if let collection = id.collection { paths.append(path + [collection]) }
            path.append(id)
            paths.append(path)
        }
        return paths
    }
}

extension ComponentID: CustomStringConvertible {
    public var description: String {
        switch base {
        case .position(let position): "#\(position)"
        case .name(let name): "\(name)"
        case .element(let collection, let name): "\(collection)[\(name)]"
        }
    }
}

/// The identity of an effect that belongs to a component: no effect of another component is equal to it.
@usableFromInline
struct LiftedEffectID: Hashable, Sendable {
    /// The components it belongs to, the outermost first.
    @usableFromInline let path: [ComponentID]
    @usableFromInline let id: EffectID

    @inlinable
    init(path: [ComponentID], id: EffectID) {
        self.path = path
        self.id = id
    }
}

extension LiftedEffectID: CustomStringConvertible {
    @usableFromInline var description: String { (path.map(\.description) + [id.description]).joined(separator: "/") }
}

extension EffectID {
    /// The identity that an effect of a component has in the composite.
    @inlinable
    func within(_ path: [ComponentID]) -> EffectID {
        guard let lifted = base as? LiftedEffectID else { return EffectID(LiftedEffectID(path: path, id: self)) }
        return EffectID(LiftedEffectID(path: path + lifted.path, id: lifted.id))
    }
}
