/// The position of a child among the declared children of its composite.
@usableFromInline final class ChildPlace: Sendable {
    @usableFromInline let id: ChildID

    /// Distinguishes the children of a composite.
    @usableFromInline let number: Int

    /// The keys of the collection, if the child is one or an element of one.
    @usableFromInline let keys: CollectionKeys?

    /// The ``Membership/Member`` that the child is, if it is an element of a collection that has made a step.
    @usableFromInline let member: (any AnyObject & Sendable)?

    /// Identifies the child in an ``Origin``; zero for large numbers, elements, and incorrect declarations.
    @usableFromInline let digit: UInt64

    /// Set if another child of the composite has the same name.
    @usableFromInline let mistake: NamingMistake?

    @inlinable init(
        _ id: ChildID, number: Int, keys: CollectionKeys? = nil, member: (any AnyObject & Sendable)? = nil,
        mistake: NamingMistake? = nil
    ) {
        self.id = id
        self.number = number
        self.keys = keys
        self.member = member
        self.mistake = mistake
        digit = number < 127 && keys == nil && mistake == nil ? UInt64(number) + 1 : 0
    }

    /// The numbers of the two machines in a ``PairTransducer``, reserved so that no declared child has them.
    static var firstNumber: Int { 125 }
    static var secondNumber: Int { 126 }
    @usableFromInline static let firstOfTwo = ChildPlace(.first, number: firstNumber)
    @usableFromInline static let secondOfTwo = ChildPlace(.second, number: secondNumber)
}
