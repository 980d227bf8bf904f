/// Hands the contents of places over to them.
private struct PlaceReading<Machine: ExecutableTransducer>: _ChildVisitor {
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
        guard let place = places[place.number] else { return }
        place.isNamed = true
        // A composite may name a child with its state, and again by itself.
        if let contents, let place = place as? TypedPlace<Contents> { place.take(contents, as: identity, task) }
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
        let found = TypedPlace<Contents>(Audience())
        handOver(state, to: [place.number: found], .hold)
        if found.isNamed, found.held == nil { UnreadableChildren.log(place.id, of: Self.self) }
        return found.held.map { ($0, found.identity) }
    }

    /// Hands the contents of observed places over to these.
    static func handOver(_ state: State, to places: [Int: ObservedPlace], _ task: PlaceTask) {
        var reading = PlaceReading<Self>(places: places, task: task)
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
