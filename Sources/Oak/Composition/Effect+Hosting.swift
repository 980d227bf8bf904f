extension Lift {
    /// - Parameters:
    ///   - machine: A machine inside a wrapper that a host runs in its place.
    ///   - embed: Makes an event of the wrapper from one of the machine.
    ///   - project: Finds the machine's environment in that of the wrapper.
    package convenience init(
        hosting machine: any ExecutableTransducer.Type, embed: @escaping @Sendable (Event) -> OuterEvent,
        project: @escaping @Sendable (OuterEnv) -> Env
    ) {
        // The number is beyond those that an origin encodes without a path.
        self.init(ChildPlace(.position(0), number: 1 << 20), of: machine, embed: embed, project: project)
    }
}

extension TransducerEffect where Input: TransducerInput<Event> {
    /// Converts an effect of a hosted machine into one of its wrapper.
    ///
    /// - Parameters:
    ///   - lift: The way from the machine to its wrapper.
    ///   - replacement: Returns an event of the wrapper that takes the place of a part, or precedes a departure; `nil`
    ///     if the part is carried out as it is.
    package func lifted<OuterEvent: Sendable, OuterEnv, OuterInput>(
        by lift: Lift<Event, Env, Input, OuterEvent, OuterEnv>,
        replacing replacement: (Self) -> OuterEvent? = { _ in nil }
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        typealias Outer = TransducerEffect<OuterEvent, OuterEnv, OuterInput>
        let lifted = folded(
            isBranch: { _ in true },
            leaf: { part -> Outer? in
                guard let work = part.work, let event = replacement(part) else { return part.lifted(by: lift, .owned) }
                // An action, which is dropped when its child departs, as the part would be.
                let action = Outer.Work.Form.action(.systemActor, .immediate { _, _ in SystemIsolated(.event(event)) })
                if case .departure = work.form { return .all([Outer(action), part.lifted(by: lift, .owned)]) }
                return Outer(action, .init(owner: .child(ChildPath(lift.place, work.traits.owner.former))))
            },
            branch: { work, parts in work.lifted(by: lift, .owned, parts: parts) })
        return lifted ?? .nothing
    }
}

extension TransducerEffect {
    /// An effect that a host carries out in its own way.
    ///
    /// - Parameters:
    ///   - id: Tells the host what to do.
    ///   - action: Called by a run without a host.
    package static func hosted(
        _ id: some Hashable & Sendable, withoutHost action: @escaping @Sendable () throws -> Void
    ) -> Self {
        Self(
            .action(
                .ownIsolation,
                .immediate { _, _ in
                    try action()
                    return SystemIsolated(.nothing)
                }),
            .init(id: EffectID(id)))
    }

    /// Whether a host carries the effect out in its own way.
    package var isHosted: Bool { work?.isHosted ?? false }

    /// Whether the effect or a part of it is an action that no host carries out in its own way.
    package var hasActions: Bool {
        guard let work, work.nature.hasAction else { return false }
        return contains { if case .action = $0.form { !$0.isHosted } else { false } }
    }

    /// Whether errors of the effect become events.
    package var handlesErrors: Bool { work?.traits.handler != nil }

    /// Whether the effect or a part of it is a time-out.
    package var containsTimeout: Bool { contains { $0.startDelay?.event != nil } }

    /// The event and the length, in seconds, of an effect that is a time-out.
    package var timeout: (event: Event, seconds: Double)? {
        guard let delay = work?.startDelay, let event = delay.event, let seconds = delay.seconds else { return nil }
        return (event, seconds)
    }
}

extension TransducerEffect.Work {
    /// Whether it is an action with an identity, as no other has one.
    var isHosted: Bool { if case .action = form { id != nil } else { false } }
}

extension TransducerEffect where Event: Sendable, Env: Sendable {
    /// Surrounds each operation of an effect that was lifted out of a hosted machine, and renames the effect.
    ///
    /// - Parameters:
    ///   - id: The new identity.
    ///   - surround: Receives the environment, the position of the operation (the indices on the way through the
    ///     compositions) and the operation. Returns the event to answer with.
    ///   - rescue: Converts the event that the effect's own error handler has made.
    package func surrounded(
        id: some Hashable & Sendable,
        by surround: @escaping @Sendable (Env, [Int], () async throws -> Event?) async throws -> Event?,
        rescue: @escaping @Sendable (Event) -> Event
    ) -> Self {
        guard case .work(let work) = surrounded(at: [], by: surround).content else { return self }
        var traits = work.traits
        traits.id = EffectID(id)
        if let handler = traits.handler {
            traits.handler = { error in handler(error).map { rescue($0) } }
        }
        return Self(work.form, traits)
    }

    // Recursive: activities are written by hand, so they nest only as deep as their author wrote them.
    private func surrounded(
        at position: [Int],
        by surround: @escaping @Sendable (Env, [Int], () async throws -> Event?) async throws -> Event?
    ) -> Self {
        guard case .work(let work) = content else { return self }
        if let parts = work.parts {
            return work.with(parts.enumerated().map { $1.surrounded(at: position + [$0], by: surround) })
        }
        guard case .operation(.lifted(let place, let lastAnswer, let make)) = work.form else { return self }
        let surrounded: LiftedOperation = { env, port, actor in
            let operation = try make(env, port, actor)
            let env = env.value
            return {
                let answer = try await surround(env, position) { try await operation()?.value }
                guard let answer else { return nil }
                return Disconnected(answer)
            }
        }
        return Self(.operation(.lifted(place, lastAnswer, surrounded)), work.traits)
    }
}
