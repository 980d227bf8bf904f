extension RunLoop {
    /// Delivers the initial output.
    ///
    /// - Returns: That output, if the initial state is terminal.
    @inlinable
    mutating func begin() async throws -> T.Output? {
        report(.runStarted(stepper.storage.value))
        if mailbox.isInterrupted { throw mailbox.interruption ?? TransducerError.cancelled }
        let first = T.initialOutput(initialState: stepper.storage.value)
        if let first {
            report(.output(first))
            try await deliver(first)
        }
        guard T.isTerminal(stepper.storage.value) else { return nil }
        guard let last = first ?? (() as? T.Output) else { throw TransducerError.noOutputProduced }
        return last
    }

    /// Hands an output to the subject and waits until it has it.
    @inlinable
    func deliver(_ output: T.Output) async throws {
        guard Step.delivers, let host else { return }
        // The loop is on this very actor, which the compiler cannot see: nothing leaves it.
        let (outlet, output) = (Unchecked(outlet), Unchecked(output))
        try await outlet.value.send(output.value, isolated: host)
    }
}
