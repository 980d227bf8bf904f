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
        /// Which collections there were and are, from the fifth on.
        @usableFromInline var pastLineages: [Int] = []
        @usableFromInline var presentLineages: [Int] = []

        @inlinable
        init() {}
    }

    /// Which components were there when the roll was called before, a bit for each.
    @usableFromInline var past: UInt64 = 0
    @usableFromInline var present: UInt64 = 0
    /// That of the next component; none when there are no more bits.
    @usableFromInline var bit: UInt64 = 1
    /// How many collections were named.
    @usableFromInline var collections = 0
    /// Which collections the first few were; zero for those that were not named.
    @usableFromInline var lineages = SIMD4<Int>.zero
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
        if isReplaced(by: children.lineage) { depart { collection().leave } }
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

    /// Takes note of a collection.
    ///
    /// - Returns: Whether there was another one in its place.
    @inlinable
    @inline(__always)
    mutating func isReplaced(by lineage: Int) -> Bool {
        defer { collections += 1 }
        guard collections < lineages.scalarCount else { return isReplacedBeyond(by: lineage) }
        defer { lineages[collections] = lineage }
        return lineages[collections] != lineage && lineages[collections] != 0
    }

    @inlinable
    @inline(never)
    mutating func isReplacedBeyond(by lineage: Int) -> Bool {
        var rare = rare ?? Rare()
        defer { self.rare = rare }
        let number = rare.presentLineages.count
        rare.presentLineages.append(lineage)
        return number < rare.pastLineages.count && rare.pastLineages[number] != lineage
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
        rare.pastLineages = rare.presentLineages
        rare.presentLineages = []
        self.rare = rare
    }
}
