import Foundation
public import Oak

extension DurableHost {
    /// Returns the waiting events of an instance, in the order in which they are processed.
    ///
    /// - Parameters:
    ///   - id: The id of the instance.
    ///   - number: Events up to this number are left out; by default none.
    ///   - limit: The greatest number of events to return; 1 000 by default.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/undecodable(_:part:reason:)`` if the codec of the
    ///   store lacks a key, and errors of the store.
    public func waitingEvents<Machine: DurableTransducer>(
        of id: DurableID<Machine>, after number: EventNumber = 0, limit: Int = 1000
    ) async throws -> [StoredEvent] {
        try requireOpen(for: Machine.self)
        let key = try await storedSummary(id.name).key
        return try await reading { try await store.inbox(of: key, after: number, limit: limit) }
    }

    /// Takes a waiting event away from an instance, such as one at which it fails again and again.
    ///
    /// The instance never processes the event. A repetition with the same deduplication key is ignored as before. The
    /// run of the instance ends first, so that activities and actions under way begin again, with the same keys.
    ///
    /// - Parameters:
    ///   - event: The number of the event; see ``waitingEvents(of:after:limit:)``.
    ///   - id: The id of the instance.
    /// - Throws: ``DurableError/unknownEvent(_:_:)`` if it does not wait, ``DurableError/unknownInstance(_:)``,
    ///   ``DurableError/instanceEnded(_:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/operatedFromWithin(_:)``, `CancellationError` if the task is cancelled first, and errors of the
    ///   store.
    public func skip<Machine: DurableTransducer>(_ event: EventNumber, of id: DurableID<Machine>) async throws {
        try refuseNamesake(of: Machine.self)
        try await skip(event, of: id.name)
    }

    /// Takes a waiting event away from an instance of any machine.
    package func skip(_ event: EventNumber, of name: InstanceName) async throws {
        try await change(event, of: name) { .skip(event, of: $0) }
        reporter.report(.skipped(name, event))
    }

    /// Puts another event in the place of a waiting one.
    ///
    /// The event keeps its place in the order, and its deduplication key. The run of the instance ends first, so that
    /// activities under way begin again, with the same keys.
    ///
    /// - Parameters:
    ///   - event: The number of the event; see ``waitingEvents(of:after:limit:)``.
    ///   - id: The id of the instance.
    ///   - replacement: The event to process instead.
    /// - Throws: The errors of ``skip(_:of:)``, and ``DurableError/unencodable(_:part:reason:)``.
    public func edit<Machine: DurableTransducer>(
        _ event: EventNumber, of id: DurableID<Machine>, to replacement: Machine.Event
    ) async throws {
        try refuseNamesake(of: Machine.self)
        let data = try encoded(replacement, id.name, "event")
        try await change(event, of: id.name) {
            .edit(event, event: data, version: Machine.machineVersion, of: $0)
        }
        reporter.report(.edited(id.name, event))
    }

    private func change(
        _ event: EventNumber, of name: InstanceName, _ change: (InstanceKey) -> StoreChange
    ) async throws {
        try leases()
        let key = try await holding(name) {
            let key = try await storedSummary(name).key
            try await write(change(key), in: store.shard(of: name)).requireSuccess(of: name, event)
            return key
        }
        // It was left alone because of this event, perhaps.
        guard deadlines.obstructed.remove(key) != nil, case .open = condition else { return }
        readAgain(name)
    }

