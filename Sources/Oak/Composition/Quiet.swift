public import OakAtomics

/// The *quiet* transitions on this thread: nothing is live in their run, so a departure has no consequences.
///
/// Only the run loop and the step of a child announce a quiet transition, and the transition takes the announcement
/// when it begins. Other code in `update`, which may call a machine of its own, never sees it.
@usableFromInline enum Quiet {
    @usableFromInline static var never: UInt8 { 0 }
    /// This transition is quiet.
    @usableFromInline static var now: UInt8 { 1 }
    /// The next transition is quiet, and has not begun.
    @usableFromInline static var next: UInt8 { 2 }

    /// Announces that the next transition, of an outermost machine, is quiet.
    @inlinable
    @inline(__always)
    static func announce() { oak_set_quiet(next) }

    /// Announces that the transition of a child is as quiet as this one.
    @inlinable
    @inline(__always)
    static func passOn() { if oak_get_quiet() == now { oak_set_quiet(next) } }

    /// Begins a transition.
    ///
    /// - Returns: Whether the transition was announced as quiet. If so, it is quiet until it ends or has an effect.
    @inlinable
    @inline(__always)
    static func begin() -> Bool {
        guard oak_get_quiet() == next else { return false }
        oak_set_quiet(now)
        return true
    }

    /// Ends the quiet of this transition and of the transitions around it, whose effect a departure may cancel.
    @inlinable
    @inline(__always)
    static func end() { oak_set_quiet(never) }

    /// Begins a transition that is not quiet.
    ///
    /// - Returns: The quiet around it, to resume after the transition.
    @inlinable
    @inline(__always)
    static func suspend() -> UInt8 {
        let outer = oak_get_quiet()
        oak_set_quiet(never)
        return outer
    }

    @inlinable
    @inline(__always)
    static func resume(_ outer: UInt8) { oak_set_quiet(outer) }
}
