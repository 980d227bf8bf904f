/// Type-erased access to the keys of a collection.
@usableFromInline final class CollectionKeys: Sendable {
    /// Whether a key is among the keys.
    @usableFromInline let contains: @Sendable (_ keys: AnyObject?, _ key: EffectID) -> Bool
    /// The keys whose children were removed or replaced, in the order of insertion.
    @usableFromInline let departed: @Sendable (_ past: AnyObject?, _ present: AnyObject?) -> [EffectID]

    @inlinable init<ID: Hashable & Sendable>(of type: ID.Type) {
        contains = { keys, key in
            // An identity of an effect that serves as a key is its own name.
            guard let id = key.base as? ID ?? key as? ID else { return false }
            return Membership<ID>(keys).number(of: id) != nil
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
