/// Takes note of which components of a machine are there, and which have gone with a transition.
///
/// See ``CompositeTransducer/call(_:of:)``.
public struct Roll<Composite: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    /// What hardly any transition has; together, so that without it there is one thing to see to.
    @usableFromInline struct Rare {
        /// Leaves the components that have gone.
        @usableFromInline var departures: Effect?
        /// Those that were there and are there, from the 65th on.
        @usableFromInline var past: [Bool] = []
        @usableFromInline var present: [Bool] = []

        @inlinable
        init() {}
    }

    /// Which components were there when the roll was called before, a bit for each.
    @usableFromInline var past: UInt64 = 0
    @usableFromInline var present: UInt64 = 0
    /// That of the next component; none when there are no more bits.
    @usableFromInline var bit: UInt64 = 1
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
        if isThere() {
            if bit == 0 { noteBeyond(true) }
            present |= bit
        } else if bit == 0 ? noteBeyond(false) : past & bit != 0 {
            depart(component)
        }
        bit &<<= 1
    }

    /// Says where the components of a collection are.
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
        if children.hasRemoved { depart(collection, from: &children) }
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
        if rare != nil { beginAgainBeyond() }
    }

    // What is rare is kept out of the way of each event.

    @inlinable
    @inline(never)
    mutating func depart<Machine>(_ component: () -> Component<Composite, Machine>) {
        addDeparture(component().leave)
    }

    @inlinable
    @inline(never)
    mutating func depart<ID, Machine>(
        _ collection: () -> ComponentCollection<Composite, ID, Machine>,
        from children: inout Children<ID, Machine.State>
    ) {
        let collection = collection()
        for id in children.takeRemoved() { addDeparture(collection.departure(of: id)) }
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
        self.rare = rare
    }
}
