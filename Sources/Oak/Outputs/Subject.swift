/// A receiver for the outputs of a machine.
///
/// The machine awaits each `send` before it processes the next event: a slow subject slows the machine down,
/// and nothing is buffered in between. An error ends the run.
///
/// A subject of your own that never suspends also implements ``isImmediate(on:)`` and ``receive(_:)``, and can treat a
/// slow reader as it likes. This one keeps the latest outputs and drops older ones:
///
/// ```swift
/// struct Latest<Value: Sendable>: Subject {
///     let values: AsyncStream<Value>
///     private let continuation: AsyncStream<Value>.Continuation
///
///     init(_ count: Int) { (values, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(count)) }
///
///     func isImmediate(on actor: (any Actor)?) -> Bool { true }
///     func receive(_ value: Value) { continuation.yield(value) }
///     func send(_ value: Value, isolated systemActor: isolated any Actor) async { receive(value) }
///     func finish(throwing error: (any Error)?) { continuation.finish() }
///     func withdraw(throwing error: any Error) { continuation.finish() }
/// }
/// ```
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

    /// Whether an output can be delivered on an actor without suspending; `false` by default.
    ///
    /// The answer never changes. If it is `true` for `nil`, which stands for no actor, the run calls ``receive(_:)``.
    /// Otherwise it calls ``send(_:isolated:)``. A run whose outputs and actions are all immediate needs no task of its
    /// own.
    ///
    /// - Parameter actor: The actor of the machine, or `nil`.
    func isImmediate(on actor: (any Actor)?) -> Bool

    /// Receives one output without suspending, in place of ``send(_:isolated:)``.
    ///
    /// - Parameter value: The output.
    /// - Throws: An error that makes it impossible to continue; the run ends with it.
    func receive(_ value: Value) throws

    /// Called before a run begins; does nothing by default.
    ///
    /// Either ``finish(throwing:)`` or ``withdraw(throwing:)`` follows.
    ///
    /// - Throws: An error that refuses the run, which ends with it; no other function is called then.
    func begin() throws

    /// Called instead of ``finish(throwing:)`` when a run is refused, because its proxy is in use; nothing by default.
    ///
    /// - Parameter error: The error of the refused run.
    func withdraw(throwing error: any Error)
}

extension Subject {
    @_documentation(visibility: internal) @inlinable
    public func finish(throwing error: (any Error)?) {}

    @_documentation(visibility: internal) @inlinable
    public func isImmediate(on actor: (any Actor)?) -> Bool { false }

    @_documentation(visibility: internal) @inlinable
    public func receive(_ value: Value) throws { throw MissingReceive(subject: Self.self) }

    @_documentation(visibility: internal) @inlinable
    public func begin() throws {}

    @_documentation(visibility: internal)
    @inlinable public func withdraw(throwing error: any Error) {}
}

/// A subject says that it needs no actor, and does not receive without one.
@usableFromInline struct MissingReceive: Error, CustomStringConvertible {
    @usableFromInline let description: String

    @usableFromInline init(subject: Any.Type) {
        description = "\(subject) is immediate without an actor: implement 'receive(_:)'."
    }
}

/// A subject that ignores every output; the default.
@usableFromInline struct NoCallback<Value>: Subject {
    @usableFromInline init() {}

    @inlinable func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {}
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
    func isImmediate(on actor: (any Actor)?) -> Bool { base.isImmediate(on: actor) }
    func receive(_ value: Value) throws { if let mapped = try transform(value) { try base.receive(mapped) } }
    func begin() throws { try base.begin() }
    func withdraw(throwing error: any Error) { base.withdraw(throwing: error) }
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
    public func send(_ value: Event, isolated systemActor: isolated any Actor) async throws { try receive(value) }

    @_documentation(visibility: internal) @inlinable
    public func isImmediate(on actor: (any Actor)?) -> Bool { true }

    @_documentation(visibility: internal) @inlinable
    public func receive(_ value: Event) throws {
        let value = Disconnected(value)
        try port.enqueue(value.value)
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
