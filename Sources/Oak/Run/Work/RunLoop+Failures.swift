extension RunLoop {
    /// Turns an error into the event that is declared for it, by the effect itself or by the innermost composition around it.
    ///
    /// That composition is over: the rest of it is cancelled.
    ///
    /// - Parameters:
    ///   - handler: What becomes of an error in the effect.
    ///   - scope: The composition that the effect is a part of.
    /// - Returns: The event; `nil` if nobody is there to hear of it.
    /// - Throws: The error, if nobody has said what it means.
    @inlinable
    mutating func meaning(
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

    /// Goes on after the error of an action.
    @inlinable
    mutating func recover(from error: any Error, of work: Effect.Work, in scope: Composition?) throws {
        // An interruption is what the error comes from.
        if mailbox.isInterrupted { throw error }
        report(.effectEnded(EffectSummary(ofInstant: work), error))
        if let event = try meaning(of: error, handledBy: work.traits.handler, within: scope) {
            stepper.stack.append(Step.Entry(.event(event), at: stepper.now))
        }
    }

    /// Has the event processed that was made of the end of an operation.
    @inlinable
    mutating func process(_ answer: T.Event, of operation: Operation<T.Event>) {
        // A machine that has ended takes no event any more.
        if outcome == nil {
            report(.eventTaken(answer, from: .operation(operation.number)))
            stepper.stack.append(Step.Entry(.answer(answer), at: stepper.now))
        } else {
            report(.sendRejected(answer, TransducerError.terminated))
        }
    }
}

extension EffectSummary {
    /// That of an effect which ends as soon as it begins.
    @inlinable
    init<Event, Env, Input>(ofInstant work: TransducerEffect<Event, Env, Input>.Work) {
        self.init(kind: work.kind, id: work.id, number: 0, child: work.child)
    }
}
