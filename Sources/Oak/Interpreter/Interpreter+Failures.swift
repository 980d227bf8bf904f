extension Interpreter {
    /// Turns an error into an event, using the handler of the effect or that of the innermost composition around it.
    ///
    /// A composition that handles an error ends: its other parts are cancelled.
    ///
    /// - Parameters:
    ///   - handler: The effect's own handler.
    ///   - scope: The composition that contains the effect.
    /// - Returns: The event, or `nil` if the handler returns none, as that of an exit effect does.
    /// - Throws: The error, if nothing handles it.
    @usableFromInline mutating func meaning(
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
    @usableFromInline
    mutating func recover(from error: any Error, of work: Effect.Work, in scope: Composition?) throws {
        report(.effectEnded(EffectSummary(ofInstant: work), error))
        if let event = try meaning(of: error, handledBy: work.traits.handler, within: scope) {
            stack.append(Entry(.event(event), at: now))
        }
    }
}

extension EffectSummary {
    /// Creates the summary of an effect that ends as soon as it begins.
    @inlinable init<Event, Env, Input>(ofInstant work: TransducerEffect<Event, Env, Input>.Work) {
        self.init(kind: work.kind, id: work.id, number: 0, child: work.child)
    }
}
