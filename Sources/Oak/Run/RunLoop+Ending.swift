extension RunLoop {
    /// The one way to end: takes no more events, cancels operations, and puts the exit effect on the stack.
    @inlinable mutating func end(with result: Outcome, exit effect: Effect? = nil) {
        stage = .ending(result)
        if let send = intake.waiting { intake.settle(send, with: result.isSuccess ? nil : .macrostepUnfinished) }
        mailbox.close(discarding: &intake.batch)
        interpreter.reportRejections(of: intake)
        interpreter.end(sparingExits: result.isSuccess)
        if let effect { interpreter.push(effect.content) }
    }

    /// Carries out the exit effect, and awaits the operations that have not ended.
    @inlinable mutating func wrapUp(on actor: (any Actor)?) throws -> Wait? {
        if heedsInterruption, mailbox.isInterrupted { throw interruption }
        if !hasOperations, interpreter.stack.isEmpty {
            conclude()
            return .end
        }
        if let entry = interpreter.stack.popLast() { return try make(interpreter.carryOut(entry), on: actor) }
        if interpreter.hasSequel {
            interpreter.finishMacrostep()
            return nil
        }
        // The rest is waiting. A failed run tells its observer of the error first.
        if Observer.isActive, case .ending(.success) = stage { interpreter.reportRest() }
        dismissWatcher()
        guard let operation = intake.nextEnded() else { return .event }
        try noteEnd(of: operation)
        return nil
    }

    /// Ends the run because of an error. The first error counts, unless an interruption has caused it.
    @usableFromInline mutating func fail(with error: any Error) {
        switch outcome {
        case nil: end(with: .failure(mailbox.interruption ?? error))
        case .success?:
            stage = .ending(.failure(mailbox.interruption ?? error))
            interpreter.cancelAll()
        case .failure?:
            interpreter.cancelAll()
        }
    }

    /// Whether an interruption can still change the result of the run.
    ///
    /// In a terminal state an interruption ends the rest of the exit effect. When the loop awaits only operations that
    /// are cancelled already, the result stands.
    @inlinable var heedsInterruption: Bool {
        switch outcome {
        case nil: true
        case .success?: !interpreter.stack.isEmpty || (interpreter.existingLive?.registry.hasWork ?? false)
        case .failure?: false
        }
    }

    @inlinable mutating func conclude() {
        interpreter.reportRejections(of: intake)
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
