/// Takes note of which components of a machine are there, and which have gone with a transition.
///
/// See ``CompositeTransducer/callRoll(_:of:)``.
public struct Roll<Composite: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    /// What hardly any transition has; behind a reference, so that without it there is one thing to see to.
    @usableFromInline final class Rare {
        /// Leaves the components that have gone.
        @usableFromInline var departures: Effect?
        /// Those that were there and are there, from the 65th on.
        @usableFromInline var past: [Bool] = []
        @usableFromInline var present: [Bool] = []
        /// Who those are, and were, that are known by more than whether they are there.
        @usableFromInline var pastIdentities: [AnyHashable?] = []
        @usableFromInline var presentIdentities: [AnyHashable?] = []
        /// Which collections there were, from the fifth on, and where.
        @usableFromInline var pastCollections: [(version: Int, home: Int)] = []

        @inlinable
        init() {}
    }

    /// Which components were there when the roll was called before, a bit for each.
    @usableFromInline var past: UInt64 = 0
    @usableFromInline var present: UInt64 = 0
    /// That of the next component; none when there are no more bits.
    @usableFromInline var bit: UInt64 = 1
    /// Everything that is not asked for with each component; elsewhere, so that the roll itself needs no memory.
    @usableFromInline let book: UnsafeMutablePointer<Book>

    @usableFromInline struct Book {
        @usableFromInline var rare: Rare?
        /// Whether the transition has been made.
        @usableFromInline var isAfter = false
        /// How many collections were named.
        @usableFromInline var collections = 0
        /// Which collections there were before the transition, and where; as many as were named.
        @usableFromInline var versions = SIMD4<Int>.zero
        @usableFromInline var homes = SIMD4<Int>.zero

        @inlinable
        @inline(__always)
        init() {}
    }

    @inlinable
    @inline(__always)
    init(writingTo book: UnsafeMutablePointer<Book>) { self.book = book }

    /// Says whether a component is there.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - isThere: Whether it is there.
    @inlinable
    @inline(__always)
    public mutating func call<Machine>(
        _ component: @autoclosure () -> Component<Composite, Machine>, isThere: () -> Bool
    ) {
        if hasGone(isThere: isThere()) { Self.depart(&book.pointee.rare) { component().leave } }
    }

    /// Says which component is there, where another can take its place in a single transition.
    ///
    /// What had one identity has gone when there is another: the profile of one user when another user signs in.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - identity: What tells the one that is there from another; `nil` if there is none.
    @inlinable
    public mutating func call<Machine>(
        _ component: @autoclosure () -> Component<Composite, Machine>, as identity: (some Hashable)?
    ) {
        if Self.hasGone(&book.pointee.rare, identity: identity.map { AnyHashable($0) }) {
            Self.depart(&book.pointee.rare) { component().leave }
        }
    }

    /// Says where the components of a collection are, so that those that are removed from it go.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - children: Their states.
    @inlinable
    @inline(__always)
    public mutating func call<ID, Machine>(
        _ collection: @autoclosure () -> ComponentCollection<Composite, ID, Machine>,
        in children: inout Children<ID, Machine.State>
    ) {
        if book.pointee.isAfter {
            if !isUnchanged(children), isReplaced(by: &children, at: collection) {
                Self.depart(&book.pointee.rare) { collection().leave }
            }
        } else {
            note(&children, at: collection)
        }
        if children.hasRemoved { Self.depart(&book.pointee.rare, collection, from: &children) }
    }

    /// Says whether a collection is there, where it is not in every state.
    ///
    /// When it has gone, all of its components have. Those that are removed from it while it is there are asked for by
    /// ``call(_:in:)`` as well: a `Children` in a case is taken out of the state, handed to the roll, and put back.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - isThere: Whether it is there.
    @inlinable
    @inline(__always)
    public mutating func call<ID, Machine>(
        _ collection: @autoclosure () -> ComponentCollection<Composite, ID, Machine>, isThere: () -> Bool
    ) {
        if hasGone(isThere: isThere()) { Self.depart(&book.pointee.rare) { collection().leave } }
    }
}

extension Roll {
    /// What is there now is what was there before.
    @inlinable
    @inline(__always)
    mutating func beginAgain() {
        past = present
        present = 0
        bit = 1
        book.pointee.collections = 0
        book.pointee.isAfter = true
        book.pointee.rare?.beginAgain()
    }

