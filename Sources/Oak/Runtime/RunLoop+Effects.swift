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
        case .resume(let scope): resume(scope)
        case .floor: break
        case .work(let work, let scope):
            switch work.form {
            case .action(_, .immediate(let action)):
                reportInstant(work)
                stepper.push(try action(Unchecked(env), actor).value.content)
            case .action(_, .suspending(let action)):
                reportInstant(work)
                backstage.call = .act(action)
                return .call
            case .operation(let body): start(body, of: work, in: scope, actor: actor)
            case .cancellation:
                reportInstant(work)
                if let name = work.name { cancel(name, because: .cancelTask) }
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope)
            case .departure(let drops): leave(work.owner, dropping: drops, within: scope)
            case .rejection(let event): report(.sendRejected(event, TransducerError.terminated))
            }
        }
        return nil
    }

    /// Tells the observer of an effect that ends as soon as it begins.
    @inlinable
    func reportInstant(_ work: Effect.Work) {
        report(.effectStarted(EffectSummary(kind: work.kind, id: work.id, number: 0, component: work.owner)))
    }
}

// MARK: - Moving

extension RunLoop {
    /// Whether the loop has to be in a task and on an actor of its own for what comes next.
    @inlinable
    func needsHost(_ pause: Step.Pause, on actor: (any Actor)?) -> Bool {
        switch pause {
        case .beginning: Step.delivers
        case .todo(.work(let work, _)): work.needsHost(isolation: actor)
        case .terminal(_, let effect?), .end(_, exit: let effect?): effect.needsHost(isolation: actor)
        case .idle, .turnOver, .interrupted, .output, .todo, .operationEnded, .terminal(_, nil), .end(_, exit: nil),
            .runaway:
            false
        }
    }
}

extension TransducerEffect {
    @inlinable
    func needsHost(isolation: (any Actor)?) -> Bool {
        switch content {
        case .event, .events: false
        case .work(let work): work.needsHost(isolation: isolation)
        case .list(let effects): effects.contains { $0.needsHost(isolation: isolation) }
        }
    }
}

extension TransducerEffect.Work {
    /// Whether carrying this out may suspend, or needs an actor where there is none.
    @inlinable
    func needsHost(isolation: (any Actor)?) -> Bool {
        switch form {
        case .action(_, .suspending): true
        case .action(.systemActor, .immediate), .operation(.systemActor), .operation(.lifted(.systemActor, _)):
            isolation == nil
        case .action(.ownIsolation, .immediate), .operation(.ownIsolation), .operation(.lifted(.ownIsolation, _)),
            .cancellation, .departure, .rejection:
            false
        case .sequence(let parts), .combination(let parts): parts.contains { $0.needsHost(isolation: isolation) }
        }
    }
}
