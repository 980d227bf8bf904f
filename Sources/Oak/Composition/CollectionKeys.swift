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

extension Membership {
    /// A type-erased reference to the keys.
    @inlinable
    @inline(__always)
    var object: AnyObject? { buckets.root }

    @inlinable init(_ object: AnyObject?) {
        self.init()
        buckets.root = object as? RadixTree<Bucket>.Branch
    }
}