    @inlinable
    @inline(__always)
    mutating func hasGone(isThere: Bool) -> Bool {
        defer { bit &<<= 1 }
        if bit == 0 { return Self.hasGoneBeyond(&book.pointee.rare, isThere: isThere) }
        if isThere { present |= bit }
        return !isThere && past & bit != 0
    }

    /// Takes note of a collection before the transition.
    @inlinable
    @inline(__always)
    mutating func note<ID, Machine>(
        _ children: inout Children<ID, Machine.State>,
        at collection: () -> ComponentCollection<Composite, ID, Machine>
    ) {
        if children.home == 0 { children.home = collection().home }
        if children.origin != children.version { children.origin = children.version }
        let number = book.pointee.collections
        if number < book.pointee.versions.scalarCount {
            book.pointee.versions[number] = children.version
            book.pointee.homes[number] = children.home
        } else {
            Self.noteBeyond(&book.pointee.rare, version: children.version, home: children.home)
        }
        book.pointee.collections += 1
    }

    /// Whether the same collection was named at the same place before; if not, one before it may have come or gone.
    @inlinable
    @inline(__always)
    mutating func isUnchanged<ID, State>(_ children: Children<ID, State>) -> Bool {
        defer { book.pointee.collections += 1 }
        let number = book.pointee.collections
        guard number < book.pointee.versions.scalarCount else { return false }
        return book.pointee.versions[number] == children.origin && book.pointee.homes[number] == children.home
    }

    /// Whether there was another one in the place of a collection.
    @inlinable
    @inline(__always)
    mutating func isReplaced<ID, Machine>(
        by children: inout Children<ID, Machine.State>,
        at collection: () -> ComponentCollection<Composite, ID, Machine>
    ) -> Bool {
        children.home = collection().home
        let past = Self.version(of: children.home, in: book.pointee)
        return past.map { $0 != children.origin && $0 != children.version } ?? false
    }
}

// MARK: - What is rare

// It is kept out of the way of each event, and does not touch the roll itself, which has no need of memory then.
extension Roll {
    @inlinable
    @inline(never)
    static func version(of home: Int, in book: Book) -> Int? {
        if let number = book.homes.indices.first(where: { book.homes[$0] == home }) { return book.versions[number] }
        return book.rare?.pastCollections.first { $0.home == home }?.version
    }

    @inlinable
    @inline(never)
    static func noteBeyond(_ rare: inout Rare?, version: Int, home: Int) {
        make(&rare).pastCollections.append((version, home))
    }

    /// Takes note of a component for which there is no bit.
    ///
    /// - Returns: Whether it was there before and is not there any more.
    @inlinable
    @inline(never)
    static func hasGoneBeyond(_ rare: inout Rare?, isThere: Bool) -> Bool {
        let rare = make(&rare)
        rare.present.append(isThere)
        let number = rare.present.count - 1
        return !isThere && number < rare.past.count && rare.past[number]
    }

    @inlinable
    @inline(never)
    static func hasGone(_ rare: inout Rare?, identity: AnyHashable?) -> Bool {
        let rare = make(&rare)
        let number = rare.presentIdentities.count
        rare.presentIdentities.append(identity)
        guard number < rare.pastIdentities.count, let past = rare.pastIdentities[number] else { return false }
        return past != identity
    }

    @inlinable
    @inline(never)
    static func depart(_ rare: inout Rare?, _ departure: () -> Effect) {
        make(&rare).add(departure())
    }

    @inlinable
    @inline(never)
    static func depart<ID, Machine>(
        _ rare: inout Rare?, _ collection: () -> ComponentCollection<Composite, ID, Machine>,
        from children: inout Children<ID, Machine.State>
    ) {
        let (rare, collection) = (make(&rare), collection())
        for id in children.takeRemoved() { rare.add(collection[id].leave) }
    }

    @inlinable
    static func make(_ rare: inout Rare?) -> Rare {
        if let rare { return rare }
        let new = Rare()
        rare = new
        return new
    }
}

extension Roll.Rare {
    @inlinable
    func add(_ departure: Roll.Effect) { departures = departures.followed(by: departure) }

    /// The departures, if there are any, and then the effect of the transition.
    @inlinable
    @inline(never)
    func departures(before effect: Roll.Effect?) -> Roll.Effect? {
        guard let departures else { return effect }
        // A component that ends and is left in the same transition departs once.
        return departures.followed(by: effect?.withoutDepartures(in: departures))
    }

    @inlinable
    @inline(never)
    func beginAgain() {
        past = present
        present = []
        pastIdentities = presentIdentities
        presentIdentities = []
    }
}
