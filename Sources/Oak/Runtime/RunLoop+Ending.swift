extension RunLoop {
    /// The one way to end: nothing is taken any more, operations are cancelled and awaited, and everything is let go.
    @inlinable
    mutating func end(
        with result: Outcome, exit effect: Effect? = nil, isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        var outcome = result
        isEnding = true
        if let send = stepper.waiting { stepper.endMacrostep(send) }
        stepper.stack = []
        mailbox.close(discarding: &stepper.batch)
        if Observer.isActive { stepper.reportRejections() }
        cancelAll()
        if let effect { stepper.push(effect.content) }
        while true {
            do {
                if case .success = outcome, let interruption = mailbox.interruption { throw interruption }
                if let todo = stepper.stack.popLast() {
                    try await carryOut(todo, isolation: isolation)
                } else if let operation = stepper.nextEnded() {
                    try noteEnd(of: operation)
                } else if registry.isEmpty {
                    break
                } else if case .success = outcome {
                    await mailbox.wait(heedingInterruption: true)
                } else {
                    await mailbox.wait(heedingInterruption: false)
                }
            } catch {
                // Only the first failure counts; it also ends what an exit effect has begun.
                if case .success = outcome { outcome = .failure(error) }
                stepper.stack = []
                cancelAll()
            }
        }
        mailbox.end()
        switch outcome {
        case .success: outlet.finish(throwing: nil)
        case .failure(let error): outlet.finish(throwing: error)
        }
        report(.runEnded(outcome))
        return outcome
    }
}
