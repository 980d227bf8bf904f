import Foundation
public import Oak

extension DurableHost {
    /// Starts an instance, unless there is one with this id already.
    ///
    /// Starting an instance again, also after it has ended, changes nothing.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - id: The id of the instance.
    ///   - initialState: The state to begin in.
    /// - Returns: The id.
    /// - Throws: ``DurableError/unregisteredMachine(_:)``, ``DurableError/hostNotOpen``, errors of the identities of
    ///   activities, and errors of the store.
    @discardableResult
    public func start<Machine: DurableTransducer>(
        _ machine: Machine.Type, id: DurableID<Machine>, initialState: Machine.State
    ) async throws -> DurableID<Machine> {
        try leases()
        try requireRegistration(of: machine)
        _ = try await create(try StoredInstance(of: id, beginningIn: initialState, at: clock.now))
        return id
    }

    /// Adds a new instance to the store, and begins its run.
    func create(_ instance: StoredInstance) async throws -> StoreAnswer {
        var new = instance
        if let traced, !new.activities.isEmpty {
            let generation = generation(of: store.shard(of: new.name))
            let context = TraceOrigin.marked(traced.tracer.contextOfTask(), generation: generation)
            for index in new.activities.indices { new.activities[index].context = context }
        }
        let shard = store.shard(of: new.name)
        do {
            return try await create(new, in: shard)
        } catch DurableError.ownershipLost where sharesStore {
            return try await client.create(new)
        }
    }

    private func create(_ new: StoredInstance, in shard: StoreShard) async throws -> StoreAnswer {
        try await withCheckedThrowingContinuation { continuation in
            write(.create(new), in: shard, of: new.name.machine) { [self, new] answer in
                if case .success(.created(let key)) = answer { noteStart(of: new, key) }
                continuation.resume(with: answer.mapError { $0 })
            }
        }
    }

    func noteStart(of new: StoredInstance, _ key: InstanceKey) {
        reporter.report(.started(new.name))
        if new.status == .ended { reporter.report(.ended(new.name)) }
        for deadline in new.deadlines { schedule(deadline.due) }
        var stored = new
        stored.key = key
        begin(new: stored)
    }

    /// Sends an event to an instance.
    ///
    /// The call returns when the event is durable: in the inbox of the instance, or processed. After an error of the
    /// store, the event may be durable all the same; send it again with the same deduplication key to be sure.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The id of the instance.
    ///   - deduplication: A key that names the event: the instance ignores further events with the same key. It is kept
    ///     as long as the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/instanceEnded(_:)``,
    ///   ``DurableError/instanceCancelled(_:)``, ``DurableError/unsupportedVersion(_:version:supported:)``,
    ///   ``DurableError/undecodable(_:part:reason:)`` if the codec of the store lacks a key,
    ///   ``DurableError/tooManyPostponed(_:limit:)``, ``DurableError/inboxFull(_:limit:)``,
    ///   ``DurableError/unregisteredMachine(_:)``,
    ///   ``DurableError/registeredForAnotherType(machine:type:)``, ``DurableError/hostNotOpen``, and errors of the
    ///   store. After these, the event is never processed, except after an error of the store.
    public nonisolated func send<Machine: DurableTransducer>(
        _ event: Machine.Event, to id: DurableID<Machine>, deduplication: String? = nil
    ) async throws {
        // Encoded by the sender, because the host does one thing at a time.
        let data = try encoded(event, id.name, "event")
        senders.withLock { $0 += 1 }
        defer { senders.withLock { $0 -= 1 } }
        try await send(event, data, to: id, deduplication: deduplication)
    }

    private func send<Machine: DurableTransducer>(
        _ event: Machine.Event, _ data: Data, to id: DurableID<Machine>, deduplication: String?
    ) async throws {
        let shard = store.shard(of: id.name)
        do {
            if store.latestArrival(in: shard) > 0 { try await takeArrivals(in: shard) }
            if suspicion.contains(id.name) { await untilTried(id.name) }
            try requireLease(for: id.name)
            try requireRegistration(of: Machine.self)
            lastTicket += 1
            let ticket = Ticket(
                id: lastTicket, version: Machine.machineVersion, data: data, event: event,
                deduplication: deduplication, origin: originOfTask(sendingTo: id.name))
            let instance = awake(id.name)
            bring(ticket, to: instance)
            if let outcome = ticket.outcome { return try outcome.get() }
            try await withUnsafeThrowingContinuation { ticket.sender = $0 }
        } catch DurableError.ownershipLost where sharesStore {
            // The store has refused the event, if it has seen it: another process owns the instance.
            try await client.send(
                data, version: Machine.machineVersion, to: id.name, deduplication: deduplication,
                in: originOfTask(sendingTo: id.name)?.context ?? [:])
        }
    }

