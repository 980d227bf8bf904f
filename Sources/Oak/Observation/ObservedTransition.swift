public import OakAtomics

/// The transition on the main thread while views observe children of the machine that makes it.
///
/// A step of a child looks here for the observed machine around it. Steps on other threads, and steps of machines that
/// nobody observes, see that no such transition is under way.
@usableFromInline enum ObservedTransition {
    // Only the main thread has the flag with which this is used.
    private nonisolated(unsafe) static var machine: ObservedNode?

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

    /// Begins the transition of a machine, or of a child within the transition of its composite.
    ///
    /// - Parameter machine: The machine, if it is observed.
    /// - Returns: The machine around it, for ``leave(to:)``.
    @usableFromInline static func enter(_ machine: ObservedNode?) -> ObservedNode? {
        let outer = isUnderWay ? self.machine : nil
        leave(to: machine.flatMap { $0.places.isEmpty ? nil : $0 })
        return outer
    }

    @usableFromInline static func leave(to machine: ObservedNode?) {
        self.machine = machine
        oak_set_observed(machine == nil ? 0 : 1)
    }
}
