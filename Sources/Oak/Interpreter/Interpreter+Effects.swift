extension Interpreter {
    /// Carries out an entry of the stack.
    ///
    /// - Returns: The function to call, if any.
    @inlinable mutating func carryOut(_ entry: Entry) throws -> PendingCall<T>? {
        switch entry.todo {
        // Answers of exit effects are dropped.
        case .event, .answer: break
        case .rest(let effects): pushNext(of: effects, at: entry.time)
        case .resume(let scope): resume(scope)
        case .misplacedReply: throw TransducerError.replyNotAlone(transducer: "\(T.self)")
        case .work(let work, let scope):
            switch work.form {
            case .action(_, let action):
                report(.effectStarted(EffectSummary(ofInstant: work)))
                return .act(action, of: work, in: scope)
            case .operation: begin(work, in: scope)
            case .cancellation: carryOutCancellation(work, in: scope)
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope, at: entry.time)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope, at: entry.time)
            // A list puts its parts on the stack one by one.
            case .list: push(.work(work), in: scope)
            case .departure(let reason):
                existingLive?.postponed?.silence(.departure(work.owner))
                if T._isComposite {
                    depart(work.owner, because: reason, at: entry.time)
                } else {
                    departElsewhere(work.owner, because: reason, at: entry.time)
                }
            case .mistake(let error): throw error
            case .rejection(let event, of: let child):
                report(.sendRejected(event, TransducerError.childNotActive(child.names, of: T.self)))
            }
        }
        return nil
    }
}

/// A function to call before the interpreter goes on.
@usableFromInline enum PendingCall<T: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    case deliver(T.Output)
    case act(Effect.Action, of: Effect.Work, in: Scope<T.Event, T.Env, T.Input>?)
}
