/// The keys of a collection, for those that do not know their type.
@usableFromInline
final class CollectionKeys: Sendable {
    /// Whether a key is among them.
    @usableFromInline let contains: @Sendable (_ keys: AnyObject?, _ key: EffectID) -> Bool
    /// The keys that are there no more, or that others have taken, in the order in which they were added.
    @usableFromInline let departed: @Sendable (_ past: AnyObject?, _ present: AnyObject?) -> [EffectID]

    @inlinable
    init<ID: Hashable & Sendable>(of type: ID.Type) {
        contains = { keys, key in
            guard let id = key.base as? ID else { return false }
            return Membership<ID>(keys).number(of: id) != nil
        }
        departed = { past, present in
            Membership<ID>.departed(from: Membership(past), to: Membership(present)).map { EffectID($0) }
        }
    }
}

extension Membership {
    /// The same, for those that do not know its type.
    @inlinable
    @inline(__always)
    var object: AnyObject? { buckets.root }

    @inlinable
    init(_ object: AnyObject?) {
        self.init()
        buckets.root = object as? RadixTree<Bucket>.Branch
    }
}
