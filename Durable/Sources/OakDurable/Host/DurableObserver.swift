/// Receives what happens in a ``DurableHost``.
///
/// ```swift
/// import OakDurable
///
/// let observer = DurableObserver { occurrence in
///     if occurrence.isProblem { print(occurrence) }
/// }
/// let host = DurableHost(store: MemoryStore(), observer: observer)
/// try await host.open()
/// await host.close()
/// ```
public struct DurableObserver: Sendable {
    let receive: @Sendable (DurableOccurrence) -> Void
    /// Makes the spans of the host, if anybody does.
    let tracer: (any DurableTracer)?

    /// Creates an observer that calls a function.
    ///
    /// - Parameter receive: Called on the actor of the host, which waits for it; from the tasks of activities, with
    ///   what happens to them.
    public init(_ receive: @escaping @Sendable (DurableOccurrence) -> Void) { self.init(receive, tracer: nil) }

    private init(_ receive: @escaping @Sendable (DurableOccurrence) -> Void, tracer: (any DurableTracer)?) {
        self.receive = receive
        self.tracer = tracer
    }

    /// Creates an observer that makes spans.
    package init(tracer: any DurableTracer) { self.init({ _ in }, tracer: tracer) }

    /// Combines observers, which receive each occurrence in their order; the first that traces does so.
    ///
    /// - Parameter observers: The observers.
    public static func all(_ observers: DurableObserver...) -> DurableObserver {
        DurableObserver(
            { occurrence in
                for observer in observers { observer.receive(occurrence) }
            }, tracer: observers.lazy.compactMap(\.tracer).first)
    }
}
