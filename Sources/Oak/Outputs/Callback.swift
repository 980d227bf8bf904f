/// A subject that calls a function with each output.
///
/// ```swift
/// let printer = Callback<Int> { print("count:", $0) }
/// try await Counter.run(initialState: Counter.State(), output: printer)
/// ```
///
/// The function is isolated as the place where it is written: a callback written on the main actor may touch
/// what belongs to the main actor. Elsewhere it names the actor itself, and outputs are `Sendable`:
/// `Callback { @MainActor count in … }`.
///
/// A callback stays with one machine; ``SendableCallback`` is one that can be stored in a `Sendable` type.
public struct Callback<Value>: Subject {
    @usableFromInline enum Function {
        case synchronous((Value) throws -> Void)
        /// On an actor that the function names; such a one is only accepted with outputs that are `Sendable`.
        case isolated(@isolated(any) (Value) throws -> Void)
        case asynchronous((Value) async throws -> Void)
    }

    @usableFromInline let function: Function

    /// Creates a subject from a synchronous function.
    ///
    /// - Parameter function: Called with each output; an error it throws ends the run.
    @inlinable
    public init(_ function: @escaping (Value) throws -> Void) {
        self.function = .synchronous(function)
    }

    /// Creates a subject from a synchronous function that names a global actor, from wherever it is written.
    ///
    /// - Parameter function: Called with each output on the actor that it names, and awaited; an error it throws ends the run.
    @inlinable
    public init(_ function: @escaping @isolated(any) (Value) throws -> Void) where Value: Sendable {
        self.function = .isolated(function)
    }

    /// Creates a subject from an asynchronous function.
    ///
    /// - Parameter function: Called with each output and awaited; an error it throws ends the run.
    @inlinable
    public init(_ function: @escaping (Value) async throws -> Void) {
        self.function = .asynchronous(function)
    }

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        try await call(value)
    }
}

extension Callback {
    /// Whether it can be called on an actor without leaving it, so that nothing is awaited.
    @inlinable
    func isImmediate(on actor: (any Actor)?) -> Bool {
        switch function {
        case .synchronous: true
        case .isolated(let function): function.isolation === actor
        case .asynchronous: false
        }
    }

    /// Calls an immediate function where the caller is.
    @inlinable
    nonisolated(nonsending) func call(_ value: Value) async throws {
        switch function {
        case .synchronous(let function): try function(value)
        case .isolated(let function):
            nonisolated(unsafe) let value = value  // `Sendable`, or there would be no such function.
            try await function(value)
        case .asynchronous(let function): try await function(value)
        }
    }
}
