/// What receives the outputs of a machine.
///
/// The machine awaits each `send` before it processes the next event: a slow subject slows the machine down,
/// and nothing is buffered in between. An error ends the run.
public protocol Subject<Value> {
    /// The outputs that can be received.
    associatedtype Value

    /// Receives one output.
    ///
    /// Write the parameter as `_ value: Value` or as `_ value: sending Value`. The compiler does not check whether the machine
    /// keeps a part of an output that is not `Sendable`: a subject that takes one to another actor relies on a machine that does not.
    ///
    /// - Parameters:
    ///   - value: The output.
    ///   - systemActor: The actor that the machine is isolated to.
    /// - Throws: Whatever makes it impossible to go on; the run ends with that error.
    func send(_ value: sending Value, isolated systemActor: isolated any Actor) async throws

    /// Learns that the run has ended and no further output will come; does nothing by default.
    ///
    /// - Parameter error: Why the run failed, or `nil` if it ended in a terminal state.
    func finish(throwing error: (any Error)?)
}

extension Subject {
    @inlinable
    public func finish(throwing error: (any Error)?) {}
}
