package import Foundation
package import Oak

// What an operator does to an instance, in a host or in a store without one.

extension StoredInstance {
    /// The macrostep with which an operator gives the instance a state.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - state: The state.
    ///   - now: The time, from which deadlines count that begin.
    ///   - journal: What the journal keeps.
    /// - Throws: ``DurableError/instanceEnded(_:)``, ``DurableError/instanceCancelled(_:)``, errors of the identities
    ///   of activities, and of what cannot be decoded or encoded.
    package func patched<Machine: DurableTransducer>(
        _ machine: Machine.Type, to state: Machine.State, at now: Date, journal: JournalForm = .complete
    ) throws(DurableError) -> StoredStep {
        if let error = self.status.error(of: self.name) { throw error }
        var patched = try DurableState<Machine>(restoring: self, in: state)
        var step = try patched.patch().stored(self.key, self.name, at: now, journal: journal)
        // A machine may end without an output.
        step.isEnd = Machine.isTerminal(state)
        return step
    }

    /// A new instance that begins in the state of this one.
    ///
    /// - Parameters:
    ///   - fork: The id of the new instance.
    ///   - now: The time, from which its deadlines count.
    package func forked<Machine: DurableTransducer>(
        as fork: DurableID<Machine>, at now: Date
    ) throws(DurableError) -> StoredInstance {
        try StoredInstance(of: fork, beginningIn: try DurableState<Machine>.state(of: self), at: now)
    }

    /// The state, decoded and migrated.
    package func state<Machine: DurableTransducer>(of machine: Machine.Type) throws(DurableError) -> Machine.State {
        try DurableState<Machine>.state(of: self)
    }
}

extension DurableStore {
    /// An instance that has to be there.
    ///
    /// - Throws: ``DurableError/unknownInstance(_:)``, and errors of the store.
    package func existing(_ name: InstanceName) async throws -> StoredInstance {
        guard let found = try await instance(name) else { throw DurableError.unknownInstance(name) }
        return found
    }

    /// The summary of an instance that has to be there, which needs no codec.
    ///
    /// - Throws: ``DurableError/unknownInstance(_:)``, and errors of the store.
    package func existingSummary(of name: InstanceName) async throws -> InstanceSummary {
        guard let found = try await summary(of: name) else { throw DurableError.unknownInstance(name) }
        return found
    }

    /// An instance with the state that it had after a macrostep.
    ///
    /// - Throws: ``DurableError/unknownInstance(_:)``, ``DurableError/unknownMacrostep(_:number:)``,
    ///   ``DurableError/journalWithoutState(_:number:)``, and errors of the store.
    package func instance(_ name: InstanceName, after number: Int) async throws -> StoredInstance {
        var found = try await existing(name)
        if number == found.number { return found }
        let entries =
            0..<found.number ~= number ? try await journal(of: found.key, after: number - 1, limit: 1) : []
        guard let entry = entries.first, entry.number == number else {
            throw DurableError.unknownMacrostep(name, number: number)
        }
        guard let state = entry.state else { throw DurableError.journalWithoutState(name, number: number) }
        (found.state, found.version, found.number) = (state, entry.stateVersion, number)
        return found
    }
}

extension StoreAnswer {
    /// Throws the error that the answer to a change of an operator is.
    ///
    /// - Parameters:
    ///   - name: The name of the instance.
    ///   - event: The event that the change was about.
    package func requireSuccess(of name: InstanceName, _ event: EventNumber = 0) throws(DurableError) {
        switch self {
        case .missing: throw .unknownInstance(name)
        case .exists: throw .instanceExists(name)
        case .noEvent: throw .unknownEvent(name, event)
        case .refused(let status): if let error = status.error(of: name) { throw error }
        case .created, .stored, .storedForRetry, .duplicate, .done, .sent, .told, .arrived, .returned, .conflict,
            .removed:
            break
        }
    }
}

extension InstanceStatus {
    /// The error with which a settled instance refuses a change.
    fileprivate func error(of name: InstanceName) -> DurableError? {
        switch self {
        case .running, .failed: nil
        case .ended: .instanceEnded(name)
        case .cancelled: .instanceCancelled(name)
        }
    }
}
