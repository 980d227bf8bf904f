import Oak

extension DurableHost {
    /// Ends the run of an instance, and lets no other begin before the end of a change.
    ///
    /// Events that arrive meanwhile wait. One that the run has received and not processed is offered again afterwards.
    ///
    /// - Throws: ``DurableError/operatedFromWithin(_:)`` in an activity of the instance; `CancellationError` if the
    ///   calling task is cancelled before the run has ended; the errors of the change.
    func holding<Value>(_ name: InstanceName, _ change: () async throws -> Value) async throws -> Value {
        // The end of the run waits for its activities.
        if DurableActivity.current?.instance == name { throw DurableError.operatedFromWithin(name) }
        return try await owning(name) {
            while holds[name] != nil { try await untilHoldChanges(of: name) }
            try requireLease(for: name)
            holds[name] = Signal()
            waitingCounts[name] = nil
            defer { release(name) }
            while let instance = live[name], !instance.isAtRest {
                // A reading under way is repeated, and a run that ends is not forgotten.
                instance.statusChanges += 1
                instance.hasWork = true
                stop(instance)
                try await untilHoldChanges(of: name)
            }
            return try await change()
        }
    }

    private func release(_ name: InstanceName) {
        holds.removeValue(forKey: name)?.send()
        if let instance = live[name] { goOn(instance) }
    }

    private func untilHoldChanges(of name: InstanceName) async throws {
        await holds[name]?.wait()
        try Task.checkCancellation()
    }

    /// Puts an instance to rest that somebody holds.
    ///
    /// - Returns: Whether somebody holds it.
    func isHeld(_ instance: LiveInstance) -> Bool {
        guard holds[instance.name] != nil else { return false }
        instance.phase = .stopped
        instance.hasWork = true
        goOn(instance)
        return true
    }

    /// Tells that the run of a held instance has ended, or that it is not in memory.
    func noteRest(ofHeld name: InstanceName) { holds[name]?.send() }
}
