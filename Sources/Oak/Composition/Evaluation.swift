public import OakAtomics

/// The evaluation of active children on this thread.
///
/// `activeChildren(in:)` is a function of the state alone, but the loop needs only a part of its result most of the
/// time. The purpose of an evaluation reaches the children that a composite names through a variable of the thread,
/// which is set for the length of the call.
@usableFromInline
enum Evaluation {
    /// The part of the active children that an evaluation is for.
    @usableFromInline enum Purpose: UInt8 {
        /// The children and their states, for a look into all of them.
        case everything
        /// The children, for a comparison with those of another state.
        case names
        /// The children, as far as that needs no allocation.
        case glance
        /// Whether the children may have activities.
        case activities
    }

    // The variable begins as `everything`, and only raw values of purposes are set. A checked conversion would cost
    // each child a comparison more.
    @inlinable
    @inline(__always)
    static var purpose: Purpose { unsafeBitCast(oak_get_purpose(), to: Purpose.self) }

    /// Evaluates active children for a purpose.
    @inlinable
    @inline(__always)
    static func evaluate<Result>(for purpose: Purpose, _ body: () -> Result) -> Result {
        let outer = oak_get_purpose()
        oak_set_purpose(purpose.rawValue)
        defer { oak_set_purpose(outer) }
        return body()
    }

    /// Evaluates whether active children may have activities, which asks their children in turn.
    @inlinable
    @inline(__always)
    static func evaluateActivities(_ body: () -> Bool) -> Bool {
        oak_get_purpose() == Purpose.activities.rawValue ? body() : evaluate(for: .activities, body)
    }
}

/// The transitions on this thread in whose run nothing is live, so that no departure has an effect: they are *quiet*.
///
/// Only the run loop and the step of a child announce a quiet transition, and the transition takes the announcement
/// when it begins. Other code in `update`, which may call a machine of its own, never sees it.
@usableFromInline
enum Quiet {
    @usableFromInline static var never: UInt8 { 0 }
    /// This transition is quiet.
    @usableFromInline static var now: UInt8 { 1 }
    /// The next transition is quiet, and has not begun.
    @usableFromInline static var next: UInt8 { 2 }

    /// Performs a transition, announced as quiet, of a machine that no other one contains.
    @inlinable
    @inline(__always)
    static func perform<Result>(_ transition: () -> Result) -> Result {
        oak_set_quiet(next)
        defer { oak_set_quiet(never) }
        return transition()
    }

    /// Announces that the transition of a child is as quiet as this one.
    @inlinable
    @inline(__always)
    static func passOn() { if oak_get_quiet() == now { oak_set_quiet(next) } }

    /// Begins a transition.
    ///
    /// - Returns: Whether it has been announced as quiet; it then is, until it ends or has an effect.
    @inlinable
    @inline(__always)
    static func begin() -> Bool {
        guard oak_get_quiet() == next else { return false }
        oak_set_quiet(now)
        return true
    }

    /// Ends the quiet of this transition and of those around it, which have an effect that a departure may concern.
    @inlinable
    @inline(__always)
    static func end() { oak_set_quiet(never) }

    /// Performs a transition that is not quiet.
    @inlinable
    @inline(__always)
    static func suspend<Result>(_ transition: () -> Result) -> Result {
        let outer = oak_get_quiet()
        oak_set_quiet(never)
        defer { oak_set_quiet(outer) }
        return transition()
    }
}
