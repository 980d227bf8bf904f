/// The search for the contents of one place: the state of a child, or the states of a collection.
struct PlaceReading<Machine: ExecutableTransducer, Contents>: _ChildVisitor {
    typealias Composite = Machine

    private let place: ChildPlace
    /// Whether the composite names the child.
    private(set) var isActive = false
    /// The contents; `nil` if the child is not active or is named without its state.
    private(set) var contents: Contents?
    /// The identity of the child, if it has one.
    private(set) var identity: EffectID?

    init(_ place: ChildPlace) { self.place = place }

    mutating func visit<Inner>(
        _ child: Child<Machine, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        if take(state, at: child.lift.place), let identity { self.identity = EffectID(identity) }
    }

    mutating func visit<ID, Inner>(
        _ collection: ChildCollection<Machine, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        take(states, at: collection.place)
    }

    /// - Returns: Whether this is the place.
    @discardableResult
    private mutating func take<Found>(_ contents: Found?, at place: ChildPlace) -> Bool {
        guard place.number == self.place.number else { return false }
        isActive = true
        // A composite may name a child with its state, and again by itself.
        self.contents = contents as? Contents ?? self.contents
        return true
    }
}

/// The search for the contents of all observed places.
struct PlacesReading<Machine: ExecutableTransducer>: _ChildVisitor {
    typealias Composite = Machine

    let places: [Int: ObservedPlace]
    let task: PlaceTask

    func visit<Inner>(
        _ child: Child<Machine, Inner>, as identity: (some Hashable & Sendable)?, in state: Inner.State?
    ) {
        hand(state, to: child.lift.place, as: identity.map { EffectID($0) })
    }

    func visit<ID, Inner>(
        _ collection: ChildCollection<Machine, ID, Inner>, in states: Children<ID, Inner.State>
    ) {
        hand(states, to: collection.place)
    }

    private func hand<Contents>(_ contents: Contents?, to place: ChildPlace, as identity: EffectID? = nil) {
        guard let contents, let place = places[place.number] as? TypedPlace<Contents> else { return }
        place.take(contents, as: identity, task)
    }
}

extension CompositeTransducer {
    /// Reads the contents of a place in a state.
    ///
    /// - Returns: The contents, and the identity of a child that has one, or `nil` if the child is not active, or is
    ///   named without its state.
    /// - Complexity: O(*n*), where *n* is the number of active children and collections; no state is copied but the one
    ///   that is read.
    @MainActor
    static func contents<Contents>(
        of place: ChildPlace, in state: State
    ) -> (contents: Contents, identity: EffectID?)? {
        var reading = PlaceReading<Self, Contents>(place)
        _visitChildren(in: state, &reading)
        if reading.isActive, reading.contents == nil { UnreadableChildren.log(place.id, of: Self.self) }
        return reading.contents.map { ($0, reading.identity) }
    }

    /// Hands the contents of observed places over to these.
    static func handOver(_ state: State, to places: [Int: ObservedPlace], _ task: PlaceTask) {
        var reading = PlacesReading<Self>(places: places, task: task)
        _visitChildren(in: state, &reading)
    }
}

/// The children that could not be read and have been logged.
@MainActor private enum UnreadableChildren {
    private static var logged: Set<String> = []

    /// Logs once that a child is active and has been named without its state.
    static func log(_ child: ChildID, of composite: any ExecutableTransducer.Type) {
        guard logged.insert("\(composite).\(child)").inserted else { return }
        PlatformLog.write(
            "\(composite): a view cannot show the child \(child), because activeChildren(in:) does not say its state.",
            details: "Name the child with its state, as in 'child(state.child)'.")
    }
}
