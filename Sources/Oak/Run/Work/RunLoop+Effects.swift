extension RunLoop {
    /// Does what lies on the stack.
    ///
    /// - Returns: What has to be awaited then.
    @inlinable
    mutating func carryOut(_ entry: Step.Entry, actor: (any Actor)?) throws -> Wait? {
        switch entry.todo {
        // What an exit effect answers is not processed any more.
        case .event, .answer: break
        case .rest(let effects): stepper.pushNext(of: effects, at: entry.time)
        case .resume(let scope): resume(scope)
        case .misplacedReply: throw TransducerError.replyNotAlone(transducer: "\(T.self)")
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
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope, at: entry.time)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope, at: entry.time)
            // Its parts are put on the stack one by one.
            case .list: stepper.push(.work(work), in: scope)
            case .departure(let reason):
                existingBackstage?.postponed?.silence(effectsOf: work.owner)
                leave(work.owner, because: reason, at: entry.time)
            case .mistake(let error): throw error
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
        case .todo(let entry): entry.needsHost(isolation: actor)
        case .terminal(_, let effect?), .end(_, exit: let effect?): effect.needsHost(isolation: actor)
        case .idle, .turnOver, .interrupted, .output, .reply, .settled, .macrostepEnded, .operationEnded,
            .terminal(_, nil), .end(_, exit: nil), .runaway:
            false
        }
    }
}

extension Stepper.Entry {
    @inlinable
    func needsHost(isolation: (any Actor)?) -> Bool {
        switch todo {
        case .work(let work, _): work.nature.needsHost(isolation: isolation)
        case .event, .answer, .rest, .resume, .misplacedReply: false
        }
    }
}
