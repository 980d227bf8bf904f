/// A receiver for the outputs of a machine.
///
/// The machine awaits each `send` before it processes the next event: a slow subject slows the machine down,
/// and nothing is buffered in between. An error ends the run.
public protocol Subject<Value> {
    /// The outputs that the subject receives.
    associatedtype Value

    /// Receives one output.
    ///
    /// Declare the parameter as `_ value: Value` or as `_ value: sending Value`. A run delivers only `Sendable` values,
    /// except to a ``Callback``. The compiler does not check other callers, such as a subject around this one.
    ///
    /// - Parameters:
    ///   - value: The output.
    ///   - systemActor: The actor that the machine is isolated to.
    /// - Throws: An error that makes it impossible to continue; the run ends with it.
    func send(_ value: sending Value, isolated systemActor: isolated any Actor) async throws

    /// Called when the run has ended and no further output will come; does nothing by default.
    ///
    /// - Parameter error: The error that ended the run, or `nil` if it ended in a terminal state.
    func finish(throwing error: (any Error)?)
}

extension Subject {
    @_documentation(visibility: internal) @inlinable
    public func finish(throwing error: (any Error)?) {}
}

/// A subject that ignores every output; the default.
public struct NoCallback<Value>: Subject {
    /// Creates a subject that ignores every output.
    public init() {}

    @_documentation(visibility: internal) @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {}
}

/// A subject that transforms each output before passing it on.
private struct MappedSubject<Base: Subject, Value>: Subject {
    let base: Base
    let transform: (Value) throws -> Base.Value?

    func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        guard let mapped = try transform(value) else { return }
        try await base.send(mapped, isolated: systemActor)
    }

    func finish(throwing error: (any Error)?) { base.finish(throwing: error) }
}

extension MappedSubject: ClaimedOutlet {
    func claim() { (base as? any ClaimedOutlet)?.claim() }

    func release(throwing error: any Error) { (base as? any ClaimedOutlet)?.release(throwing: error) }
}

extension Subject {
    /// Returns a subject that transforms other outputs into values for this one.
    ///
    /// The output of one machine is rarely an event of another as it stands:
    ///
    /// ```swift
    /// let counter = Counter.Proxy()
    /// let didTurn = counter.input.mapping { (didTurn: Bool) in didTurn ? .increment : nil }
    /// try await Turnstile.run(initialState: .locked, output: didTurn)
    /// ```
    ///
    /// - Parameter transform: Turns an output into a value for this subject, or into `nil` to drop it. An error it
    ///   throws ends the run.
    /// - Returns: A subject that forwards the end of the run to this one.
    public func mapping<Output>(
        _ transform: @escaping (Output) throws -> Value?
    ) -> some Subject<Output> where Value: Sendable {
        MappedSubject(base: self, transform: transform)
    }
}

extension Subject where Self: SendableMetatype {
    /// Returns a subject that transforms other outputs into values for this one, and that another actor may call.
    ///
    /// - Parameter transform: Turns an output into a value for this subject, or into `nil` to drop it. An error it
    ///   throws ends the run.
    /// - Returns: A subject that forwards the end of the run to this one.
    public func mapping<Output>(
        _ transform: @escaping (Output) throws -> Value?
    ) -> some Subject<Output> & SendableMetatype where Value: Sendable {
        MappedSubject(base: self, transform: transform)
    }
}

extension Proxy.Input: Subject {
    /// Puts an output of another machine into the mailbox; a full mailbox ends the other machine.
    @_documentation(visibility: internal) @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Disconnected(value)
        try port.send(value.value)
    }
}

extension SyncSuspendingProxy.Input: Subject {
    /// Passes on an output of another machine and waits until its macrostep is done: back pressure from end to end.
    @_documentation(visibility: internal) @inlinable
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws {
        let value = Disconnected(value)
        try await port.sendWaitingForMacrostep(value.value)
    }
}
