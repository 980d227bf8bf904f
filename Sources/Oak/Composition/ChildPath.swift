/// The path from a machine to a child inside it.
///
/// The path from the composite around the machine shares it: an effect is lifted in constant time.
@usableFromInline final class ChildPath: Sendable {
    /// The name of the outermost child.
    @usableFromInline let id: ChildID
    /// The place of the outermost child, unless only its name is known.
    @usableFromInline let place: ChildPlace?
    /// The path from the outermost child to the child, if that is another one.
    @usableFromInline let rest: ChildPath?

    @inlinable init(_ id: ChildID, at place: ChildPlace? = nil, _ rest: ChildPath?) {
        self.id = id
        self.place = place
        self.rest = rest
    }

    @inlinable convenience init(_ place: ChildPlace, _ rest: ChildPath? = nil) { self.init(place.id, at: place, rest) }

    /// Creates a path from names, the outermost first; `nil` if there are none.
    @inlinable convenience init?(_ names: [ChildID]) {
        guard let first = names.first else { return nil }
        self.init(first, names.dropFirst().reversed().reduce(nil) { ChildPath($1, $0) })
    }

    /// The last child on the path.
    @inlinable var last: ChildPath {
        var last = self
        while let rest = last.rest { last = rest }
        return last
    }

    /// All collections and children along the path, the outermost first, including the last child.
    @usableFromInline var surroundings: [(names: [ChildID], member: AnyObject?)] {
        var names: [ChildID] = []
        return sequence(first: self, next: \.rest).flatMap { child in
            let collection = child.id.collection.map { [(names: names + [$0], member: AnyObject?.none)] } ?? []
            names.append(child.id)
            return collection + [(names, child.place?.member)]
        }
    }

    /// The names on the path, the outermost first.
    @inlinable var names: [ChildID] { sequence(first: self, next: \.rest).map(\.id) }
}

extension ChildPath: Hashable {
    @inlinable static func == (lhs: ChildPath, rhs: ChildPath) -> Bool {
        var (left, right) = (Optional(lhs), Optional(rhs))
        while left !== right {
            guard let next = left, let other = right, next.id == other.id else { return false }
            (left, right) = (next.rest, other.rest)
        }
        return true
    }

    @inlinable func hash(into hasher: inout Hasher) { for id in names { hasher.combine(id) } }
}

/// The identity of an effect of a child, distinct from those of all other children's effects.
@usableFromInline struct ChildEffectID: Hashable, Sendable {
    @usableFromInline let path: ChildPath
    @usableFromInline let id: EffectID

    @inlinable init(path: ChildPath, id: EffectID) {
        self.path = path
        self.id = id
    }
}

extension ChildEffectID: CustomStringConvertible {
    @usableFromInline var description: String {
        (path.names.map(\.description) + [id.description]).joined(separator: "/")
    }
}

extension EffectID {
    /// The identity that an effect of a child has in the composite.
    ///
    /// - Complexity: O(1)
    @inlinable func within(_ child: ChildID) -> EffectID {
        let lifted = (name as? TypedName<ChildEffectID>)?.value
        let outer = ChildEffectID(path: ChildPath(child, lifted?.path), id: lifted?.id ?? self)
        // Not the hash of the whole path, which would be hashed again at each level.
        return EffectID(named: TypedName(outer, hash: name.hash &* 31 &+ child.hashValue))
    }

    /// - Parameter path: The names on the path to the child, the outermost first.
    @inlinable func within(_ path: [ChildID]) -> EffectID { path.reversed().reduce(self) { $0.within($1) } }
}
