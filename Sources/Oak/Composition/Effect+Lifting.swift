extension TransducerEffect {
    /// The effect of a component as an effect of its composite.
    ///
    /// Its events become events of the composite, its environment is taken out of that of the composite, what it sends goes into
    /// the mailbox of the composite, and its identities are the component's own.
    ///
    /// - Parameter component: The component.
    /// - Returns: An effect of the composite.
    /// - Complexity: O(*n*) for an effect of *n* parts; a single action event allocates nothing.
    @inlinable
    public func lift<Composite, Machine>(
        _ component: Component<Composite, Machine>
    ) -> TransducerEffect<Composite.Event, Composite.Env, Composite.Input>
    where Machine.Event == Event, Machine.Env == Env, Machine.Input == Input {
        lifted(by: component.lift, .owned)
    }
}

/// Whether an effect ends when its component is left.
@usableFromInline
enum Ownership: Sendable {
    case owned
    /// The component has ended in a terminal state; what it still has to do it does to the end, and nobody hears of it.
    case released(Ending)
}

extension TransducerEffect where Input: TransducerInput<Event> {
    @inlinable
    func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        typealias Outer = TransducerEffect<OuterEvent, OuterEnv, OuterInput>
        return folded(
            isBranch: { _ in true },
            leaf: { effect -> Outer? in
                switch (effect.content, ownership) {
                case (.event(let event), .owned): Outer(content: .event(lift.embed(event)))
                case (.events(let events), .owned): Outer(content: .events(events.map(lift.embed)))
                case (.event, .released), (.events, .released): Outer(content: .events([]))
                case (.work(let work), _): work.lifted(by: lift, ownership, parts: [])
                }
            },
            branch: { work, parts in work.lifted(by: lift, ownership, parts: parts) }) ?? Outer(content: .events([]))
    }
}

extension TransducerEffect.Work where Input: TransducerInput<Event> {
    /// - Parameter parts: Its parts, lifted already.
    @inlinable
    func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership,
        parts: [TransducerEffect<OuterEvent, OuterEnv, OuterInput>]
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        let ending = ending(ownership)
        if case .list = form { return .init(.list(parts)) }
        typealias Outer = TransducerEffect<OuterEvent, OuterEnv, OuterInput>
        let traits = Outer.Work.Traits(
            id: id?.within(lift.path), pause: pause, replacement: traits.replacement,
            owner: ending == nil ? lift.path + owner : [], ending: ending,
            ended: ending == nil ? [] : lift.path + component,
            handler: traits.handler.map { lift.embedding($0, ownership) })
        return Outer(form.lifted(by: lift, ownership, parts: parts), traits)
    }

    /// The end of the component that it belongs to, if that has ended; who departs, does so from where it was.
    @inlinable
    func ending(_ ownership: Ownership) -> Ending? {
        switch (ownership, form) {
        case (.owned, _), (.released, .departure), (.released, .list): ending
        case (.released(let latest), .action), (.released(let latest), .operation),
            (.released(let latest), .cancellation), (.released(let latest), .sequence),
            (.released(let latest), .combination), (.released(let latest), .rejection):
            ending ?? latest
        }
    }
}

extension Lift {
    /// Makes an event of the outer machine of an error in the inner one; nobody hears of it when that has ended.
    @inlinable
    func embedding(
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
    @inlinable
    func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>, _ ownership: Ownership,
        parts: [TransducerEffect<OuterEvent, OuterEnv, OuterInput>]
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput>.Work.Form {
        switch self {
        case .action(let place, .immediate(let action)):
            .action(
                .init(place),
                .immediate { env, actor in
                    Unchecked(try action(Unchecked(lift.project(env.value)), actor).value.lifted(by: lift, ownership))
                })
        case .action(let place, .suspending(let action)):
            .action(
                .init(place),
                .suspending { env, actor in
                    let answer = try await action(Unchecked(lift.project(env.value)), actor)
                    return Unchecked(answer.value.lifted(by: lift, ownership))
                })
        case .operation(let body): .operation(body.lifted(by: lift))
        case .cancellation: .cancellation
        case .sequence: .sequence(parts)
        case .combination: .combination(parts)
        case .list: .list(parts)
        case .departure(let drops): .departure { event in lift.extract(event).map(drops) ?? false }
        case .rejection(let event): .rejection(lift.embed(event))
        }
    }
}

extension TransducerEffect.OperationBody where Input: TransducerInput<Event> {
    @inlinable
    func lifted<OuterEvent, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput>.OperationBody {
        switch self {
        case .ownIsolation(let function):
            .lifted(.ownIsolation) { env, port, _ in
                // Such a function is only accepted with an environment that is `Sendable`.
                let inner = Unchecked(lift.project(env.value))
                let input = Input(port.embedding(lift.embed))
                return {
                    nonisolated(unsafe) let env = inner.value
                    try await function(env, input)
                    return nil
                }
            }
        case .answering(let function):
            .lifted(.ownIsolation) { env, port, _ in
                // Such a function is only accepted with an environment that is `Sendable`; its answer is on its way to the loop.
                let inner = Unchecked(lift.project(env.value))
                let input = Input(port.embedding(lift.embed))
                return {
                    nonisolated(unsafe) let env = inner.value
                    return Unchecked(lift.embed(try await function(env, input).value))
                }
            }
        case .systemActor(let function):
            .lifted(.systemActor) { env, port, actor in
                guard let actor else { throw MissingActor() }
                // Any other environment is on this actor already.
                let inner = Unchecked(lift.project(env.value))
                let input = Input(port.embedding(lift.embed))
                return {
                    nonisolated(unsafe) let env = inner.value
                    try await function(env, input, actor)
                    return nil
                }
            }
        case .lifted(let place, let make):
            .lifted(.init(place)) { env, port, actor in
                let body = try make(Unchecked(lift.project(env.value)), port.embedding(lift.embed), actor)
                return { try await body().map { Unchecked(lift.embed($0.value)) } }
            }
        }
    }
}

extension TransducerEffect.Place {
    /// The place that an effect of another machine has.
    @inlinable
    init<E, V, I>(_ other: TransducerEffect<E, V, I>.Place) {
        self =
            switch other {
            case .ownIsolation: .ownIsolation
            case .systemActor: .systemActor
            }
    }
}
