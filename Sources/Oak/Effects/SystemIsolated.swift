/// A value accessed only on the system actor of its run.
///
/// The value crosses functions without static isolation, such as the closures of effects, which the run loop calls on
/// that actor. An operation off the actor receives its environment this way only if the environment is `Sendable`, as
/// the initializers of effects require.
@usableFromInline
struct SystemIsolated<Value>: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
}
