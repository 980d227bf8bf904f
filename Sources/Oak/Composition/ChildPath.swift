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
    @usableFromInline var names: [ChildID] {
        guard rest != nil else { return [id] }
        var names: [ChildID] = []
        names.reserveCapacity(sequence(first: self, next: \.rest).reduce(0) { count, _ in count + 1 })
        for child in sequence(first: self, next: \.rest) { names.append(child.id) }
        return names
    }
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

    @inlinable func hash(into hasher: inout Hasher) {
        for child in sequence(first: self, next: \.rest) { hasher.combine(child.id) }
    }
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

/// The child whose effect produced an action event.
///
/// A declared child takes one digit, so its events need neither memory nor reference counting.
@usableFromInline enum Origin: Sendable {
    /// The machine itself.
    case own
    /// Nested declared children, one digit each, the outermost in the lowest digit; see ``ChildPlace/digit``.
    case code(UInt64)
    /// Any other child.
    case path(ChildPath)

    @inlinable static var bitsPerDigit: UInt64 { 7 }
    @inlinable static var radix: UInt64 { 1 << bitsPerDigit }

    @inlinable var isOwn: Bool { if case .own = self { true } else { false } }
}

extension Origin {
    /// The place of the outermost child, if the origin stores it.
    @inlinable var place: ChildPlace? { if case .path(let path) = self { path.place } else { nil } }

    /// The origin as seen from the machine that contains the child.
    ///
    /// - Parameters:
    ///   - place: The place of the child.
    ///   - machine: The child's machine.
    @inlinable func within(_ place: ChildPlace, of machine: @autoclosure () -> any ExecutableTransducer.Type) -> Origin
    {
        switch self {
        case .own where place.digit != 0: return .code(place.digit)
        case .code(let code) where place.digit != 0 && code < 1 << (64 - Self.bitsPerDigit):
            return .code(code << Self.bitsPerDigit | place.digit)
        case .path(let path): return .path(ChildPath(place, path))
        case .own, .code: return .path(ChildPath(place, ChildPath(names(in: machine()))))
        }
    }

    /// The names on the path to the child, outermost first.
    ///
    /// - Parameter machine: The machine in which the origin applies.
    @usableFromInline func names(in machine: any ExecutableTransducer.Type) -> [ChildID] {
        switch self {
        case .own: return []
        case .path(let path): return path.names
        case .code(var code):
            var names: [ChildID] = []
            var machine: (any ExecutableTransducer.Type)? = machine
            while code != 0, let composite = machine {
                guard let child = ChildTable.child(Int(code % Self.radix) - 1, in: composite) else { break }
                names.append(child.id)
                machine = child.machine
                code >>= Self.bitsPerDigit
            }
            return names
        }
    }
}
