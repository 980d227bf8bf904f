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
    /// Announces that the next transition is quiet.
    @inlinable
    @inline(__always)
    static func announce() { oak_set_is_next_quiet(1) }

    /// Announces that the transition of a child is as quiet as the present one.
    @inlinable
    @inline(__always)
    static func announceAsPresent() { oak_set_is_next_quiet(oak_get_is_quiet()) }

    /// Whether this transition has been announced as quiet.
    @inlinable
    @inline(__always)
    static func take() -> Bool {
        let isQuiet = oak_get_is_next_quiet() != 0
        oak_set_is_next_quiet(0)
        return isQuiet
    }

    /// Performs a transition that is quiet or not.
    @inlinable
    @inline(__always)
    static func perform<Result>(_ isQuiet: Bool, _ transition: () -> Result) -> Result {
        let outer = oak_get_is_quiet()
        oak_set_is_quiet(isQuiet ? 1 : 0)
        defer { oak_set_is_quiet(outer) }
        return transition()
    }

    /// Ends the quiet of the surrounding transition, which has an effect now that a departure may concern.
    @inlinable
    @inline(__always)
    static func end() { oak_set_is_quiet(0) }
}
