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

    /// Whether nothing is live in the run whose transition this thread performs, so that no departure has an effect.
    @inlinable
    @inline(__always)
    static var isQuiet: Bool { oak_get_is_quiet() != 0 }

    /// Performs a transition of a run in which nothing is live.
    @inlinable
    @inline(__always)
    static func quietly<Result>(_ body: () -> Result) -> Result {
        let outer = oak_get_is_quiet()
        oak_set_is_quiet(1)
        defer { oak_set_is_quiet(outer) }
        return body()
    }
}
