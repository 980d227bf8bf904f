/// The actor that a machine in a ``TransducerHost`` is isolated to, with its state and those who observe it.
///
/// It is not the host itself, so that the run does not keep the host alive.
@usableFromInline
final actor HostedMachine<Machine: ExecutableTransducer & SendableMetatype> {
    // The storage and the host are on this actor when they touch these, which the compiler cannot see. One thread at a time is
    // stricter than the exclusivity the runtime would check.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var state: Machine.State
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var changes = 0
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var observers = StateObservers<Machine.State>()

    /// How the run has ended, once it has.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var result: Result<Machine.Output, any Error>?

    @inlinable
    init(_ state: sending Machine.State) { self.state = state }
}

extension HostedMachine {
    /// Lets those go on who wait for this state.
    @inlinable
    nonisolated func publish() {
        changes &+= 1
        if !observers.isEmpty { observers.see(state) }
    }

    @inlinable
    nonisolated func end(with result: Result<Machine.Output, any Error>) {
        self.result = result
        observers.dismissAll()
    }
}

extension HostedMachine where Machine.Output: Sendable {
    /// How the run has ended.
    var outcome: Result<Machine.Output, any Error> { result ?? .failure(CancellationError()) }
}

extension HostedMachine where Machine.State: Sendable {
    /// Waits until the state is another one than an observer has seen.
    ///
    /// - Parameter seen: The number of changes up to the state that the observer has seen.
    /// - Returns: The latest state, with the number of changes up to it; `nil` when there will be none, or the caller is cancelled.
    func state(after seen: Int?) async -> (state: Machine.State, changes: Int)? {
        while !Task.isCancelled {
            if seen != changes { return (state, changes) }
            if result != nil { return nil }
            await wait(for: .anyChange)
        }
        return nil
    }

    /// Waits for a state that somebody has described, and does not miss one that lasts for one transition.
    func state(where isAwaited: @escaping @Sendable (Machine.State) -> Bool) async throws -> Machine.State {
        if isAwaited(state) { return state }
        try Task.checkCancellation()
        if result == nil, let found = await wait(for: .state(isAwaited)) { return found }
        switch result {
        case .failure(let error): throw error
        case .success: throw TransducerError.stateNotReached
        // Nobody has let the caller through but its own cancellation.
        case nil: throw CancellationError()
        }
    }

    /// Waits until an observer is let through, the machine has ended, or the caller is cancelled.
    ///
    /// - Returns: The state that was found, if one was looked for.
    @discardableResult
    private func wait(for interest: StateObserver<Machine.State>.Interest) async -> Machine.State? {
        let observer = StateObserver(interest)
        let turnstile = observer.turnstile
        observers.add(observer)
        await withTaskCancellationHandler {
            // Names the actor: the closure would else leave it.
            await turnstile.pass(isolation: self)
        } onCancel: {
            turnstile.open()
        }
        return observers.takeLeave(of: observer)
    }
}

// MARK: - For tests

extension TransducerHost {
    /// Whether nobody waits for a state.
    package var isUnobserved: Bool { hosted.observers.isEmpty }

    /// How many places are kept for those who wait for a state.
    package var placesOfObservers: Int { hosted.observers.places }
}

/// The state where it is, changed in place, with a word to those who observe it.
@usableFromInline
struct HostedStorage<Machine: ExecutableTransducer & SendableMetatype>: Storage {
    @usableFromInline let hosted: HostedMachine<Machine>

    @inlinable
    init(_ hosted: HostedMachine<Machine>) { self.hosted = hosted }

    @inlinable
    var storedValue: Machine.State {
        get { hosted.state }
        nonmutating set {
            hosted.state = newValue
            hosted.publish()
        }
        nonmutating _modify {
            yield &hosted.state
            hosted.publish()
        }
    }
}
