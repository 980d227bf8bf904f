public import Oak

/// The identity of an activity that is under way: another one for each time that it begins.
@usableFromInline struct ActivityName: Hashable, Sendable, CustomStringConvertible {
    let id: EffectID
    let name: String
    let number: Int
    /// Whether it began in an earlier run.
    let isRepetition: Bool
    /// The queue in which it has its turn.
    let queue: String?
    /// The attempts that have failed in earlier runs.
    let attempts: StoredAttempts?

    @usableFromInline var description: String { "\(name)#\(number)" }
}

extension DurableMachine {
    @inlinable static func _mayHaveActivities(in state: State) -> Bool {
        Machine._mayHaveActivities && Machine._mayHaveActivities(in: state.machine)
    }

    @inlinable static func activities(in state: State) -> [Effect] {
        _mayHaveActivities(in: state) ? activitiesUnderWay(in: state) : []
    }

    @usableFromInline static func activitiesUnderWay(in state: State) -> [Effect] {
        Machine.live(in: state.machine).activities.compactMap { activity -> Effect? in
            // The run loop reports an activity without an identity, and two with the same.
            guard let id = activity.id else { return activity.lifted(by: lift) }
            guard activity.timeout == nil, let mark = state.activities[id], !mark.hasReturned else { return nil }
            return begun(
                activity,
                ActivityName(
                    id: id, name: mark.name, number: mark.number, isRepetition: mark.isRepetition, queue: mark.queue,
                    attempts: mark.attempts))
        }
    }

    /// An activity that answers with its return, and finds its key in a task-local value.
    static func begun(
        _ activity: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>, _ name: ActivityName
    ) -> Effect {
        let isComposition = !activity.parts.isEmpty
        let returning = { @Sendable (event: Event) -> Event in
            guard case .own(let event, _) = event else { return event }
            return .returned(name, event)
        }
        let lifted: Effect = activity.lifted(by: lift)
        let surrounded = lifted.surrounded(
            id: name,
            by: { env, position, operation in
                let key = IdempotencyKey(
                    instance: env.link.name, instanceKey: env.link.key, activity: name.name, number: name.number,
                    position: position)
                let answer = try await env.link.carryOut(key, name, operation)
                guard isComposition else { return answer.map(returning) ?? .returned(name, nil) }
                return answer
            },
            rescue: returning)
        return isComposition ? .sequence(id: name, surrounded, .event(.returned(name, nil))) : surrounded
    }

    /// Records that an activity has returned, and processes the event that it has returned with.
    @usableFromInline
    static func note(returnOf activity: ActivityName, with event: Machine.Event?, _ state: inout State) -> Effect? {
        func returnActivity(_ state: inout State) {
            guard let mark = state.activities[activity.id], mark.number == activity.number, !mark.hasReturned else {
                return
            }
            state.activities[activity.id]?.hasReturned = true
            state.step?.activities.append(.set(StoredActivity(name: mark.name, number: mark.number, hasReturned: true)))
        }
        guard let event else {
            guard !state.hasPostponedOwnEvent else { return nil }
            state.step = state.step ?? OpenStep(cause: .activityReturned(name: activity.name))
            returnActivity(&state)
            return .event(.settle)
        }
        let step = OpenStep<Machine>(cause: .activity(name: activity.name), event: event)
        return process(event, &state, step, returnActivity)
    }

    /// Removes a time-out that has fallen due.
    @usableFromInline static func fire(_ name: String, _ state: inout State) {
        state.timers[name] = nil
        state.step?.timers.append(.removed(name: name))
        guard let (id, mark) = state.activities.first(where: { $0.value.isTimeout && $0.value.name == name }) else {
            return
        }
        state.activities[id]?.hasReturned = true
        // The store keeps the mark for as long as the state names the time-out, so that it does not begin again.
        state.step?.activities.append(.set(StoredActivity(name: mark.name, number: mark.number, hasReturned: true)))
    }
}
