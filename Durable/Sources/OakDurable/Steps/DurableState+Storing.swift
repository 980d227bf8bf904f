import Foundation
import Oak

extension DurableState {
    /// The state of a new instance.
    ///
    /// - Parameter machine: The initial state of the machine.
    init(beginningWith machine: Machine.State) throws(DurableError) {
        self.machine = machine
        // Activities that begin now have the number 0.
        number = -1
        step = OpenStep(cause: .revision)
        if !Machine.isTerminal(machine) { try revise() }
    }

    /// The state of an instance that a store has kept.
    ///
    /// - Parameters:
    ///   - stored: The instance.
    ///   - state: The state to go on with; by default that of the instance.
    ///   - isNew: Whether its activities begin for the first time.
    init(
        restoring stored: StoredInstance, in state: Machine.State? = nil, isNew: Bool = false
    ) throws(DurableError) {
        if let state { machine = state } else { machine = try Self.state(of: stored) }
        (number, tags) = (stored.number, stored.tags)
        guard 0..<Int.max / 2 ~= number else {
            throw .undecodable(stored.name, part: "number of macrosteps", reason: "it is \(number)")
        }
        for deadline in stored.deadlines {
            let event = try Self.event(
                deadline.event, version: deadline.version, of: stored.name, part: "deadline \(deadline.name)")
            // An event that the migration has dropped never falls due.
            guard let event else {
                droppedTimers.append(deadline.name)
                continue
            }
            timers[deadline.name] = Timer(
                number: deadline.number, event: event, seconds: deadline.duration, policy: deadline.policy)
        }
        try adopt(stored, isNew)
    }

    /// Finds the activities of the state among those that were under way.
    private mutating func adopt(_ stored: StoredInstance, _ isNew: Bool) throws(DurableError) {
        guard Machine._mayHaveActivities, stored.status != .ended, stored.status != .cancelled else { return }
        let rows = Dictionary(stored.activities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for activity in Machine.live(in: machine).activities {
            guard let id = activity.id, let plain = try? IdentityText.name(of: id) else { continue }
            let isTimeout = activity.timeout != nil
            let name = isTimeout ? ActivityMark.timeoutSign + plain : plain
            if let row = rows[name] {
                activities[id] = ActivityMark(
                    name: name, number: row.number, hasReturned: row.hasReturned, isRepetition: !isNew,
                    queue: row.queue, attempts: row.attempts)
            } else if isTimeout, let timer = timers[name] {
                activities[id] = ActivityMark(name: name, number: timer.number)
            }
        }
        // Those that the program no longer names, because it has changed, end with the revision.
        let adopted = Set(activities.values.map(\.name))
        let marks =
            rows.values.map { ActivityMark(name: $0.name, number: $0.number, hasReturned: $0.hasReturned) }
            + timers.map { ActivityMark(name: $0.key, number: $0.value.number) }.filter(\.isTimeout)
        for mark in marks where !adopted.contains(mark.name) { activities[EffectID(Orphan(name: mark.name))] = mark }
    }

    /// The macrostep that a change of the program requires, if it does.
    mutating func revision(of stored: StoredInstance) throws(DurableError) -> StepRecord<Machine>? {
        begin(.revision)
        try revise()
        requeue()
        let isUnchanged =
            (step?.activities.isEmpty ?? true) && (step?.timers.isEmpty ?? true) && Machine.tags(in: machine) == tags
        if isUnchanged, stored.version == Machine.machineVersion, stored.isFollowed == Machine._isFollowed {
            step = nil
            return nil
        }
        return closeStep()
    }

    /// The macrostep with which an operator has put the instance into its state.
    mutating func patch() throws(DurableError) -> StepRecord<Machine> {
        begin(.patch)
        guard Machine.isTerminal(machine) else {
            try revise()
            return closeStep()
        }
        return closeStep(ending: Machine.initialOutput(initialState: machine))
    }

    /// Begins a macrostep that no event causes.
    private mutating func begin(_ cause: JournalEntry.Cause) {
        step = OpenStep(cause: cause)
        step?.timers = droppedTimers.map { .removed(name: $0) }
        droppedTimers = []
    }

    /// Decodes the state of an instance, and migrates it.
    static func state(of stored: StoredInstance) throws(DurableError) -> Machine.State {
        try read(
            stored.state, version: stored.version, of: stored.name, part: "state",
            { try Codec.decode(Machine.State.self, from: $0) }, migrating: { $0.state })
    }

    /// Decodes an event of an instance, and migrates it.
    ///
    /// - Returns: The event, or `nil` if the migration has dropped it.
    static func event(
        _ data: Data, version: Int, of name: InstanceName, part: String
    ) throws(DurableError) -> Machine.Event? {
        try read(
            data, version: version, of: name, part: part, { try Codec.decode(Machine.Event.self, from: $0) },
            migrating: { $0.event })
    }

    private static func read<Value>(
        _ data: Data, version: Int, of name: InstanceName, part: String, _ decode: (Data) throws -> Value,
        migrating migrate: (DurableMigration<Machine>) -> @Sendable (Data) throws -> Value
    ) throws(DurableError) -> Value {
        guard version != Machine.machineVersion else {
            do { return try decode(data) } catch { throw .undecodable(name, part: part, reason: "\(error)") }
        }
        let migration = try migration(from: version, of: name)
        do { return try migrate(migration)(data) } catch {
            throw .migrationFailed(name, from: version, reason: "\(error)")
        }
    }

    private static func migration(
        from version: Int, of name: InstanceName
    ) throws(DurableError) -> DurableMigration<Machine> {
        let migration = Machine.migrations.first { $0.version == version }
        guard version < Machine.machineVersion, let migration else {
            throw .unsupportedVersion(name, version: version, supported: Machine.machineVersion)
        }
        return migration
    }
}

/// The identity of an activity that the program no longer names.
private struct Orphan: Hashable, Sendable {
    let name: String
}