    /// The span in which the calling task sends an event, in a host that is traced.
    private func originOfTask(sendingTo name: InstanceName) -> TraceOrigin? {
        guard let traced else { return nil }
        let generation = generation(of: store.shard(of: name))
        return TraceOrigin(
            TraceOrigin.marked(traced.tracer.contextOfTask(), generation: generation), generation: generation)
    }

    /// Returns the output of an instance as soon as it has ended.
    ///
    /// - Parameter id: The id of the instance.
    /// - Returns: The output of the transition to the terminal state.
    /// - Throws: ``DurableError/instanceFailed(_:problem:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/unknownInstance(_:)``, ``DurableError/hostNotOpen`` when the host closes first,
    ///   `CancellationError` when the calling task is cancelled first, and errors of the store.
    @discardableResult
    public func value<Machine: DurableTransducer>(
        of id: DurableID<Machine>
    ) async throws -> Machine.Output where Machine.Output: Decodable {
        try refuseNamesake(of: Machine.self)
        return try await ended(id.name).decodedOutput(Machine.Output.self)
    }

    /// Returns as soon as an instance without outputs has ended.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/instanceFailed(_:problem:)``, ``DurableError/instanceCancelled(_:)``,
    ///   ``DurableError/unknownInstance(_:)``, ``DurableError/hostNotOpen`` when the host closes first,
    ///   `CancellationError` when the calling task is cancelled first, and errors of the store.
    public func value<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws
    where Machine.Output == Void {
        try refuseNamesake(of: Machine.self)
        _ = try await ended(id.name)
    }

    /// Cancels an instance: its activities end, and its events and deadlines are discarded.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/instanceEnded(_:)``, and errors of the store.
    ///   Cancelling an instance again does nothing.
    public func cancel<Machine: DurableTransducer>(_ id: DurableID<Machine>) async throws {
        try requireOpen(for: Machine.self)
        try await cancel(id.name)
    }

    /// Cancels an instance of any machine.
    package func cancel(_ name: InstanceName) async throws {
        try leases()
        let present = try await storedSummary(name)
        if present.status == .cancelled { return }
        let answer = try await owning(name) {
            try await write(.setStatus(.cancelled, of: present.key), in: store.shard(of: name), of: name.machine)
        }
        if answer != .refused(.cancelled) { try answer.requireSuccess(of: name) }
        waitingCounts[name] = nil
        if let instance = live[name] {
            instance.statusChanges += 1
            instance.hasWork = false
            stop(instance)
        }
        noteStatus(of: name)
        reporter.report(.cancelled(name))
    }

    /// Lets an instance that has failed go on where it was.
    ///
    /// The event that it has failed at is processed again, and activities begin again with the same keys. Retrying an
    /// instance that has not failed does nothing.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, and errors of the store.
    public func retry<Machine: DurableTransducer>(_ id: DurableID<Machine>) async throws {
        try refuseNamesake(of: Machine.self)
        try await retry(id.name)
    }

    /// Lets an instance that has failed go on where it was.
    ///
    /// - Parameter name: The name of the instance, as in a list.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/instanceEnded(_:)`` or
    ///   ``DurableError/instanceCancelled(_:)`` if the instance has done so meanwhile, and errors of the store.
    public func retry(_ name: InstanceName) async throws {
        try leases()
        let stored = try await stored(name)
        guard stored.status == .failed else { return }
        let answer = try await owning(name) {
            try await write(.setStatus(.running, of: stored.key), in: store.shard(of: name), of: name.machine)
        }
        try answer.requireSuccess(of: name)
        reporter.report(.retried(name))
        noteStatus(of: name)
        for deadline in stored.deadlines { schedule(deadline.due) }
        readAgain(name)
    }

    /// Reads an instance after a change in the store that its entry in memory may not show.
    func readAgain(_ name: InstanceName) {
        let instance = awake(name)
        switch instance.phase {
        // The reading may have come before the change.
        case .loading: instance.statusChanges += 1
        // Read again when its last run has ended and everything is stored.
        case .stopping, .stopped: instance.hasWork = true
        case .running: break
        }
    }

    /// Returns the reason why this program leaves an instance alone, if it does.
    ///
    /// - Parameter summary: An instance from a list.
    /// - Returns: ``DurableError/unregisteredMachine(_:)`` or
    ///   ``DurableError/unsupportedVersion(_:version:supported:)``; `nil` for an instance that this program can run,
    ///   unless the codec of the store lacks a key for it, which only its reading shows.
    public func obstacle(to summary: InstanceSummary) -> DurableError? {
        guard let kind = machines[summary.name.machine] else { return .unregisteredMachine(summary.name.machine) }
        if kind.supports(version: summary.version) { return nil }
        return .unsupportedVersion(summary.name, version: summary.version, supported: kind.version)
    }
}
