public import Oak

/// The machine that a host runs for an instance: the user's machine, and the record of its macrosteps.
///
/// Its `update` is as pure as that of the user's machine. At the end of each macrostep, it hands a ``StepRecord`` to
/// the host, as an action; activities begin after the actions of a macrostep, so the host can delay them until the
/// record is durable. Time-outs are part of the state.
@usableFromInline enum DurableMachine<Machine: DurableTransducer>: EffectTransducer {
    @usableFromInline typealias State = DurableState<Machine>

    @usableFromInline enum Event: Sendable {
        /// The host delivers an event from outside.
        ///
        /// An event that the store has is kept if it is postponed, however many are.
        case arrived(Machine.Event, Ticket.ID, isStored: Bool)
        /// The migration has dropped an event from outside.
        case dropped(Ticket.ID)
        /// The host asks for a report when every event up to this one has been seen.
        case mark(Ticket.ID)
        /// A deadline has fallen due.
        case due(name: String, number: Int)
        /// An event of the machine itself: an action event, or one that an activity has sent in a span.
        case own(Machine.Event, in: TraceContext?)
        /// An activity has returned, with an event or without.
        case returned(ActivityName, Machine.Event?)
        /// A time-out begins or ends.
        case change(TimeoutChange<Machine.Event>)
        /// A message that the macrostep has already.
        case sent
        /// The transitions of the macrostep are done.
        case settle
    }

    @usableFromInline struct Env: Sendable {
        @usableFromInline let machine: Machine.Env
        @usableFromInline let link: InstanceLink
    }

    /// Runs the machine on the actor of the host.
    @usableFromInline typealias Runner =
        @Sendable (isolated DurableHost, DurableState<Machine>, Oak.Proxy<Event>, Env, RunSettings) -> OwnedRun

    /// The run loop treats the effects of the machine as those of a child, so that departures and cancellations work as
    /// in the machine itself.
    static var lift: Lift<Machine.Event, Machine.Env, Machine.Input, Event, Env> {
        Lift(hosting: Machine.self, embed: { .own($0, in: TracedActivities.context) }, project: { $0.machine })
    }

    /// The actions that hand something to the host, of which all others wait for the task of the run.
    ///
    /// The user's actions come after one that suspends.
    @inlinable static var _actsInFrames: Bool { true }

    @inlinable static func isTerminal(_ state: State) -> Bool { Machine.isTerminal(state.machine) }

