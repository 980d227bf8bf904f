public import Oak

/// The beginning or the end of time-outs.
@usableFromInline enum TimeoutChange<Event: Sendable>: Sendable {
    /// A time-out begins, in place of one with the same identity.
    case begin(EffectID, Event, seconds: Double)
    /// The effect with this identity is cancelled.
    case cancel(EffectID)
    /// A child has departed, with everything inside it.
    case depart([ChildID])

    /// The change that an effect is; `nil` if it is none.
    init?<Env, Input>(_ effect: TransducerEffect<Event, Env, Input>) {
        switch effect.kind {
        case .operation:
            guard let timeout = effect.timeout, let id = effect.id else { return nil }
            self = .begin(id, timeout.event, seconds: timeout.seconds)
        case .cancelTask:
            guard let id = effect.id, !effect.isExitEffect else { return nil }
            self = .cancel(id)
        case .departure: self = .depart(effect.child)
        case .isolatedOperation, .sequence, .combination, .list, .events, .action, .isolatedAction, .rejection,
            .mistake, .postponement, .unexpected:
            return nil
        }
    }
}

extension DurableState {
    /// Carries out a change of time-outs.
    @usableFromInline mutating func apply(_ change: TimeoutChange<Machine.Event>) throws(DurableError) {
        switch change {
        case .begin(let id, let event, let seconds):
            set(try name(of: id), Timer(number: number + 1, event: event, seconds: seconds, policy: policy(of: id)))
        case .cancel(let id):
            // Nothing under way has an identity that cannot be encoded.
            guard !timers.isEmpty, let name = try? IdentityText.name(of: id) else { return }
            remove(timer: name)
        case .depart(let child):
            try depart(child)
        }
    }

    /// Takes the messages of an effect.
    ///
    /// - Returns: The number of its other parts.
    mutating func take(messagesOf effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>) -> Int {
        var (messages, others): ([DurableMessage], Int) = ([], 0)
        effect.forEachPart { part in
            if let message = part.message { messages.append(message) } else if part.kind != .list { others += 1 }
        }
        step?.messages += messages
        return others
    }

    /// Compares the activities of the state with those that are under way, and changes the latter.
    @inlinable mutating func revise() throws(DurableError) {
        let live = Machine._mayHaveActivities ? Machine.live(in: machine).activities : []
        guard !live.isEmpty || !activities.isEmpty else { return }
        try revise(live)
    }

    @usableFromInline
    mutating func revise(_ live: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>]) throws(DurableError) {
        var named: Set<EffectID> = []
        var new: [TransducerEffect<Machine.Event, Machine.Env, Machine.Input>] = []
        for activity in live {
            guard let id = activity.id else {
                throw .activityWithoutID(machine: Machine.machineName, activity: "\(activity)")
            }
            guard named.insert(id).inserted else {
                throw .identitiesEncodedAlike(machine: Machine.machineName, name: "\(id)")
            }
            if activities[id] == nil { new.append(activity) }
        }
        let left = activities.filter { !named.contains($0.key) }.sorted { $0.value.name < $1.value.name }
        for (id, mark) in left {
            activities[id] = nil
            leave(mark)
        }
        guard !new.isEmpty else { return }
        var names = Set(activities.values.map(\.name))
        for activity in new {
            guard let id = activity.id else { continue }
            let mark = try begin(activity, id)
            guard names.insert(mark.name).inserted else {
                throw .identitiesEncodedAlike(machine: Machine.machineName, name: mark.name)
            }
            activities[id] = mark
        }
    }

    /// Ends the macrostep.
    ///
    /// - Parameter output: The output of a machine that has reached a terminal state.
    @usableFromInline mutating func closeStep(ending output: Machine.Output? = nil) -> StepRecord<Machine> {
        number += 1
        let closed = step ?? OpenStep(cause: .revision)
        step = nil
        let changes = retag()
        return StepRecord(number: number, state: machine, step: closed, tags: changes, end: output, work: work)
    }

    /// Gives the state its tags, and returns the changes.
    private mutating func retag() -> [NamedChange<StoredTag>] {
        let present = Machine.tags(in: machine)
        let changes = present.changes(from: tags)
        tags = present
        return changes
    }

    private mutating func begin(
        _ activity: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>, _ id: EffectID
    ) throws(DurableError) -> ActivityMark {
        let name = try name(of: id)
        let next = number + 1
        guard let timeout = activity.timeout else {
            let queue = Machine.queue(of: id.withoutChild)
            step?.activities.append(.set(StoredActivity(name: name, number: next, queue: queue)))
            return ActivityMark(name: name, number: next, queue: queue)
        }
        let mark = ActivityMark(name: ActivityMark.timeoutSign + name, number: next)
        set(mark.name, Timer(number: next, event: timeout.event, seconds: timeout.seconds, policy: policy(of: id)))
        return mark
    }

    /// Puts the activities under way into the queues in which the present program has them.
    mutating func requeue() {
        for (id, mark) in activities.sorted(by: { $0.value.name < $1.value.name })
        where !mark.hasReturned && !mark.isTimeout {
            let queue = Machine.queue(of: id.withoutChild)
            guard queue != mark.queue else { continue }
            activities[id]?.queue = queue
            step?.activities.append(
                .set(
                    StoredActivity(name: mark.name, number: mark.number, queue: queue, attempts: mark.attempts)))
        }
    }

    /// Removes an activity that the state no longer names.
    private mutating func leave(_ mark: ActivityMark) {
        if mark.isTimeout, !mark.hasReturned {
            remove(timer: mark.name)
        } else {
            step?.activities.append(.removed(name: mark.name))
        }
    }

    /// Removes the time-outs and activities of a child; what its successor names is new.
    private mutating func depart(_ child: [ChildID]) throws(DurableError) {
        guard !timers.isEmpty || !activities.isEmpty else { return }
        let path = try encodable { () throws(IdentityText.NotCodable) in try IdentityText.path(child) }
        for name in timers.keys.sorted() where IdentityText.isName(name, within: path) { remove(timer: name) }
        for (id, mark) in activities.sorted(by: { $0.value.name < $1.value.name }) {
            guard IdentityText.isName(ActivityMark.plainName(of: mark.name), within: path) else { continue }
            activities[id] = nil
            leave(mark)
        }
    }

    private mutating func set(_ name: String, _ timer: Timer<Machine.Event>) {
        timers[name] = timer
        step?.timers.append(.set(name: name, timer))
    }

    private mutating func remove(timer name: String) {
        guard timers.removeValue(forKey: name) != nil else { return }
        step?.timers.append(.removed(name: name))
    }

    private func name(of id: EffectID) throws(DurableError) -> String {
        try encodable { () throws(IdentityText.NotCodable) in try IdentityText.name(of: id) }
    }

    private func encodable(_ text: () throws(IdentityText.NotCodable) -> String) throws(DurableError) -> String {
        do {
            return try text()
        } catch {
            throw .identityNotCodable(machine: Machine.machineName, identity: error.identity)
        }
    }

    private func policy(of id: EffectID) -> DeadlinePolicy { Machine.deadlinePolicy(of: id.withoutChild) }
}
