/// A subject for outputs that nobody wants; the default.
public struct NoCallback<Value>: Subject {
    /// Creates a subject that lets outputs pass.
    @inlinable
    public init() {}

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {}
}
