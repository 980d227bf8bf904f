/// A subject that passes each output to one subject and then to another.
///
/// ```swift
/// let counts = OutputSequence<Int>()
/// let printer = Callback<Int> { print("count:", $0) }
/// try await Counter.run(initialState: Counter.State(), output: FanOut(printer, counts))
/// ```
///
/// The second subject receives an output when the first has dealt with it, and the machine processes its next event
/// when both have; this order is the same in every run. If the first subject fails, the second does not receive the
/// output, and the run ends with the error.
///
/// Outputs are `Sendable`, because each subject may pass them to another actor.
///
/// For more than two subjects, nest them: `FanOut(log, FanOut(screen, printer))`. An array of subjects of one type,
/// such as the inputs of several machines, is itself a subject.
public struct FanOut<First: Subject, Second: Subject>: Subject
where First.Value == Second.Value, First.Value: Sendable {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    /// Creates a subject from two others.
    ///
    /// - Parameters:
    ///   - first: Receives each output first.
    ///   - second: Receives each output when the first subject has dealt with it.
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @_documentation(visibility: internal)
    public func send(_ value: First.Value, isolated systemActor: isolated any Actor) async throws {
        try await first.send(value, isolated: systemActor)
        try await second.send(value, isolated: systemActor)
    }

    @_documentation(visibility: internal)
    public func finish(throwing error: (any Error)?) {
        first.finish(throwing: error)
        second.finish(throwing: error)
    }

    @_documentation(visibility: internal)
    public func isImmediate(on actor: (any Actor)?) -> Bool {
        first.isImmediate(on: actor) && second.isImmediate(on: actor)
    }

    @_documentation(visibility: internal)
    public func receive(_ value: First.Value) throws {
        try first.receive(value)
        try second.receive(value)
    }

    @_documentation(visibility: internal)
    public func begin() throws {
        try first.begin()
        do {
            try second.begin()
        } catch {
            first.withdraw(throwing: error)
            throw error
        }
    }

    @_documentation(visibility: internal)
    public func withdraw(throwing error: any Error) {
        first.withdraw(throwing: error)
        second.withdraw(throwing: error)
    }
}

extension FanOut: Sendable where First: Sendable, Second: Sendable {}

/// A subject made of several subjects, each of which receives every output, in order.
extension Array: Subject where Element: Subject {
    /// Passes an output to each subject in turn, awaiting one before the next.
    @_documentation(visibility: internal)
    public func send(_ value: Element.Value, isolated systemActor: isolated any Actor) async throws {
        for subject in self { try await subject.send(value, isolated: systemActor) }
    }

    @_documentation(visibility: internal)
    public func finish(throwing error: (any Error)?) {
        for subject in self { subject.finish(throwing: error) }
    }

    @_documentation(visibility: internal)
    public func isImmediate(on actor: (any Actor)?) -> Bool { allSatisfy { $0.isImmediate(on: actor) } }

    @_documentation(visibility: internal)
    public func receive(_ value: Element.Value) throws {
        for subject in self { try subject.receive(value) }
    }

    @_documentation(visibility: internal)
    public func begin() throws {
        for index in indices {
            do {
                try self[index].begin()
            } catch {
                for subject in self[..<index] { subject.withdraw(throwing: error) }
                throw error
            }
        }
    }

    @_documentation(visibility: internal)
    public func withdraw(throwing error: any Error) {
        for subject in self { subject.withdraw(throwing: error) }
    }
}
