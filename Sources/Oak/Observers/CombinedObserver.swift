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
}