    @inlinable static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .arrived(let event, let ticket, let isStored):
            let answer = process(event, &state, OpenStep(cause: .event, ticket: ticket))
            guard answer?.kind == .postponement else {
                if !state.postponed.isEmpty { state.postponed.remove(ticket) }
                return answer
            }
            if !isStored, state.postponed.count >= state.postponedLimit, !state.postponed.contains(ticket) {
                return report { $0.refuse(ticket, of: $1) }
            }
            state.postponed.insert(ticket)
            return answer
        case .dropped(let ticket):
            state.step = OpenStep(cause: .revision, ticket: ticket)
            return .event(.settle)
        case .mark(let ticket):
            return report { $0.hasSeen(ticket, of: $1) }
        case .due(let name, let number):
            guard let timer = state.timers[name], timer.number == number else {
                return report { $0.hasNoTimer(DueTimer(name: name, number: number), of: $1) }
            }
            let cause = JournalEntry.Cause.deadline(name: ActivityMark.plainName(of: name))
            return process(timer.event, &state, OpenStep(cause: cause, event: timer.event)) { state in
                fire(name, &state)
            }
        case .own(let event, let context):
            let step = state.step ?? OpenStep(cause: .activity(name: nil), event: event, context: context)
            return process(event, &state, step)
        case .returned(let activity, let event):
            return note(returnOf: activity, with: event, &state)
        case .change(let change):
            do throws(DurableError) {
                try state.apply(change)
            } catch {
                return failure(error)
            }
            return nil
        case .sent:
            return nil
        case .settle:
            return settle(&state)
        }
    }

    /// Performs a transition of the user's machine.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - state: The state.
    ///   - step: The macrostep that the transition belongs to.
    ///   - prepare: Changes the state before the transition, unless the machine postpones the event.
    @inlinable static func process(
        _ event: Machine.Event, _ state: inout State, _ step: OpenStep<Machine>,
        _ prepare: (inout State) -> Void = { _ in }
    ) -> Effect? {
        let isFirst = state.step == nil
        let (answer, output) = Machine.step(&state.machine, event: event)
        if let answer, answer.kind == .postponement {
            if isFirst, case .activity(name: nil) = step.cause { state.hasPostponedOwnEvent = true }
            return .postpone
        }
        state.step = step
        prepare(&state)
        var parts: [Effect] = []
        if let answer, answer.kind == .unexpected {
            if isFirst, case .event = step.cause { state.step?.cause = .unexpectedEvent }
        } else {
            if Machine.Output.self != Void.self { state.step?.outputs.append(output) }
            if let answer {
                do throws(DurableError) {
                    parts = try carryOut(answer, &state)
                } catch {
                    return failure(error)
                }
            }
        }
        if Machine.isTerminal(state.machine) {
            parts.append(commit(state.closeStep(ending: output)))
        } else if isFirst {
            // Without action events to come, the macrostep ends here.
            guard !parts.isEmpty else { return settle(&state) }
            parts.append(.event(.settle))
        }
        return .all(parts)
    }

    /// The effect that carries out one of the machine, and keeps time-outs as data.
    @usableFromInline static func carryOut(
        _ answer: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>, _ state: inout State
    ) throws(DurableError) -> [Effect] {
        if let message = answer.message {
            state.step?.messages.append(message)
            return []
        }
        try checkThatNothingIsLost(of: answer)
        // Part of the macrostep even if it ends the machine.
        let others = state.take(messagesOf: answer)
        if others == 0 { return [] }
        let lifted: Effect = answer.lifted(by: lift) { part in
            part.message == nil ? TimeoutChange(part).map { .change($0) } : .sent
        }
        guard answer.hasActions else { return [lifted] }
        let ticket = state.step?.ticket
        let store = Effect(isolatedAction: { (env: Env, _: isolated any Actor) async throws -> [Event] in
            try await env.link.makeDurable(ticket)
            return []
        })
        return [store, lifted]
    }

    /// Refuses an effect that would end with the process.
    private static func checkThatNothingIsLost(
        of answer: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>
    ) throws(DurableError) {
        let hasTimeout = answer.containsTimeout
        var error: DurableError?
        answer.forEachPart { part in
            if error == nil { error = Self.error(of: part, amongTimeouts: hasTimeout) }
        }
        if let error { throw error }
    }

    private static func error(
        of part: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>, amongTimeouts hasTimeout: Bool
    ) -> DurableError? {
        switch part.kind {
        case .operation, .isolatedOperation: if part.timeout != nil, !part.isExitEffect { return nil }
        case .sequence, .combination, .list:
            guard hasTimeout else { return nil }
            if part.kind == .sequence, let first = part.parts.firstIndex(where: \.containsTimeout),
                first < part.parts.count - 1
            {
                return .stepAfterTimeout(machine: Machine.machineName, effect: "\(part.parts[first + 1])")
            }
            let isPlain = part.id == nil && !part.handlesErrors
            if isPlain || !part.containsTimeout { return nil }
        case .events, .action, .isolatedAction, .cancelTask, .departure, .rejection, .mistake, .postponement,
            .unexpected:
            return nil
        }
        return .operationWouldBeLost(machine: Machine.machineName, effect: "\(part)")
    }

    /// Ends the macrostep.
    @inlinable static func settle(_ state: inout State) -> Effect? {
        guard state.step != nil else { return nil }
        do throws(DurableError) {
            try state.revise()
        } catch {
            return failure(error)
        }
        return commit(state.closeStep())
    }

    @inlinable static func commit(_ record: StepRecord<Machine>) -> Effect {
        // An activity that begins has to wait until the macrostep is durable.
        guard record.step.activities.contains(where: { $0.value?.hasReturned == false }) else {
            return Effect(isolatedAction: { (env: Env, _: isolated any Actor) throws -> [Event] in
                try env.link.submit(record)
                return []
            })
        }
        // Activities begin after the actions of their macrostep.
        return Effect(isolatedAction: { (env: Env, _: isolated any Actor) async throws -> [Event] in
            try env.link.submit(record)
            try await env.link.makeDurable(nil)
            return []
        })
    }

    /// The effect that tells the host something.
    @usableFromInline
    static func report(_ news: @escaping @Sendable (isolated DurableHost, InstanceLink) -> Void) -> Effect {
        Effect(isolatedAction: { (env: Env, _: isolated any Actor) throws -> [Event] in
            env.link.tell(news)
            return []
        })
    }

    @usableFromInline static func failure(_ error: DurableError) -> Effect {
        Effect(isolatedAction: { (_: Env, _: isolated any Actor) throws -> [Event] in throw error })
    }
}
