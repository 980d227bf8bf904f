/// Converts events, effects and environments between an inner machine and the outer machine that contains it.
@usableFromInline package final class Lift<Event, Env, Input: TransducerInput<Event>, OuterEvent, OuterEnv>: Sendable {
    @usableFromInline let place: ChildPlace
    @usableFromInline let machine: Immutable<any ExecutableTransducer.Type>
    @usableFromInline let embed: @Sendable (Event) -> OuterEvent
    @usableFromInline let project: @Sendable (OuterEnv) -> Env

    @usableFromInline let failure: FailureMeaning<@Sendable (any Error) -> OuterEvent>

    @inlinable init(
        _ place: ChildPlace, of machine: any ExecutableTransducer.Type,
        embed: @escaping @Sendable (Event) -> OuterEvent, project: @escaping @Sendable (OuterEnv) -> Env,
        failure: FailureMeaning<@Sendable (any Error) -> OuterEvent> = .unstated
    ) {
        self.place = place
        self.machine = Immutable(machine)
        self.embed = embed
        self.project = project
        self.failure = failure
    }
}

/// The consequence of an error that an inner machine has not handled.
@usableFromInline package enum FailureMeaning<Function: Sendable>: Sendable {
    /// The outer machine gets an event, which the function makes of the error.
    case event(Function)
    /// The outer machine gets the error, as its author says.
    case endsTheRun
    /// The outer machine gets the error, and its author has said nothing.
    case unstated

    /// Whether the author has said nothing.
    @inlinable var isUnstated: Bool { if case .unstated = self { true } else { false } }

    @inlinable func map<Other: Sendable>(_ transform: (Function) -> Other) -> FailureMeaning<Other> {
        switch self {
        case .event(let function): .event(transform(function))
        case .endsTheRun: .endsTheRun
        case .unstated: .unstated
        }
    }
}

extension TransducerEffect {
    /// Converts an effect of a child to an effect of its composite.
    ///
    /// Its events become events of the composite, its environment derives from that of the composite, its inputs send
    /// to the mailbox of the composite, and its identities remain the child's own.
    ///
    /// - Parameter child: The child.
    /// - Returns: An effect of the composite.
    /// - Complexity: O(*n*) for an effect of *n* parts; a single action event allocates nothing.
    @inlinable public func lift<Composite, Machine>(
        _ child: Child<Composite, Machine>
    ) -> TransducerEffect<Composite.Event, Composite.Env, Composite.Input>
    where Machine.Event == Event, Machine.Env == Env, Machine.Input == Input {
        lifted(by: child.lift, .owned)
    }
}

/// Whether an effect ends when its child does.
@usableFromInline enum Ownership: Sendable {
    case owned
    /// The child has ended in a terminal state: the effect runs to completion, and its events are dropped.
    case released(Ending)
}

extension TransducerEffect where Input: TransducerInput<Event> {
    @inlinable func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        typealias Outer = TransducerEffect<OuterEvent, OuterEnv, OuterInput>
        let lifted = folded(
            isBranch: { _ in true },
            leaf: { effect -> Outer? in
                switch (effect.content, ownership) {
                case (.event(let event, let origin), .owned):
                    Outer(content: .event(lift.embed(event), origin.within(lift.place, of: lift.machine.value)))
                case (.events(let events, let origin), .owned):
                    Outer(content: .events(events.map(lift.embed), origin.within(lift.place, of: lift.machine.value)))
                case (.event, .released), (.events, .released): Outer.nothing
                case (.work(let work), _): work.lifted(by: lift, ownership, parts: [])
                case (.reply(let reply), _): Outer(content: .reply(reply.lifted(by: [lift.place.id])))
                }
            },
            branch: { work, parts in work.lifted(by: lift, ownership, parts: parts) })
        guard case .event(let failure) = lift.failure else { return lifted ?? .nothing }
        return lifted?.catching(failure) ?? .nothing
    }
}

extension TransducerEffect.Work where Input: TransducerInput<Event> {
    /// - Parameter parts: The parts of the effect, already lifted.
    @inlinable func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership,
        parts: [TransducerEffect<OuterEvent, OuterEnv, OuterInput>]
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        if case .list = form { return .init(.list(parts)) }
        let path = ChildPath(lift.place, traits.owner.former)
        typealias Outer = TransducerEffect<OuterEvent, OuterEnv, OuterInput>
        let traits = Outer.Work.Traits(
            id: id?.within(lift.place.id), startDelay: startDelay?.mapEvent(lift.embed),
            replacement: traits.replacement,
            owner: ending(ownership).map { .ended(path, $0) } ?? .child(path),
            mayFail: traits.mayFail && lift.failure.isUnstated,
            handler: traits.handler.map { lift.embedding($0, ownership) })
        return Outer(form.lifted(by: lift, ownership, parts: parts), traits)
    }

    /// The end of the child that released this effect, if any. A departure always keeps the path of its child.
    @inlinable func ending(_ ownership: Ownership) -> Ending? {
        switch (ownership, form) {
        case (.owned, _), (.released, .departure), (.released, .mistake), (.released, .list): ending
        case (.released(let latest), .action), (.released(let latest), .operation),
            (.released(let latest), .cancellation), (.released(let latest), .sequence),
            (.released(let latest), .combination), (.released(let latest), .rejection):
            ending ?? latest
        }
    }
}

