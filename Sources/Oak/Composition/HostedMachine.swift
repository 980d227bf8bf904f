/// A machine inside a wrapper that a host runs in its place.
///
/// The wrapper embeds the machine's events in its own. The run loop treats the effects of the machine as effects of a
/// child, so that departures and cancellations work as in the machine itself.
package struct HostedMachine<Machine: ExecutableTransducer, OuterEvent, OuterEnv>: Sendable {
    let lift: Lift<Machine.Event, Machine.Env, Machine.Input, OuterEvent, OuterEnv>

    /// - Parameters:
    ///   - embed: Makes an event of the wrapper from one of the machine.
    ///   - project: Finds the machine's environment in that of the wrapper.
    package init(
        _ embed: @escaping @Sendable (Machine.Event) -> OuterEvent,
        environment project: @escaping @Sendable (OuterEnv) -> Machine.Env
    ) {
        // The number is beyond those that an origin encodes without a path.
        let place = ChildPlace(.position(0), number: 1 << 20)
        lift = Lift(place, of: Machine.self, embed: embed, project: project)
    }

    /// Converts an effect of the machine into one of the wrapper.
    package func callAsFunction<Input>(
        _ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>
    ) -> TransducerEffect<OuterEvent, OuterEnv, Input> {
        effect.lifted(by: lift, .owned)
    }
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
        guard case .operation(.lifted(let place, let make)) = work.form else { return self }
        let surrounded: LiftedOperation = { env, port, actor in
            let operation = try make(env, port, actor)
            let env = env.value
            return {
                let answer = try await surround(env, position) { try await operation()?.value }
                guard let answer else { return nil }
                return Disconnected(answer)
            }
        }
        return Self(.operation(.lifted(place, surrounded)), work.traits)
    }
}
