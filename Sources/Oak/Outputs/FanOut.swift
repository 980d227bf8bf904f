/// A subject that hands each output to one subject and then to another.
///
/// ```swift
/// let counts = OutputSequence<Int>()
/// let printer = Callback<Int> { print("count:", $0) }
/// try await Counter.run(initialState: Counter.State(), output: FanOut(printer, counts))
/// ```
///
/// The first one has dealt with the output before the second one gets it, and both have before the machine processes its next
/// event; so the order in which they are told is the same in every run. When the first one fails, the second one does not get the
/// output, and the run ends with the error.
///
/// For more than two, put one into another: `FanOut(log, FanOut(screen, printer))`. Any number of subjects of one type, such as
/// the inputs of several machines, are a subject already when they are in an array.
public struct FanOut<First: Subject, Second: Subject>: Subject where First.Value == Second.Value {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    /// Creates a subject from two others.
    ///
    /// - Parameters:
    ///   - first: Gets each output first.
    ///   - second: Gets each output when the first has dealt with it.
    @inlinable
    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable
    public func send(_ value: First.Value, isolated systemActor: isolated any Actor) async throws {
        try await first.send(value, isolated: systemActor)
        try await second.send(value, isolated: systemActor)
    }

    @inlinable
    public func finish(throwing error: (any Error)?) {
        first.finish(throwing: error)
        second.finish(throwing: error)
    }
}

extension FanOut: Sendable where First: Sendable, Second: Sendable {}

extension FanOut: ClaimedOutlet {
    @usableFromInline
    func claim() {
        (first as? any ClaimedOutlet)?.claim()
        (second as? any ClaimedOutlet)?.claim()
    }

    @usableFromInline
    func release(throwing error: any Error) {
        (first as? any ClaimedOutlet)?.release(throwing: error)
        (second as? any ClaimedOutlet)?.release(throwing: error)
    }
}

/// Several subjects, each of which gets every output, in their order.
extension Array: Subject where Element: Subject {
    /// Hands an output to each of the subjects, to the next one when the one before has dealt with it.
    @inlinable
    public func send(_ value: Element.Value, isolated systemActor: isolated any Actor) async throws {
        for subject in self { try await subject.send(value, isolated: systemActor) }
    }

    @inlinable
    public func finish(throwing error: (any Error)?) {
        for subject in self { subject.finish(throwing: error) }
    }
}

extension Array: ClaimedOutlet where Element: Subject {
    @usableFromInline
    func claim() {
        for case let subject as any ClaimedOutlet in self { subject.claim() }
    }

    @usableFromInline
    func release(throwing error: any Error) {
        for case let subject as any ClaimedOutlet in self { subject.release(throwing: error) }
    }
}
