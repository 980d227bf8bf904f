/// The state of a machine in a ``TransducerHost``, with its observers; only the system actor of the machine touches it.
///
/// Each run of the host has one. The host is another object, so that the run does not keep it alive.
@usableFromInline final class HostedState<Machine: ExecutableTransducer>: StateKeeper, @unchecked Sendable {
    // One thread at a time is stricter than the exclusivity that would be checked at run time.
    @exclusivity(unchecked) @usableFromInline var state: Machine.State
    @exclusivity(unchecked) @usableFromInline var observers = StateObservers<Machine.State>()

    /// The result of the run, once it has ended.
    @exclusivity(unchecked) @usableFromInline var result: Result<Machine.Output, any Error>?

    @inlinable init(_ state: Machine.State) { self.state = state }

    @inlinable func end(with result: Result<Machine.Output, any Error>) {
        self.result = result
        observers.end()
    }

    /// The result of the run, without the output.
    func end(isolation: isolated any Actor) -> Result<Void, any Error> {
        (result ?? .failure(CancellationError())).map { _ in }
    }
}

extension HostedState where Machine.Output: Sendable {
    /// The result of the run.
    func outcome(isolation: isolated any Actor) -> Result<Machine.Output, any Error> {
        result ?? .failure(CancellationError())
    }
}

extension HostedState where Machine.State: Sendable {
    /// Waits for a state that fulfils a condition, even if it lasts for one transition only.
    func state(
        where isAwaited: @escaping @Sendable (Machine.State) -> Bool, isolation: isolated any Actor
    ) async throws -> Machine.State {
        if isAwaited(state) { return state }
        try Task.checkCancellation()
        if result == nil, let found = await wait(for: .state(isAwaited), isolation: isolation) { return found }
        switch result {
        case .failure(let error): throw error
        case .success: throw TransducerError.stateNotReached
        // Only the cancellation of the caller has sent the signal.
        case nil: throw CancellationError()
        }
    }
}

// MARK: - For tests

extension TransducerHost {
    /// Whether no task waits for a state.
    package var isUnobserved: Bool { hosted.observers.list.count == hosted.observers.gone }

    /// The number of entries kept for tasks that wait for a state.
    package var placesOfObservers: Int { hosted.observers.list.count }
}

/// A storage that changes the state of a host in place and informs its observers.
@usableFromInline struct HostStorage<Machine: ExecutableTransducer>: Storage {
    @usableFromInline let hosted: HostedState<Machine>

    @inlinable init(_ hosted: HostedState<Machine>) { self.hosted = hosted }

    @inlinable var storedValue: Machine.State {
        get { hosted.state }
        nonmutating set {
            hosted.state = newValue
            hosted.observers.publish(newValue)
        }
        nonmutating _modify { yield &hosted.state }
    }

    @inlinable static var _hearsOfTransitions: Bool { true }

    @inlinable func _endTransition() { hosted.observers.publish(hosted.state) }
}
