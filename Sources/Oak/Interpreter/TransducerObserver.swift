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

    /// Ends the macrostep; also called when none has begun since the last call.
    ///
    /// If another event waits, the macrostep may also end with the report of that event.
    @_documentation(visibility: internal)
    func _endMacrostep()

    /// Whether the observer asks for the state at the end of the macrostep.
    @_documentation(visibility: internal)
    var _asksForState: Bool { get }

    /// Receives the state that was asked for, before the macrostep ends.
    @_documentation(visibility: internal)
    func _receive<State>(_ state: State)

    /// Whether somebody hears of rejected events and of the error that ends a run from the observer; otherwise a host
    /// logs them. Decided at compile time.
    @_documentation(visibility: internal)
    static var _tellsOfFailures: Bool { get }

    /// Whether the observer asks for access to its run; decided at compile time.
    @_documentation(visibility: internal)
    static var _reachesRun: Bool { get }

    /// Receives the access to the run, before the run begins.
    @_documentation(visibility: internal)
    func _runBegins(_ run: _RunAccess)

    /// Receives the run that has sent the event which is reported next, if the observer reaches its run.
    @_documentation(visibility: internal)
    func _takeEvent(sentBy run: ObjectIdentifier?)

    /// Receives the wait with which an operation begins, if the observer reaches its run.
    @_documentation(visibility: internal)
    func _waits(_ effect: EffectSummary, seconds: Double)

    /// Whether the observer asks for the contexts of events; decided at compile time.
    @_documentation(visibility: internal)
    static var _keepsContexts: Bool { get }

    /// Receives the context of the event that is reported next.
    @_documentation(visibility: internal)
    func _takeEvent(in context: EventContext?)

    /// The context in which an operation works, or, without one, that of the macrostep.
    @_documentation(visibility: internal)
    func _context(of operation: EffectSummary?) -> EventContext?
}

extension TransducerObserver {
    @inlinable public static var isActive: Bool { true }

    @inlinable public var observesTransitions: Bool { true }

    @_documentation(visibility: internal) @inlinable
    public func _endMacrostep() {}

    @_documentation(visibility: internal) @inlinable
    public var _asksForState: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public func _receive<State>(_ state: State) {}

    @_documentation(visibility: internal) @inlinable
    public static var _tellsOfFailures: Bool { isActive }

    @_documentation(visibility: internal) @inlinable
    public static var _reachesRun: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public func _runBegins(_ run: _RunAccess) {}

    @_documentation(visibility: internal) @inlinable
    public func _takeEvent(sentBy run: ObjectIdentifier?) {}

    @_documentation(visibility: internal) @inlinable
    public func _waits(_ effect: EffectSummary, seconds: Double) {}

    @_documentation(visibility: internal) @inlinable
    public static var _keepsContexts: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public func _takeEvent(in context: EventContext?) {}

    @_documentation(visibility: internal) @inlinable
    public func _context(of operation: EffectSummary?) -> EventContext? { nil }
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
