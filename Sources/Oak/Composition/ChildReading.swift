/// The search for the states of children.
///
/// Only `activeChildren(in:)` knows where the states of children are within that of their composite. It is evaluated
/// once for the purpose ``Evaluation/Purpose/reading``, and each child and each collection offers its contents.
@usableFromInline class ChildReading {
    // Views read, so only the main thread has the purpose with which this is used.
    private nonisolated(unsafe) static var current: ChildReading?

    /// The children that could not be read and have been logged.
    @MainActor private static var logged: Set<String> = []

    private let composite: any ExecutableTransducer.Type

    fileprivate init(of composite: any ExecutableTransducer.Type) { self.composite = composite }

    /// Takes the contents of a place.
    ///
    /// - Parameter identity: The identity of the child there, if it has one.
    fileprivate func take<Contents>(
        _ contents: () -> Contents?, at number: Int, as identity: EffectID?
    ) {}

    /// Offers the contents of a place to the search that is under way.
    @usableFromInline static func offer<Contents>(
        _ contents: () -> Contents?, at number: Int, as identity: EffectID? = nil,
        in composite: any ExecutableTransducer.Type
    ) {
        if let current, current.composite == composite { current.take(contents, at: number, as: identity) }
    }

    /// Searches a state.
    ///
    /// - Returns: The children that have been named without their states.
    fileprivate func search<Composite: CompositeTransducer>(_ state: Composite.State) -> Active<Composite> {
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        return Evaluation.evaluate(for: .reading) { Composite.activeChildren(in: state) }
    }

    /// Logs once that a child is active and has been named without its state.
    @MainActor
    fileprivate static func logUnreadable(_ child: ChildID, of composite: any ExecutableTransducer.Type) {
        guard logged.insert("\(composite).\(child)").inserted else { return }
        PlatformLog.write(
            "\(composite): a view cannot show the child \(child), because activeChildren(in:) does not say its state.",
            details: "Name the child with its state, as in 'child(state.child)'.")
    }
}

/// The search for the contents of one place: the state of a child, or the states of a collection.
private final class PlaceReading<Contents>: ChildReading {
    private let number: Int
    private(set) var contents: Contents?
    private(set) var identity: EffectID?

    init(_ number: Int, of composite: any ExecutableTransducer.Type) {
        self.number = number
        super.init(of: composite)
    }

    override func take<Offered>(
        _ contents: () -> Offered?, at number: Int, as identity: EffectID?
    ) {
        guard number == self.number else { return }
        self.contents = contents() as? Contents
        self.identity = identity
    }
}

/// The search for the contents of all observed places.
private final class PlacesReading: ChildReading {
    private let places: [Int: ObservedPlace]
    private let task: PlaceTask

    init(_ places: [Int: ObservedPlace], _ task: PlaceTask, of composite: any ExecutableTransducer.Type) {
        self.places = places
        self.task = task
        super.init(of: composite)
    }

    override func take<Contents>(
        _ contents: () -> Contents?, at number: Int, as identity: EffectID?
    ) {
        guard let place = places[number] as? TypedPlace<Contents>, let contents = contents() else { return }
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
        let reading = PlaceReading<Contents>(place.number, of: Self.self)
        let others: Active<Self> = reading.search(state)
        if reading.contents == nil, others.names(place) { ChildReading.logUnreadable(place.id, of: Self.self) }
        return reading.contents.map { ($0, reading.identity) }
    }

    /// Hands the contents of observed places over to these.
    static func handOver(_ state: State, to places: [Int: ObservedPlace], _ task: PlaceTask) {
        let _: Active<Self> = PlacesReading(places, task, of: Self.self).search(state)
    }
}

extension Active {
    /// Whether a child is among those that have not handed over their states.
    fileprivate func names(_ place: ChildPlace) -> Bool {
        (bits | marked) & place.bit != 0 || marks.contains { $0.number == place.number }
    }
}
