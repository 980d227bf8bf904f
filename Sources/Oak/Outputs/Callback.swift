/// A subject that calls a function with each output.
///
/// ```swift
/// let printer = Callback<Int> { print("count:", $0) }
/// try await Counter.run(initialState: Counter.State(), output: printer)
/// ```
///
/// The function has the isolation of the place where it is written: a callback written on the main actor may use
/// main-actor state. Elsewhere, name the actor in the closure, which requires `Sendable` outputs:
/// `Callback { @MainActor count in … }`.
///
/// A callback stays with one machine; to store one in a `Sendable` type, use ``SendableCallback``.
public struct Callback<Value>: Subject {
    @usableFromInline enum Function {
        case synchronous((Value) throws -> Void)
        /// A function on the main actor; requires `Sendable` outputs.
        case onMainActor(@MainActor (Value) throws -> Void)
        /// A function on an actor that it names; requires `Sendable` outputs.
        case isolated(@isolated(any) (Value) throws -> Void)
        case asynchronous((Value) async throws -> Void)
    }

    @usableFromInline let function: Function

    /// Creates a subject from a synchronous function.
    ///
    /// - Parameter function: Called with each output; an error it throws ends the run.
    public init(_ function: @escaping (Value) throws -> Void) {
        self.function = .synchronous(function)
    }

    /// Creates a subject from a synchronous function that names the main actor, wherever it is written.
    ///
    /// - Parameter function: Called with each output on the main actor: by a host there within the frame of the
    ///   transition, and awaited elsewhere; an error it throws ends the run.
    public init(_ function: @escaping @MainActor (Value) throws -> Void) where Value: Sendable {
        self.function = .onMainActor(function)
    }

    /// Creates a subject from a synchronous function that names a global actor, wherever it is written.
    ///
    /// - Parameter function: Called with each output on the actor that it names, and awaited; an error it throws ends
    ///   the run.
    public init(_ function: @escaping @isolated(any) (Value) throws -> Void) where Value: Sendable {
        self.function = .isolated(function)
    }

    /// Creates a subject from an asynchronous function.
    ///
    /// - Parameter function: Called with each output and awaited; an error it throws ends the run.
    public init(_ function: @escaping (Value) async throws -> Void) {
        self.function = .asynchronous(function)
    }

    @_documentation(visibility: internal) @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        switch function {
        case .synchronous(let function): try function(value)
        case .onMainActor(let function):
            nonisolated(unsafe) let value = value  // `Sendable`, as the initializer of `.onMainActor` requires.
            try await function(value)
        case .isolated(let function):
            nonisolated(unsafe) let value = value  // `Sendable`, as each initializer of `.isolated` requires.
            try await function(value)
        case .asynchronous(let function): try await function(value)
        }
    }

    @_documentation(visibility: internal) @inlinable
    public func isImmediate(on actor: (any Actor)?) -> Bool {
        switch function {
        case .synchronous: true
        case .onMainActor: actor === MainActor.shared
        case .isolated(let function): actor != nil && function.isolation === actor
        case .asynchronous: false
        }
    }

    @_documentation(visibility: internal) @inlinable
    public func receive(_ value: Value) throws {
        guard case .synchronous(let function) = function else { throw MissingReceive(subject: Self.self) }
        try function(value)
    }

    /// The callback for a machine on the main actor, which need not wait for its turn there.
    @usableFromInline var forHostOnMainActor: Callback {
        guard case .onMainActor(let function) = function else { return self }
        return Callback { value in
            nonisolated(unsafe) let value = value  // `Sendable`, as the initializer of `.onMainActor` requires.
            try MainActor.assumeIsolated { try function(value) }
        }
    }
}

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
    public init(@_inheritActorContext _ function: @escaping @Sendable @isolated(any) (Value) throws -> Void) {
        callback = Immutable(Callback(function))
    }

    /// Creates a subject from an asynchronous function.
    ///
    /// - Parameter function: Called with each output and awaited; an error it throws ends the run.
    public init(@_inheritActorContext _ function: @escaping @Sendable (Value) async throws -> Void) {
        callback = Immutable(Callback(function))
    }

    @_documentation(visibility: internal) @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        try await callback.value.send(value, isolated: systemActor)
    }
}
