/// Sees everything that a running machine does, in order, without changing it.
///
/// The run loop calls ``observe(_:)`` on the system actor, between the steps that it reports. A run without an
/// observer pays nothing for the possibility.
///
/// ```swift
/// struct Printer: TransducerObserver {
///     func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
///         print(occurrence)
///     }
/// }
/// ```
///
/// One function serves all machines. To observe a single one, with its own types, write ``each(_:_:)`` where the run begins:
/// `observer: .each(Counter.self) { occurrence in … }`.
public protocol TransducerObserver {
    /// Whether the observer wants to be called at all; decided at compile time.
    static var isActive: Bool { get }

    /// Learns what has just happened, or is about to.
    ///
    /// - Parameter occurrence: What happens.
    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>)
}

extension TransducerObserver {
    @inlinable
    public static var isActive: Bool { true }
}

/// The observer of a run that nobody observes; the default.
public struct NoObserver: TransducerObserver {
    /// Creates an observer that is never called.
    @inlinable
    public init() {}

    @inlinable
    public static var isActive: Bool { false }

    @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
}
