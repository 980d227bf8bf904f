/// The keys of a collection's children, each with its number in the order of insertion.
///
/// Adding or removing a key changes it; writing a state does not. All keys are behind a single reference: while an
/// earlier one is retained, ``isIdentical(to:)`` tells in constant time that the children are the same.
///
/// Memberships that derive from one another, and all of their members, are of one *lineage*, which begins when a key is
/// added to a membership that never had any. Only within a lineage can a child succeed another one under its key.
@usableFromInline struct Membership<ID: Hashable & Sendable>: Sendable {
    /// A child under its key, from its insertion to its removal.
    @usableFromInline final class Member: Sendable {
        @usableFromInline let id: ID
        /// Increases with each insertion.
        @usableFromInline let number: UInt
        @usableFromInline let lineage: Int

        @inlinable init(id: ID, number: UInt, lineage: Int) {
            self.id = id
            self.number = number
            self.lineage = lineage
        }

        /// Whether this child is a successor of the previous child under its key, and does not continue it.
        @inlinable func replaces(_ old: Member) -> Bool { lineage == old.lineage && self !== old }
    }

    /// The members whose keys have the same hash.
    @usableFromInline enum Bucket: Sendable {
        case one(Member)
        case several([Member])

        @inlinable var members: [Member] {
            switch self {
            case .one(let member): [member]
            case .several(let members): members
            }
        }

        @inlinable func member(_ id: ID) -> Member? {
            switch self {
            case .one(let member): member.id == id ? member : nil
            case .several(let members): members.first { $0.id == id }
            }
        }

        /// Whether both consist of the same member, which is by far the most frequent case.
        @inlinable func isSameMember(as other: Bucket) -> Bool {
            guard case .one(let member) = self, case .one(let others) = other else { return false }
            return member === others
        }

        /// Whether a child is still there; its key may not equal itself.
        @inlinable func continues(_ old: Member) -> Bool {
            members.contains { $0 === old || $0.id == old.id && !$0.replaces(old) }
        }
    }

    @usableFromInline var buckets = RadixTree<Bucket>()
    /// The number of the next member.
    @usableFromInline var nextNumber: UInt = 0
    @usableFromInline var lineage = 0

    @inlinable init() {}

    /// Whether both have the same children because they are the same reference; `false` is inconclusive.
    ///
    /// - Complexity: O(1)
    @inlinable func isIdentical(to other: Membership) -> Bool { buckets.isIdentical(to: other.buckets) }

    /// The number of a key in the order of insertion, or `nil` if it is not a member.
    ///
    /// - Complexity: O(log *n*)
    @inlinable func number(of id: ID) -> UInt? { buckets.read(Self.hash(id)) { $0.member(id)?.number } ?? nil }

    /// - Complexity: O(log *n*)
    @inlinable func member(_ id: ID) -> Member? { buckets.read(Self.hash(id)) { $0.member(id) } ?? nil }

    /// Adds a new key.
    ///
    /// - Returns: The new member.
    /// - Complexity: O(log *n*)
    @inlinable mutating func insert(_ id: ID) -> Member {
        if nextNumber == 0 { lineage = lineages.add(1) }
        let member = Member(id: id, number: nextNumber, lineage: lineage)
        nextNumber += 1
        let hash = Self.hash(id)
        if buckets.update(hash, { $0 = .several($0.members + [member]) }) == nil {
            buckets.insert(.one(member), at: hash)
        }
        return member
    }

    /// Removes a key, found by its number because it may not equal itself.
    ///
    /// - Complexity: O(log *n*)
    @inlinable mutating func remove(_ number: UInt, of id: ID) {
        let hash = Self.hash(id)
        if case .several(let members)? = buckets[hash], members.count > 1 {
            buckets.update(hash) { $0 = .several(members.filter { $0.number != number }) }
        } else {
            buckets.remove(hash)
        }
    }

    @inlinable static func hash(_ id: ID) -> UInt { UInt(bitPattern: id.hashValue) }
}

extension Membership {
    /// The keys whose children were removed or replaced, in the order of insertion.
    ///
    /// - Complexity: O(*k* log *n*), where *k* is the number of children that were added and removed in between; O(*n*)
    ///   if neither membership derives from the other.
    @inlinable static func departed(from old: Membership, to new: Membership) -> [ID] {
        var departed: [Member] = []
        new.buckets.forEachDifference(from: old.buckets) { old, new in
            guard let old = old?.element, !(new?.element.isSameMember(as: old) ?? false) else { return }
            departed += old.members.filter { !(new?.element.continues($0) ?? false) }
        }
        departed.sort { $0.number < $1.number }
        return departed.map(\.id)
    }
}

/// The number of lineages. Their numbers are compared and nothing else.
@usableFromInline let lineages = RelaxedCounter()

extension Membership {
    /// A type-erased reference to the keys.
    @inlinable var object: AnyObject? { buckets.count == 0 ? nil : buckets.root }

    @inlinable init(_ object: AnyObject?) {
        self.init()
        buckets.root = object as? RadixTree<Bucket>.Branch
    }
}

/// Type-erased access to the keys of a collection.
@usableFromInline final class CollectionKeys: Sendable {
    /// Whether a key is among the keys, and has no successor of the given member.
    @usableFromInline let contains: @Sendable (_ keys: AnyObject?, _ key: EffectID, _ member: AnyObject?) -> Bool
    /// The keys whose children were removed or replaced, in the order of insertion.
    @usableFromInline let departed: @Sendable (_ past: AnyObject?, _ present: AnyObject?) -> [EffectID]

    @inlinable init<ID: Hashable & Sendable>(of type: ID.Type) {
        contains = { keys, key, member in
            // An identity of an effect that serves as a key is its own name.
            guard let id = key.base as? ID ?? key as? ID, let present = Membership<ID>(keys).member(id) else {
                return false
            }
            guard let member, member !== present else { return true }
            return (member as? Membership<ID>.Member).map { !present.replaces($0) } ?? true
        }
        departed = { past, present in
            Membership<ID>.departed(from: Membership(past), to: Membership(present)).map { EffectID($0) }
        }
    }
}
