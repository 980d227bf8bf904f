extension RunLoop {
    /// Carries out an entry of the stack.
    ///
    /// - Returns: The wait that follows, if any.
    @inlinable mutating func carryOut(_ entry: LoopStepper.Entry, actor: (any Actor)?) throws -> Wait? {
        switch entry.todo {
        // Answers of exit effects are dropped.
        case .event, .answer: break
        case .rest(let effects): stepper.pushNext(of: effects, at: entry.time)
        case .resume(let scope): resume(scope)
        case .misplacedReply: throw TransducerError.replyNotAlone(transducer: "\(T.self)")
        case .work(let work, let scope):
            switch work.form {
            case .action(_, .immediate(let action)):
                reportInstant(work)
                do {
                    stepper.push(try action(SystemIsolated(env), actor).value.content)
                } catch {
                    try recover(from: error, of: work, in: scope)
                }
            case .action(_, .suspending(let action)):
                reportInstant(work)
                runtime.call = .act(action, of: work, in: scope)
                return .call
            case .operation(let body): begin(body, of: work, in: scope, actor: actor)
            case .cancellation: carryOutCancellation(work, in: scope)
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope, at: entry.time)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope, at: entry.time)
            // A list puts its parts on the stack one by one.
            case .list: stepper.push(.work(work), in: scope)
            case .departure(let reason):
                existingRuntime?.postponed?.silence(.departure(work.owner))
                depart(work.owner, because: reason, at: entry.time)
            case .mistake(let error): throw error
            case .rejection(let event): report(.sendRejected(event, TransducerError.terminated))
            }
        }
        return nil
    }

    /// Reports an effect that ends as soon as it begins.
    @inlinable func reportInstant(_ work: Effect.Work) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
    }
}

// MARK: - Moving

extension RunLoop {
    /// Whether the loop needs a task and an actor of its own before it handles a stop.
    @inlinable func needsHost(_ stop: LoopStepper.Stop, on actor: (any Actor)?) -> Bool {
        switch stop {
        case .todo(let entry): entry.needsHost(isolation: actor)
        case .terminal(_, let effect?): effect.needsHost(isolation: actor)
        case .idle, .turnOver, .interrupted, .output, .reply, .settled, .macrostepEnded, .operationEnded,
            .terminal(_, nil), .runaway:
            false
        }
    }
}

extension Stepper.Entry {
    @inlinable func needsHost(isolation: (any Actor)?) -> Bool {
        if case .work(let work, _) = todo { work.nature.needsHost(isolation: isolation) } else { false }
    }
}
