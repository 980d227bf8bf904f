/// The keys of a collection's children, each with its number in the order of insertion.
///
/// Adding or removing a key changes it; writing a state does not. A membership is a single reference: while an earlier
/// one is retained, ``isIdentical(to:)`` tells in constant time that the children are the same.
@usableFromInline
struct Membership<ID: Hashable & Sendable>: Sendable {
    /// A key and its number.
    @usableFromInline
    struct Member: Sendable {
        @usableFromInline let id: ID
        /// Increases with each insertion.
        @usableFromInline let number: UInt
        /// Distinguishes successive children under one key; `nil` in a collection created as a whole.
        @usableFromInline let token: InsertionToken?

        @inlinable
        init(id: ID, number: UInt, token: InsertionToken?) {
            self.id = id
            self.number = number
            self.token = token
        }

        /// Whether this is another child than the previous one under its key.
        ///
        /// A member of a collection created as a whole continues the previous child.
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

    /// Whether both have the same children because they are the same reference; `false` is inconclusive.
    ///
    /// - Complexity: O(1)
    @inlinable
    func isIdentical(to other: Membership) -> Bool { buckets.isIdentical(to: other.buckets) }

    /// The number of a key in the order of insertion, or `nil` if it is not a member.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    func number(of id: ID) -> UInt? { buckets.read(Self.hash(id)) { $0.number(of: id) } ?? nil }

    /// - Complexity: O(log *n*)
    @inlinable
    func member(_ id: ID) -> Member? { buckets.read(Self.hash(id)) { $0.member(id) } ?? nil }

    /// Adds a member with a new key.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    mutating func insert(_ member: Member) {
        let hash = Self.hash(member.id)
        if buckets.update(hash, { $0.others.append(member) }) == nil { buckets.insert(Bucket(member), at: hash) }
    }

    /// Removes a key.
    ///
    /// - Returns: The number that the key had, or `nil` if it was not a member.
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
    /// The keys whose children were removed or replaced, in the order of insertion.
    ///
    /// - Complexity: O(*k* log *n*), where *k* is the number of children that were added and removed in between; O(*n*)
    ///   if neither membership derives from the other.
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

/// The identity of a child that was added individually.
@usableFromInline
final class InsertionToken: Sendable {
    @inlinable
    init() {}
}
