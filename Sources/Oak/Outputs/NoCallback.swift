/// A subject that ignores every output; the default.
public struct NoCallback<Value>: Subject {
    /// Creates a subject that ignores every output.
    @inlinable
    public init() {}

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {}
}
