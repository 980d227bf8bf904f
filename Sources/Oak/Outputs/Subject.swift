/// A receiver for the outputs of a machine.
///
/// The machine awaits each `send` before it processes the next event: a slow subject slows the machine down,
/// and nothing is buffered in between. An error ends the run.
public protocol Subject<Value> {
    /// The outputs that the subject receives.
    associatedtype Value

    /// Receives one output.
    ///
    /// Declare the parameter as `_ value: Value` or as `_ value: sending Value`. The compiler does not check whether
    /// the machine keeps part of an output that is not `Sendable`: a subject that passes such an output to another
    /// actor relies on the machine not to keep any.
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
    @inlinable
    public func finish(throwing error: (any Error)?) {}
}
