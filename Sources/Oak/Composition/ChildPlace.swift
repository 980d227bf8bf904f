/// Where a child is among those that its composite has declared.
@usableFromInline
struct ChildPlace: Sendable {
    @usableFromInline let id: ChildID

    /// Tells the children of a composite apart.
    @usableFromInline let number: Int

    /// The keys of the collection, if it is one or an element of one.
    @usableFromInline let keys: CollectionKeys?

    /// Stands for it in an ``Origin``; zero if nothing that short does, or if there is a mistake about it.
    @usableFromInline let digit: UInt64

    /// Stands for it in a set of active children; zero if there are no more bits, or if there is a mistake about it.
    @usableFromInline let bit: UInt64

    /// Another child of the composite has its name.
    @usableFromInline let mistake: ActiveMark.Mistake?

    @inlinable
    init(_ id: ChildID, number: Int, keys: CollectionKeys? = nil, mistake: ActiveMark.Mistake? = nil) {
        self.id = id
        self.number = number
        self.keys = keys
        self.mistake = mistake
        digit = number < 127 && keys == nil && mistake == nil ? UInt64(number) + 1 : 0
        bit = number < 64 && mistake == nil ? 1 << UInt64(number) : 0
    }

    /// The numbers of the machines in ``Parallel`` and its like, out of the way of those that are declared.
    @inlinable static var firstOfTwo: Int { 125 }
    @inlinable static var secondOfTwo: Int { 126 }

}
