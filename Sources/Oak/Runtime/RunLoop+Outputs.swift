extension RunLoop {
    /// Begins the run.
    ///
    /// - Returns: The initial output, if there is one.
    @inlinable
    func begin() throws -> T.Output? {
        report(.runStarted(stepper.storage.value))
        if mailbox.isInterrupted { throw mailbox.interruption ?? TransducerError.cancelled }
        guard let first = T.initialOutput(initialState: stepper.storage.value) else { return nil }
        report(.output(first))
        return first
    }

    /// What a machine that is terminal at birth returns.
    @inlinable
    func onlyOutput(_ first: T.Output?) throws -> T.Output {
        guard let output = first ?? (() as? T.Output) else { throw TransducerError.noOutputProduced }
        return output
    }

    /// Hands an output to the subject and waits until it has it.
    @inlinable
    func deliver(_ output: T.Output) async throws {
        guard let host else { return }
        // The loop is on this very actor, which the compiler cannot see: nothing leaves it.
        let (outlet, output) = (Unchecked(outlet), Unchecked(output))
        try await outlet.value.send(output.value, isolated: host)
    }
}
