/// A subject that calls a function with each output.
///
/// ```swift
/// let printer = Callback<Int> { print("count:", $0) }
/// try await Counter.run(initialState: Counter.State(), output: printer)
/// ```
///
/// The function is isolated as the place where it is written: a callback written on the main actor may touch
/// what belongs to the main actor.
public struct Callback<Value>: Subject {
    @usableFromInline enum Function {
        case synchronous((Value) throws -> Void)
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

    /// Creates a subject from an asynchronous function.
    ///
    /// - Parameter function: Called with each output and awaited; an error it throws ends the run.
    @inlinable
    public init(_ function: @escaping (Value) async throws -> Void) {
        self.function = .asynchronous(function)
    }

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        switch function {
        case .synchronous(let function): try function(value)
        case .asynchronous(let function): try await function(value)
        }
    }
}