extension Lift {
    /// Converts an error handler to the outer machine; the handler of a released effect makes no event.
    @inlinable func embedding(
        _ handler: @escaping @Sendable (any Error) -> Event?, _ ownership: Ownership
    ) -> @Sendable (any Error) -> OuterEvent? {
        { [embed] error in
            switch (handler(error), ownership) {
            case (let event?, .owned): embed(event)
            case (nil, _), (_, .released): nil
            }
        }
    }
}

extension TransducerEffect.Work.Form where Input: TransducerInput<Event> {
    @inlinable func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership,
        parts: [TransducerEffect<OuterEvent, OuterEnv, OuterInput>]
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput>.Work.Form {
        switch self {
        case .action(let place, .immediate(let action)):
            .action(
                place,
                .immediate { env, actor in
                    SystemIsolated(
                        try action(SystemIsolated(lift.project(env.value)), actor).value.lifted(by: lift, ownership))
                })
        case .action(let place, .suspending(let action)):
            .action(
                place,
                .suspending { env, actor in
                    let answer = try await action(SystemIsolated(lift.project(env.value)), actor)
                    return SystemIsolated(answer.value.lifted(by: lift, ownership))
                })
        case .operation(let body): .operation(body.lifted(by: lift))
        case .cancellation: .cancellation
        case .sequence: .sequence(parts)
        case .combination: .combination(parts)
        case .list: .list(parts)
        case .departure(let reason): .departure(reason)
        case .rejection(let event, .inactive(let child)):
            .rejection(lift.embed(event), .inactive(ChildPath(lift.place, child)))
        case .rejection(let event, .overruled(let child)):
            .rejection(lift.embed(event), .overruled([lift.place.id] + child))
        case .mistake(let error): .mistake(error)
        }
    }
}

extension TransducerEffect.OperationBody {
    @inlinable var place: EffectPlace {
        switch self {
        case .ownIsolation, .answering, .bound: .ownIsolation
        case .systemActor: .systemActor
        case .lifted(let place, _, _): place
        }
    }

    @inlinable package var lastAnswer: LastAnswer {
        switch self {
        case .ownIsolation, .systemActor: .sent
        case .answering: .returned
        case .lifted(_, let lastAnswer, _): lastAnswer
        case .bound: .either
        }
    }
}

extension TransducerEffect.OperationBody where Input: TransducerInput<Event> {
    @inlinable func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput>.OperationBody {
        .lifted(place, lastAnswer) { env, port, actor in
            let body = try bound(
                to: SystemIsolated(lift.project(env.value)), sendingTo: port.embedding(lift.embed), on: actor)
            return { try await body().map { Disconnected(lift.embed($0.value)) } }
        }
    }

    /// The function of the operation with its arguments.
    ///
    /// - Throws: ``MissingActor`` if the function needs an actor and there is none.
    @inlinable func bound(
        to env: SystemIsolated<Env>, sendingTo port: InputPort<Event>, on actor: (any Actor)?
    ) throws -> TransducerEffect<Event, Env, Input>.BoundFunction {
        switch self {
        case .ownIsolation, .answering:
            let input = Input(port)
            return { try await call(env, input) }
        case .systemActor(let function):
            guard let actor else { throw MissingActor() }
            let input = Input(port)
            // An environment that is not `Sendable` is already on this actor.
            return {
                nonisolated(unsafe) let env = env.value
                try await function(env, input, actor)
                return nil
            }
        case .lifted(_, _, let make): return try make(env, port, actor)
        case .bound(let function): return function
        }
    }

    /// Calls the function of an operation with its own isolation; only the run loop receives the result.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func call(
        _ env: SystemIsolated<Env>, _ input: Input
    ) async throws -> Disconnected<Event>? {
        // Effects accept such a function only with a `Sendable` environment.
        nonisolated(unsafe) let env = env.value
        switch self {
        case .ownIsolation(let function):
            try await function(env, input)
            return nil
        case .answering(let function): return try await function(env, input)
        case .bound(let function): return try await function()
        case .systemActor, .lifted: throw MissingActor()
        }
    }
}
