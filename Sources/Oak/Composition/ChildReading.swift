/// The search for the state of one child.
///
/// Only `activeChildren(in:)` knows where the state of a child is within that of its composite. It is evaluated once
/// for the purpose ``Evaluation/Purpose/reading``, and the child that is looked for hands over its state.
@usableFromInline class ChildReading {
    // Views read, so only the main thread has the purpose with which this is used.
    @usableFromInline nonisolated(unsafe) static var current: ChildReading?

    /// The children that could not be read and have been logged.
    @MainActor private static var logged: Set<String> = []

    @usableFromInline let number: Int

    init(_ number: Int) { self.number = number }

    /// Logs once that a child is active and has been named without its state.
    @MainActor
    static func logUnreadable(_ child: ChildID, of composite: any ExecutableTransducer.Type) {
        guard logged.insert("\(composite).\(child)").inserted else { return }
        PlatformLog.write(
            "\(composite): a view cannot show the child \(child), because activeChildren(in:) does not say its state.",
            details: "Name the child with its state, as in 'child(state.child)'.")
    }
}

/// The search for the contents of a place: the state of a child, or the states of a collection.
@usableFromInline final class PlaceReading<Composite: ExecutableTransducer, Contents>: ChildReading {
    @usableFromInline var contents: Contents?
}

extension ChildReading {
    /// Hands over the contents of a place, if it is the one that is looked for.
    @usableFromInline static func offer<Composite: ExecutableTransducer, Contents>(
        _ contents: () -> Contents?, at number: Int, in _: Composite.Type
    ) {
        guard let current = current as? PlaceReading<Composite, Contents>, current.number == number else { return }
        current.contents = contents()
    }
}

extension CompositeTransducer {
    /// Reads the contents of a place in a state.
    ///
    /// - Returns: The contents, or `nil` if the child is not active, or is named without its state.
    /// - Complexity: O(*n*), where *n* is the number of active children and collections; no state is copied but the one
    ///   that is read.
    @MainActor
    static func contents<Contents>(of place: ChildPlace, in state: State) -> Contents? {
        let reading = PlaceReading<Self, Contents>(place.number)
        let outer = ChildReading.current
        ChildReading.current = reading
        defer { ChildReading.current = outer }
        let others = Evaluation.evaluate(for: .reading) { activeChildren(in: state) }
        if reading.contents == nil, others.names(place) { ChildReading.logUnreadable(place.id, of: Self.self) }
        return reading.contents
    }
}

extension Active {
    /// Whether a child is among those that have not handed over their states.
    fileprivate func names(_ place: ChildPlace) -> Bool {
        (bits | marked) & place.bit != 0 || marks.contains { $0.number == place.number }
    }
}
