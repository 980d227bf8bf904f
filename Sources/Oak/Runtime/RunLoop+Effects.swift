extension RunLoop {
    /// Does what lies on the stack.
    ///
    /// - Returns: What has to be awaited then.
    @inlinable
    mutating func carryOut(_ todo: consuming Step.Todo, actor: (any Actor)?) throws -> Wait? {
        switch consume todo {
        case .event(let event):
            // What an exit effect answers is not processed any more.
            if outcome == nil { stepper.push(.event(event)) }
        case .answer: break
        case .resume(let scope): resume(scope)
        case .floor: break
        case .work(let work, let scope):
            switch work.form {
            case .action(_, .immediate(let action)):
                reportInstant(work)
                do {
                    stepper.push(try action(Unchecked(env), actor).value.content)
                } catch {
                    try recover(from: error, of: work, in: scope)
                }
            case .action(_, .suspending(let action)):
                reportInstant(work)
                backstage.call = .act(action, of: work, in: scope)
                return .call
            case .operation(let body): begin(body, of: work, in: scope, actor: actor)
            case .cancellation: carryOutCancellation(work, in: scope)
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope)
            // Its parts are put on the stack one by one.
            case .list: stepper.push(.work(work), in: scope)
            case .departure(let drops): leave(work.owner, dropping: drops, within: scope)
            case .rejection(let event): report(.sendRejected(event, TransducerError.terminated))
            }
        }
        return nil
    }

    /// Tells the observer of an effect that ends as soon as it begins.
    @inlinable
    func reportInstant(_ work: Effect.Work) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
    }
}

// MARK: - Moving

extension RunLoop {
    /// Whether the loop has to be in a task and on an actor of its own for what comes next.
    @inlinable
    func needsHost(_ pause: Step.Pause, on actor: (any Actor)?) -> Bool {
        switch pause {
        case .todo(.work(let work, _)): work.nature.needsHost(isolation: actor)
        case .terminal(_, let effect?), .end(_, exit: let effect?): effect.needsHost(isolation: actor)
        case .idle, .turnOver, .interrupted, .output, .todo, .macrostepEnded, .operationEnded, .terminal(_, nil),
            .end(_, exit: nil),
            .runaway:
            false
        }
    }
}
