extension RunLoop {
    /// Turns an error into an event, using the handler of the effect or that of the innermost composition around it.
    ///
    /// A composition that handles an error ends: its other parts are cancelled.
    ///
    /// - Parameters:
    ///   - handler: The effect's own handler.
    ///   - scope: The composition that contains the effect.
    /// - Returns: The event, or `nil` if the handler returns none, as that of an exit effect does.
    /// - Throws: The error, if nothing handles it.
    @inlinable mutating func meaning(
        of error: any Error, handledBy handler: Effect.Handler?, within scope: Composition?
    ) throws -> T.Event? {
        if let handler { return handler(error) }
        var next = scope
        while let scope = next {
            if let handler = scope.handler, scope.isGoingOn {
                scope.standing = .failed(error)
                cancelParts(of: scope, because: .partFailed)
                return handler(error)
            }
            next = scope.parent
        }
        throw error
    }

    /// Continues after an error of an action.
    @inlinable mutating func recover(from error: any Error, of work: Effect.Work, in scope: Composition?) throws {
        // The interruption caused the error.
        if mailbox.isInterrupted { throw error }
        report(.effectEnded(EffectSummary(ofInstant: work), error))
        if let event = try meaning(of: error, handledBy: work.traits.handler, within: scope) {
            stepper.stack.append(LoopStepper.Entry(.event(event), at: stepper.now))
        }
    }

    /// Processes the event made from the result or error of an operation.
    @inlinable mutating func process(_ answer: T.Event, of operation: Operation<T.Event>) {
        // A machine that has ended takes no more events.
        if outcome == nil {
            report(.eventTaken(answer, from: .operation(operation.number)))
            stepper.stack.append(LoopStepper.Entry(.answer(answer), at: stepper.now))
        } else {
            report(.sendRejected(answer, TransducerError.terminated))
        }
    }
}

extension EffectSummary {
    /// Creates the summary of an effect that ends as soon as it begins.
    @inlinable init<Event, Env, Input>(ofInstant work: TransducerEffect<Event, Env, Input>.Work) {
        self.init(kind: work.kind, id: work.id, number: 0, child: work.child)
    }
}
