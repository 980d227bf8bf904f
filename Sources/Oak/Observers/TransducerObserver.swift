/// Observes everything that a running machine does, in order, without changing it.
///
/// The run loop calls ``observe(_:)`` on the system actor, between the steps that it reports. A run without an observer
/// has no overhead.
///
/// ```swift
/// struct Printer: TransducerObserver {
///     func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
///         print(occurrence)
///     }
/// }
/// ```
///
/// One function serves all machines. To observe one machine with its concrete types, pass ``each(_:_:)`` to its run:
/// `observer: .each(Counter.self) { occurrence in … }`.
public protocol TransducerObserver {
    /// Whether the observer is called at all; decided at compile time.
    static var isActive: Bool { get }

    /// Whether the observer receives events that are taken, transitions and outputs at present; asked before each.
    ///
    /// Meanwhile a run costs hardly more than without an observer, however large the state is: no state is kept for a
    /// report. Everything else is reported all the same: the beginning and the end of the run, effects, and events that
    /// were postponed, unexpected or rejected. May be called on any thread.
    var observesTransitions: Bool { get }

    /// Receives an occurrence that has just happened, or is about to.
    ///
    /// - Parameter occurrence: The occurrence.
    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>)
}

extension TransducerObserver {
    @inlinable public static var isActive: Bool { true }

    @inlinable public var observesTransitions: Bool { true }
}

/// The default observer, which is never called.
public struct NoObserver: TransducerObserver {
    /// Creates an observer that is never called.
    @inlinable public init() {}

    @_documentation(visibility: internal) @inlinable
    public static var isActive: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public var observesTransitions: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
}
