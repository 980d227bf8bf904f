public import OakAtomics

/// The transition on the main thread while views observe children of the machine that makes it.
///
/// A step of a child looks here for the observed machine around it. Steps on other threads, and steps of machines that
/// nobody observes, see that no such transition is under way.
@usableFromInline enum ObservedTransition {
    // Only the main thread has the flag with which these are used.
    private nonisolated(unsafe) static var machine: ObservedNode?
    private nonisolated(unsafe) static var outer: [(machine: ObservedNode?, place: ObservedPlace?)] = []

    /// Whether a step of a child on this thread may be one of an observed child.
    @inlinable
    @inline(__always)
    static var isUnderWay: Bool { oak_get_observed() != 0 }

    /// The observed place of a child in the machine that makes the transition.
    @usableFromInline static func place(
        _ number: Int, of composite: (some ExecutableTransducer).Type
    ) -> ObservedPlace? {
        machine?.place(number, of: composite)
    }

    /// Begins a step of a child, or the transition of a hosted machine.
    ///
    /// - Parameters:
    ///   - place: The place of the child, if it is observed.
    ///   - machine: The child, if it is observed.
    @usableFromInline static func enter(_ place: ObservedPlace?, with machine: ObservedNode?) {
        outer.append((isUnderWay ? self.machine : nil, place))
        go(to: machine.flatMap { $0.places.isEmpty ? nil : $0 })
    }

    /// Ends what has begun last.
    ///
    /// - Returns: The place of the child, if it is observed.
    @usableFromInline static func leave() -> ObservedPlace? {
        guard let (machine, place) = outer.popLast() else { return nil }
        go(to: machine)
        return place
    }

    private static func go(to machine: ObservedNode?) {
        self.machine = machine
        oak_set_observed(machine == nil ? 0 : 1)
    }
}
