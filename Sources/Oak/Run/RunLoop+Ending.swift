extension RunLoop {
    /// The one way to end: takes no more events, cancels operations, and puts the exit effect on the stack.
    @inlinable mutating func end(with result: Outcome, exit effect: Effect? = nil) {
        stage = .ending(result)
        if let send = stepper.waiting {
            stepper.endMacrostep(send, with: result.isSuccess ? nil : .macrostepUnfinished)
        }
        mailbox.close(discarding: &stepper.batch)
        if Observer.isActive { stepper.reportRejections() }
        giveUpPostponed()
        cancelAll(sparingExits: result.isSuccess)
        if let effect { stepper.push(effect.content) }
    }

    /// Carries out the exit effect, and awaits the operations that have not ended.
    @inlinable mutating func wrapUp(on actor: (any Actor)?) throws -> Wait? {
        if heedsInterruption, mailbox.isInterrupted { throw interruption }
        if !hasOperations, stepper.stack.isEmpty {
            conclude()
            return .end
        }
        if let entry = stepper.stack.popLast() {
            guard hasMoved || !entry.needsHost(isolation: actor) else {
                stepper.stack.append(entry)
                return .move
            }
            return try carryOut(entry, actor: actor)
        }
        if stepper.hasSequel {
            finishMacrostep()
            return nil
        }
        dismissWatcher()
        guard let operation = stepper.nextEnded() else { return .event }
        try noteEnd(of: operation)
        return nil
    }

    /// Ends the run because of an error. The first error counts, unless an interruption has caused it.
    @inlinable mutating func fail(with error: any Error) {
        switch outcome {
        case nil: end(with: .failure(mailbox.interruption ?? error))
        case .success?:
            stage = .ending(.failure(mailbox.interruption ?? error))
            cancelAll()
        case .failure?:
            cancelAll()
        }
    }

    /// Whether an interruption can still change the result of the run.
    ///
    /// In a terminal state an interruption ends the rest of the exit effect. When the loop awaits only operations that
    /// are cancelled already, the result stands.
    @inlinable var heedsInterruption: Bool {
        switch outcome {
        case nil: true
        case .success?: !stepper.stack.isEmpty || (existingRuntime?.registry.hasWork ?? false)
        case .failure?: false
        }
    }

    @inlinable mutating func conclude() {
        if Observer.isActive { stepper.reportRejections() }
        mailbox.end()
        guard let outcome else { return }
        switch outcome {
        case .success: outlet.finish(throwing: nil)
        case .failure(let error): outlet.finish(throwing: error)
        }
        report(.runEnded(outcome))
    }
}

extension Result {
    @inlinable var isSuccess: Bool { if case .success = self { true } else { false } }
}
