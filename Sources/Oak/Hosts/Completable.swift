/// What is told how a run has ended.
public protocol Completable<Value> {
    /// The last output of the machine.
    associatedtype Value

    /// Learns how the run has ended; called once.
    ///
    /// - Parameter result: The output of the terminal transition, or why there is none.
    func complete(with result: Result<Value, any Error>)
}

/// Calls a function when a run has ended.
public struct Completion<Value>: Completable {
    @usableFromInline let function: (Result<Value, any Error>) -> Void

    /// Creates a completion.
    ///
    /// - Parameter function: Called once, when the run has ended.
    @inlinable
    public init(_ function: @escaping (Result<Value, any Error>) -> Void) { self.function = function }

    @inlinable
    public func complete(with result: Result<Value, any Error>) { function(result) }
}
