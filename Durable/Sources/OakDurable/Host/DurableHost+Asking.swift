public import Oak

extension DurableHost {
    /// Lists instances in the order in which they were created.
    ///
    /// ```swift
    /// import OakDurable
    ///
    /// func suspended(in host: DurableHost) async throws -> [String] {
    ///     try await host.list(where: .tag("phase", is: "suspended")).map(\.name.id)
    /// }
    /// ```
    ///
    /// ``instances(where:)`` has all of them, however many.
    ///
    /// - Parameter query: The instances to list, and how many. To go on, pass the key of the last one as `after`.
    /// - Throws: ``DurableError/hostNotOpen``, and errors of the store.
    public func list(where query: InstanceQuery = InstanceQuery()) async throws -> [InstanceSummary] {
        try leases()
        return try await reading { try await store.list(query) }
    }

    /// Lists all instances that a query finds, a page at a time.
    ///
    /// Reading throws ``DurableError/hostNotOpen``, and errors of the store.
    ///
    /// - Parameter query: The instances, after the key that it names; its limit is the length of a page.
    public nonisolated func instances(where query: InstanceQuery = InstanceQuery()) -> InstanceSequence {
        InstanceSequence(query) { try await self.list(where: $0) }
    }

    /// Counts instances.
    ///
    /// - Parameter query: The instances to count, whose keys and limit do not matter.
    /// - Throws: ``DurableError/hostNotOpen``, and errors of the store.
    public func count(where query: InstanceQuery = InstanceQuery()) async throws -> Int {
        try leases()
        return try await reading { try await store.count(query) }
    }

    /// Returns the condition of an instance, and its problem if it has failed.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, and errors of the store.
    public func summary<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws -> InstanceSummary {
        try requireOpen(for: Machine.self)
        return try await storedSummary(id.name)
    }

    /// Returns the state of an instance after its last durable macrostep, also if it has ended or failed.
    ///
    /// - Parameter id: The id of the instance.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/undecodable(_:part:reason:)``, errors of
    ///   migrations and of the store.
    public func state<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws -> Machine.State {
        try requireOpen(for: Machine.self)
        return try DurableState<Machine>.state(of: try await stored(id.name))
    }

    /// Returns the states of instances after their last durable macrosteps, all of one moment.
    ///
    /// - Parameter ids: The ids of the instances.
    /// - Returns: The states of those that the store has.
    /// - Throws: ``DurableError/undecodable(_:part:reason:)``, errors of migrations and of the store.
    public func states<Machine: DurableTransducer>(
        of ids: some Sequence<DurableID<Machine>>
    ) async throws -> [DurableID<Machine>: Machine.State] {
        try requireOpen(for: Machine.self)
        let names = ids.map(\.name)
        let found = try await reading { try await store.instances(names) }
        var states: [DurableID<Machine>: Machine.State] = [:]
        for instance in found { states[DurableID(instance.name.id)] = try DurableState<Machine>.state(of: instance) }
        return states
    }

    /// Returns the macrosteps of an instance, as far as the journal keeps them.
    ///
    /// - Parameters:
    ///   - id: The id of the instance.
    ///   - number: Macrosteps up to this number are left out; by default none.
    ///   - limit: The greatest number of macrosteps to return; 1 000 by default.
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/undecodable(_:part:reason:)`` if the codec of the
    ///   store lacks a key, and errors of the store.
    public func history<Machine: DurableTransducer>(
        of id: DurableID<Machine>, after number: Int = 0, limit: Int = 1000
    ) async throws -> [JournalEntry] {
        try requireOpen(for: Machine.self)
        let key = try await storedSummary(id.name).key
        return try await reading { try await store.journal(of: key, after: number, limit: limit) }
    }

    /// Migrates the running instances of a machine, and gives them the tags of the present program.
    ///
    /// An instance that is not revised in this way is revised when the host reads it: before that, a query for tags
    /// sees those of its last macrostep. An instance whose activities or time-outs change is read in the background.
    /// Those that have ended or failed are left as they are, and so are those that cannot be migrated.
    ///
    /// - Parameter machine: The machine.
    /// - Returns: The number of instances that were revised.
    /// - Throws: ``DurableError/unregisteredMachine(_:)``, ``DurableError/hostNotOpen``, and errors of the store.
    /// - Complexity: O(*n*) for *n* running instances, a hundred in memory at a time, which share a transaction.
    @discardableResult
    public func reviseInstances<Machine: DurableTransducer>(of machine: Machine.Type) async throws -> Int {
        try requireRegistration(of: machine)
        var query = InstanceQuery(machine: Machine.machineName, statuses: [.running])
        var count = 0
        while true {
            let page = try await list(where: query)
            guard let last = page.last else { return count }
            query.after = last.key
            let names = page.map(\.name).filter { live[$0] == nil && (try? requireLease(for: $0)) != nil }
            let found = try await decodable(names)
            // Together, so that they share transactions.
            count += try await withThrowingTaskGroup(of: Bool.self) { group in
                for stored in found where live[stored.name] == nil {
                    group.addTask { try await self.revise(stored) }
                }
                var revised = 0
                for try await isRevised in group where isRevised { revised += 1 }
                return revised
            }
        }
    }

    /// Reads instances, without those that the codec of the store cannot decode.
    private func decodable(_ names: [InstanceName]) async throws -> [StoredInstance] {
        do {
            return try await reading { try await store.instances(names) }
        } catch DurableError.undecodable {
            var found: [StoredInstance] = []
            for name in names {
                do {
                    found.append(try await stored(name))
                } catch DurableError.undecodable, DurableError.unknownInstance {
                    continue
                }
            }
            return found
        }
    }

    /// - Returns: Whether the instance was revised.
    private func revise(_ stored: StoredInstance) async throws -> Bool {
        guard stored.status == .running,
            let restored = try? machines[stored.name.machine]?.restore(
                stored, isNew: false, at: clock.now, journal: settings.journal),
            let revision = restored.revision
        else { return false }
        // Activities and deadlines that begin need a run.
        if !revision.activities.isEmpty || !revision.deadlines.isEmpty { return await takeUp(stored.name) != nil }
        // If somebody reads the instance meanwhile, one of the two is first.
        return try await record(revision, of: stored) == .done
    }

    func stored(_ name: InstanceName) async throws -> StoredInstance {
        try await reading { try await store.existing(name) }
    }

    /// The summary of an instance, which needs no codec.
    func storedSummary(_ name: InstanceName) async throws -> InstanceSummary {
        try await reading { try await store.existingSummary(of: name) }
    }

    /// Reads from the store, and throws no error but a ``DurableError``.
    func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw DurableError(storeError: error) }
    }
}
