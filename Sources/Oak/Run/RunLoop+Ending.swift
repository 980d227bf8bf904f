extension RunLoop {
    /// The one way to end: nothing is taken any more, operations are cancelled and awaited, and everything is let go.
    @inlinable
    mutating func end(with result: Outcome, exit effect: Effect? = nil) {
        outcome = result
        if let send = stepper.waiting {
            stepper.endMacrostep(send, with: result.isSuccess ? nil : .macrostepUnfinished)
        }
        mailbox.close(discarding: &stepper.batch)
        if Observer.isActive { stepper.reportRejections() }
        giveUpPostponed()
        cancelAll(sparingExits: result.isSuccess)
        if let effect { stepper.push(effect.content) }
    }

    /// Goes on with what is left to do: the exit effect, and operations that have not ended.
    @inlinable
    mutating func wrapUp(on actor: (any Actor)?) throws -> Wait? {
        if heedsInterruption, mailbox.isInterrupted { throw mailbox.interruption ?? TransducerError.cancelled }
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

    /// Ends the run because of an error; only the first one counts, and an interruption is what the others come from.
    @inlinable
    mutating func fail(with error: any Error) {
        switch outcome {
        case nil: end(with: .failure(mailbox.interruption ?? error))
        case .success?:
            outcome = .failure(mailbox.interruption ?? error)
            cancelAll()
        case .failure?:
            cancelAll()
        }
    }

    /// Whether an interruption makes a difference to how the run ends.
    ///
    /// In a terminal state it ends what is left of the exit effect. When only operations are awaited that are cancelled already,
    /// the run is as good as over, and its result stands.
    @inlinable
    var heedsInterruption: Bool {
        switch outcome {
        case nil: true
        case .success?: !stepper.stack.isEmpty || (existingBackstage?.registry.hasWork ?? false)
        case .failure?: false
        }
    }

    @inlinable
    mutating func conclude() {
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
    @inlinable
    var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
