/// A subject that transforms each output before passing it on; see ``Subject/mapping(_:)``.
public struct MappedSubject<Base: Subject, Value>: Subject {
    @usableFromInline let base: Base
    @usableFromInline let transform: (Value) throws -> Base.Value?

    @inlinable
    init(_ base: Base, transform: @escaping (Value) throws -> Base.Value?) {
        self.base = base
        self.transform = transform
    }

    @inlinable
    public func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {
        guard let mapped = try transform(value) else { return }
        try await base.send(mapped, isolated: systemActor)
    }

    @inlinable
    public func finish(throwing error: (any Error)?) { base.finish(throwing: error) }
}

extension MappedSubject: ClaimedOutlet {
    @usableFromInline
    func claim() { (base as? any ClaimedOutlet)?.claim() }

    @usableFromInline
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
    @inlinable
    public func mapping<Output>(_ transform: @escaping (Output) throws -> Value?) -> MappedSubject<Self, Output> {
        MappedSubject(self, transform: transform)
    }
}
