/// Two observers of a run, the first of which receives each occurrence before the second; see
/// ``TransducerObserver/all(_:_:)``.
public struct CombinedObserver<First: TransducerObserver, Second: TransducerObserver>: TransducerObserver {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    /// Creates an observer that passes everything on to two others.
    @inlinable public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @_documentation(visibility: internal) @inlinable
    public static var isActive: Bool { First.isActive || Second.isActive }

    @_documentation(visibility: internal) @inlinable
    public var observesTransitions: Bool { first.observesTransitions || second.observesTransitions }

    @_documentation(visibility: internal) @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        let isTransition = occurrence.isOfTransition
        if First.isActive, !isTransition || first.observesTransitions { first.observe(occurrence) }
        if Second.isActive, !isTransition || second.observesTransitions { second.observe(occurrence) }
    }

    @_documentation(visibility: internal) @inlinable
    public func _endMacrostep() {
        if First.isActive { first._endMacrostep() }
        if Second.isActive { second._endMacrostep() }
    }

    @_documentation(visibility: internal) @inlinable
    public var _asksForState: Bool { first._asksForState || second._asksForState }

    @_documentation(visibility: internal) @inlinable
    public func _receive<State>(_ state: State) {
        if first._asksForState { first._receive(state) }
        if second._asksForState { second._receive(state) }
    }

    @_documentation(visibility: internal) @inlinable
    public static var _tellsOfFailures: Bool { First._tellsOfFailures || Second._tellsOfFailures }

    @_documentation(visibility: internal) @inlinable
    public static var _reachesRun: Bool { First._reachesRun || Second._reachesRun }

    @_documentation(visibility: internal) @inlinable
    public func _runBegins(_ run: _RunAccess) {
        if First._reachesRun { first._runBegins(run) }
        if Second._reachesRun { second._runBegins(run) }
    }

    @_documentation(visibility: internal) @inlinable
    public func _takeEvent(sentBy run: ObjectIdentifier?) {
        if First._reachesRun { first._takeEvent(sentBy: run) }
        if Second._reachesRun { second._takeEvent(sentBy: run) }
    }

    @_documentation(visibility: internal) @inlinable
    public func _waits(_ effect: EffectSummary, seconds: Double) {
        if First._reachesRun { first._waits(effect, seconds: seconds) }
        if Second._reachesRun { second._waits(effect, seconds: seconds) }
    }

    @_documentation(visibility: internal) @inlinable
    public static var _keepsContexts: Bool { First._keepsContexts || Second._keepsContexts }

    @_documentation(visibility: internal) @inlinable
    public func _takeEvent(in context: EventContext?) {
        first._takeEvent(in: context)
        second._takeEvent(in: context)
    }

    @_documentation(visibility: internal) @inlinable
    public func _context(of operation: EffectSummary?) -> EventContext? {
        second._context(of: operation) ?? first._context(of: operation)
    }
}

extension TransducerObserver {
    /// Combines two observers.
    ///
    /// - Parameters:
    ///   - first: Receives each occurrence before the other.
    ///   - second: Receives each occurrence after the other.
    @inlinable public static func all<First, Second>(
        _ first: First, _ second: Second
    ) -> Self where Self == CombinedObserver<First, Second> { CombinedObserver(first, second) }

    /// Combines three observers, which receive each occurrence in their order.
    @inlinable public static func all<First, Second, Third>(
        _ first: First, _ second: Second, _ third: Third
    ) -> Self where Self == CombinedObserver<CombinedObserver<First, Second>, Third> {
        CombinedObserver(CombinedObserver(first, second), third)
    }

    /// Combines four observers, which receive each occurrence in their order.
    @inlinable public static func all<First, Second, Third, Fourth>(
        _ first: First, _ second: Second, _ third: Third, _ fourth: Fourth
    ) -> Self
    where Self == CombinedObserver<CombinedObserver<First, Second>, CombinedObserver<Third, Fourth>> {
        CombinedObserver(CombinedObserver(first, second), CombinedObserver(third, fourth))
    }
}
