/// The keys of the children in a collection, and where each one is in the order of insertion.
///
/// It changes only when a key is added or removed, never when a state is written. It is one reference: as long as an earlier one is
/// kept, ``isIdentical(to:)`` tells at once that the same children are there.
@usableFromInline
struct Membership<ID: Hashable & Sendable>: Sendable {
    /// A child's key and its place.
    @usableFromInline
    struct Member: Sendable {
        @usableFromInline let id: ID
        /// Those of later ones are greater.
        @usableFromInline let number: UInt
        /// Tells apart children that were added under one key; `nil` where the collection was made as a whole.
        @usableFromInline let token: InsertionToken?

        @inlinable
        init(id: ID, number: UInt, token: InsertionToken?) {
            self.id = id
            self.number = number
            self.token = token
        }

        /// Whether this is another child than the one that had the key before.
        ///
        /// A collection that was made as a whole does not say that its children are others: they go on.
        @inlinable
        func replaces(_ old: Member) -> Bool { token != nil && token !== old.token }
    }

    /// The members whose keys have the same hash.
    @usableFromInline
    struct Bucket: Sendable {
        @usableFromInline var first: Member
        @usableFromInline var others: [Member] = []

        @inlinable
        init(_ first: Member) { self.first = first }

        @inlinable
        func member(_ id: ID) -> Member? { first.id == id ? first : others.first { $0.id == id } }

        @inlinable
        func number(of id: ID) -> UInt? { first.id == id ? first.number : others.first { $0.id == id }?.number }

        @inlinable
        func forEach(_ body: (Member) -> Void) {
            body(first)
            others.forEach(body)
        }
    }

    @usableFromInline var buckets = RadixTree<Bucket>()

    @inlinable
    init() {}

    /// Whether the same children are there, as far as one reference tells: `false` says nothing.
    ///
    /// - Complexity: O(1)
    @inlinable
    func isIdentical(to other: Membership) -> Bool { buckets.isIdentical(to: other.buckets) }

    /// The place of a key in the order of insertion, or `nil` if it is not there.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    func number(of id: ID) -> UInt? { buckets.read(Self.hash(id)) { $0.number(of: id) } ?? nil }

    /// - Complexity: O(log *n*)
    @inlinable
    func member(_ id: ID) -> Member? { buckets.read(Self.hash(id)) { $0.member(id) } ?? nil }

    /// Adds a member whose key is not there.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    mutating func insert(_ member: Member) {
        let hash = Self.hash(member.id)
        if buckets.update(hash, { $0.others.append(member) }) == nil { buckets.insert(Bucket(member), at: hash) }
    }

    /// Removes a key.
    ///
    /// - Returns: The number under which it was, or `nil` if it was not there.
    /// - Complexity: O(log *n*)
    @inlinable
    mutating func remove(_ id: ID) -> UInt? {
        guard let number = number(of: id) else { return nil }
        let hash = Self.hash(id)
        let isEmpty = buckets.update(hash) { bucket in
            guard bucket.first.id == id else {
                bucket.others.removeAll { $0.id == id }
                return false
            }
            guard let next = bucket.others.popLast() else { return true }
            bucket.first = next
            return false
        }
        if isEmpty == true { buckets.remove(hash) }
        return number
    }

    @inlinable
    static func hash(_ id: ID) -> UInt { UInt(bitPattern: id.hashValue) }
}

extension Membership {
    /// The keys of children that are there no more, or that others have taken, in the order in which the children were added.
    ///
    /// - Complexity: O(*k* log *n*), where *k* is the number of children that were added and removed in between; O(*n*) if neither has
    ///   come out of the other.
    @inlinable
    static func departed(from old: Membership, to new: Membership) -> [ID] {
        var departed: [Member] = []
        new.buckets.forEachDifference(from: old.buckets) { _, old, new in
            old?.forEach { member in
                if let successor = new?.member(member.id), !successor.replaces(member) { return }
                departed.append(member)
            }
        }
        departed.sort { $0.number < $1.number }
        return departed.map(\.id)
    }
}

/// Tells apart children that were added one by one.
@usableFromInline
final class InsertionToken: Sendable {
    @inlinable
    init() {}
}
