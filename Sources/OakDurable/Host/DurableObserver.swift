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

    /// Creates an observer that calls a function.
    ///
    /// - Parameter receive: Called on the actor of the host, which waits for it; from the tasks of activities, with
    ///   what happens to them.
    public init(_ receive: @escaping @Sendable (DurableOccurrence) -> Void) { self.receive = receive }

    /// Combines observers, which receive each occurrence in their order.
    ///
    /// - Parameter observers: The observers.
    public static func all(_ observers: DurableObserver...) -> DurableObserver {
        DurableObserver { occurrence in
            for observer in observers { observer.receive(occurrence) }
        }
    }
}
