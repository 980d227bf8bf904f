extension RunLoop {
    /// The one way to end: nothing is taken any more, operations are cancelled and awaited, and everything is let go.
    @inlinable
    @inline(__always)
    mutating func end(
        with result: Outcome, exit effect: Effect? = nil, isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome {
        beginEnding(exit: effect)
        guard hasUnfinishedWork else { return finish(with: result) }
        return finish(with: await finishWork(of: result, isolation: isolation))
    }

    @inlinable
    mutating func beginEnding(exit effect: Effect?) {
        isEnding = true
        if let send = stepper.waiting { stepper.endMacrostep(send) }
        if !stepper.stack.isEmpty { stepper.stack = [] }
        mailbox.close(discarding: &stepper.batch)
        if Observer.isActive { stepper.reportRejections() }
        cancelAll()
        if let effect { stepper.push(effect.content) }
    }

    @inlinable
    var hasUnfinishedWork: Bool { !registry.isEmpty || !stepper.stack.isEmpty }

    /// Carries out the exit effect and waits for every operation to end.
    ///
    /// - Returns: The result, or what has gone wrong since; an interruption counts for as long as all went well.
    @inlinable
    mutating func finishWork(of result: Outcome, isolation: isolated (any Actor)?) async -> Outcome {
        var outcome = result
        while hasUnfinishedWork {
            do {
                if outcome.isSuccess, let interruption = mailbox.interruption { throw interruption }
                if let todo = stepper.stack.popLast() {
                    if let action = try carryOut(todo, actor: isolation) {
                        stepper.push(try await action(Unchecked(env), isolation).value.content)
                    }
                } else if let operation = stepper.nextEnded() {
                    try noteEnd(of: operation)
                } else {
                    await mailbox.wait(heedingInterruption: outcome.isSuccess)
                }
            } catch {
                if outcome.isSuccess { outcome = .failure(mailbox.interruption ?? error) }
                stepper.stack = []
                cancelAll()
            }
        }
        return outcome
    }

    @inlinable
    func finish(with outcome: Outcome) -> Outcome {
        mailbox.end()
        switch outcome {
        case .success: outlet.finish(throwing: nil)
        case .failure(let error): outlet.finish(throwing: error)
        }
        report(.runEnded(outcome))
        return outcome
    }
}

extension Result {
    @inlinable
    var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
