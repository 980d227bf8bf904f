/// Takes note of which components of a machine are there, and which have gone with a transition.
///
/// See ``CompositeTransducer/callRoll(_:of:)``.
public struct Roll<Composite: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    /// What hardly any transition has; together, so that without it there is one thing to see to.
    @usableFromInline struct Rare {
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
    /// Whether the transition has been made.
    @usableFromInline var isAfter = false
    /// How many collections were named.
    @usableFromInline var collections = 0
    /// Which collections the first few were, and where; zero for those that were not named.
    @usableFromInline var versions = SIMD4<Int>.zero
    @usableFromInline var homes = SIMD4<Int>.zero
    @usableFromInline var rare: Rare?

    @inlinable
    @inline(__always)
    init() {}

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
        if hasGone(isThere: isThere()) { depart { component().leave } }
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
        if hasGone(identity: identity.map { AnyHashable($0) }) { depart { component().leave } }
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
        if isAfter {
            if !isUnchanged(children), isReplaced(by: &children, at: collection) { depart { collection().leave } }
        } else {
            note(&children, at: collection)
        }
        if children.hasRemoved { depart(collection, from: &children) }
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
        if hasGone(isThere: isThere()) { depart { collection().leave } }
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
        collections = 0
        isAfter = true
        if rare != nil { beginAgainBeyond() }
    }

    // What is rare is kept out of the way of each event.

    @inlinable
    @inline(__always)
    mutating func hasGone(isThere: Bool) -> Bool {
        defer { bit &<<= 1 }
        if isThere {
            if bit == 0 { noteBeyond(true) }
            present |= bit
            return false
        }
        return bit == 0 ? noteBeyond(false) : past & bit != 0
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
        if collections < versions.scalarCount {
            versions[collections] = children.version
            homes[collections] = children.home
        } else {
            noteBeyond(version: children.version, home: children.home)
        }
        collections += 1
    }

    @inlinable
    @inline(never)
    mutating func noteBeyond(version: Int, home: Int) {
        var rare = rare ?? Rare()
        rare.pastCollections.append((version, home))
        self.rare = rare
    }

    /// Whether the same collection was named at the same place before; if not, one before it may have come or gone.
    @inlinable
    @inline(__always)
    mutating func isUnchanged<ID, State>(_ children: Children<ID, State>) -> Bool {
        defer { collections += 1 }
        guard collections < versions.scalarCount else { return false }
        return versions[collections] == children.origin && homes[collections] == children.home
    }

    /// Whether there was another one in the place of a collection.
    @inlinable
    @inline(never)
    mutating func isReplaced<ID, Machine>(
        by children: inout Children<ID, Machine.State>,
        at collection: () -> ComponentCollection<Composite, ID, Machine>
    ) -> Bool {
        let home = collection().home
        children.home = home
        let version: Int
        if let number = homes.indices.first(where: { homes[$0] == home }) {
            version = versions[number]
        } else if let past = rare?.pastCollections.first(where: { $0.home == home }) {
            version = past.version
        } else {
            return false
        }
        return version != children.origin && version != children.version
    }

    @inlinable
    @inline(never)
    mutating func hasGone(identity: AnyHashable?) -> Bool {
        var rare = rare ?? Rare()
        defer { self.rare = rare }
        let number = rare.presentIdentities.count
        rare.presentIdentities.append(identity)
        guard number < rare.pastIdentities.count, let past = rare.pastIdentities[number] else { return false }
        return past != identity
    }

    @inlinable
    @inline(never)
    mutating func depart(_ departure: () -> Effect) {
        addDeparture(departure())
    }

    @inlinable
    @inline(never)
    mutating func depart<ID, Machine>(
        _ collection: () -> ComponentCollection<Composite, ID, Machine>,
        from children: inout Children<ID, Machine.State>
    ) {
        let collection = collection()
        for id in children.takeRemoved() { addDeparture(collection[id].leave) }
    }

    @inlinable
    mutating func addDeparture(_ departure: Effect) {
        var rare = rare ?? Rare()
        rare.departures = rare.departures.followed(by: departure)
        self.rare = rare
    }

    /// Takes note of a component for which there is no bit.
    ///
    /// - Returns: Whether it was there before.
    @inlinable
    @inline(never)
    @discardableResult
    mutating func noteBeyond(_ isThere: Bool) -> Bool {
        var rare = rare ?? Rare()
        defer { self.rare = rare }
        rare.present.append(isThere)
        return rare.present.count <= rare.past.count && rare.past[rare.present.count - 1]
    }

    @inlinable
    @inline(never)
    mutating func beginAgainBeyond() {
        guard var rare else { return }
        rare.past = rare.present
        rare.present = []
        rare.pastIdentities = rare.presentIdentities
        rare.presentIdentities = []
        self.rare = rare
    }
}
