/// A callback that can be stored in a `Sendable` type and passed between actors.
///
/// ```swift
/// struct Wiring: Sendable {
///     let counts = SendableCallback<Int> { @MainActor count in print("count:", count) }
/// }
/// try await Counter.run(initialState: Counter.State(), output: Wiring().counts)
/// ```
///
/// The function runs on the actor that it names, or else on the actor where it is written. Outputs are `Sendable`,
/// because they leave the actor of their machine; for other outputs, use ``Callback``.
public struct SendableCallback<Value: Sendable>: Subject, Sendable {
    // Each initializer takes a `Sendable` function, so the callback that calls it is safe to share, too.
    @usableFromInline let callback: Immutable<Callback<Value>>

    /// Creates a subject from a synchronous function.
    ///
    /// - Parameter function: Called with each output on its actor, and awaited; an error it throws ends the run.
    @inlinable
    public init(@_inheritActorContext _ function: @escaping @Sendable @isolated(any) (Value) throws -> Void) {
        callback = Immutable(Callback(function))
    }

    /// Creates a subject from an asynchronous function.
    ///
    /// - Parameter function: Called with each output and awaited; an error it throws ends the run.
    @inlinable
    public init(@_inheritActorContext _ function: @escaping @Sendable (Value) async throws -> Void) {
        callback = Immutable(Callback(function))
    }

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        try await callback.value.send(value, isolated: systemActor)
    }
}