    /// Changes the state of an instance, as a macrostep of its own.
    ///
    /// The state, its tags, and the activities and time-outs that begin and end with it become durable together, and
    /// the journal has an entry with the cause ``JournalEntry/Cause/patch``. An instance in a terminal state has ended.
    /// One that has failed stays so until its retry. The run of the instance ends first, so that activities that the
    /// state still names begin again, with the same keys.
    ///
    /// - Parameters:
    ///   - id: The id of the instance.
    ///   - change: Changes the state.
    /// - Throws: The error of the change, with which nothing happens; ``DurableError/unknownInstance(_:)``,
    ///   ``DurableError/instanceEnded(_:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/unregisteredMachine(_:)``, ``DurableError/undecodable(_:part:reason:)``,
    ///   ``DurableError/operatedFromWithin(_:)``, errors of migrations and of the identities of activities,
    ///   `CancellationError` if the task is cancelled first, and errors of the store.
    public func patch<Machine: DurableTransducer>(
        _ id: DurableID<Machine>, _ change: @Sendable (inout Machine.State) throws -> Void
    ) async throws {
        try await patch(
            id,
            by: { stored in
                var state = try DurableState<Machine>.state(of: stored)
                try change(&state)
                return state
            })
    }

    /// Gives an instance another state, as a macrostep of its own, also if nobody can decode the present one.
    ///
    /// The codec of an ``EncodedStore`` has to decode the present one all the same.
    ///
    /// - Parameters:
    ///   - id: The id of the instance.
    ///   - state: The state.
    /// - Throws: The errors of ``patch(_:_:)``.
    public func patch<Machine: DurableTransducer>(_ id: DurableID<Machine>, to state: Machine.State) async throws {
        try await patch(id, by: { _ in state })
    }

    private func patch<Machine: DurableTransducer>(
        _ id: DurableID<Machine>, by state: (StoredInstance) throws -> Machine.State
    ) async throws {
        try leases()
        try requireRegistration(of: Machine.self)
        let name = id.name
        let isRunning = try await holding(name) {
            while true {
                let stored = try await stored(name)
                let step = try stored.patched(
                    Machine.self, to: state(stored), at: clock.now, journal: settings.journal)
                // Otherwise it was cancelled meanwhile.
                guard try await record(step, of: stored) == .done else { continue }
                publish(step, of: name)
                if step.isEnd {
                    noteStatus(of: name)
                    reporter.report(.ended(name))
                }
                return stored.status == .running && !step.isEnd
            }
        }
        // A suspect is taken up in its turn.
        guard isRunning, case .open = condition, !suspicion.contains(name) else { return }
        readAgain(name)
    }

    /// Starts a new instance in the state that another one had after a macrostep.
    ///
    /// The new instance has a journal, activities and deadlines of its own, which begin now, with keys of their own.
    /// The other one may have ended, and stays as it is.
    ///
    /// - Parameters:
    ///   - id: The id of the other instance.
    ///   - number: The number of the macrostep; see ``history(of:after:limit:)``.
    ///   - fork: The id of the new instance.
    /// - Returns: The id of the new instance.
    /// - Throws: ``DurableError/instanceExists(_:)``, ``DurableError/unknownMacrostep(_:number:)``,
    ///   ``DurableError/journalWithoutState(_:number:)`` unless ``DurableSettings/journalStates`` was `true`,
    ///   ``DurableError/unknownInstance(_:)``, ``DurableError/unregisteredMachine(_:)``,
    ///   ``DurableError/undecodable(_:part:reason:)``, errors of migrations and of the identities of activities, and
    ///   errors of the store.
    @discardableResult
    public func fork<Machine: DurableTransducer>(
        _ id: DurableID<Machine>, from number: Int, as fork: DurableID<Machine>
    ) async throws -> DurableID<Machine> {
        try leases()
        try requireRegistration(of: Machine.self)
        try await self.fork(id.name, from: number, as: fork.name.id)
        return fork
    }

    /// Starts a new instance of a registered machine in the state that another one had after a macrostep.
    package func fork(_ name: InstanceName, from number: Int, as id: String) async throws {
        try leases()
        guard let kind = machines[name.machine] else { throw DurableError.unregisteredMachine(name.machine) }
        let former = try await reading { try await store.instance(name, after: number) }
        let answer = try await create(try kind.forked(former, as: id, at: clock.now))
        try answer.requireSuccess(of: InstanceName(machine: name.machine, id: id))
    }
}
