/// A task that waits for a state of a machine.
///
/// Only the actor of the machine accesses it, apart from its latch.
@usableFromInline final class StateObserver<State> {
    /// The state that the task waits for.
    enum Interest {
        case anyChange
        case state((State) -> Bool)
    }

    private enum Progress {
        case waiting(Interest)
        case found(State)
        /// Resumed without a state.
        case dismissed
        /// Resumed by its own cancellation; its entry is stale.
        case gone
    }

    let latch = Latch()
    private var progress: Progress

    init(_ interest: Interest) { progress = .waiting(interest) }

    /// Checks a state.
    ///
    /// - Returns: Whether the observer has been resumed.
    fileprivate func see(_ state: State) -> Bool {
        switch progress {
        case .waiting(.anyChange):
            // Keeping the state would make the next change copy it.
            dismiss()
            return true
        case .waiting(.state(let isAwaited)):
            guard isAwaited(state) else { return false }
            progress = .found(state)
            latch.open()
            return true
        case .found, .dismissed, .gone: return true
        }
    }

    fileprivate func dismiss() {
        progress = .dismissed
        latch.open()
    }

    /// Records that the observer has passed its latch.
    ///
    /// - Returns: Whether its entry is still in the list, and the state that it has found.
    fileprivate func leave() -> (hasPlace: Bool, state: State?) {
        defer { progress = .gone }
        switch progress {
        case .waiting: return (true, nil)
        case .found(let state): return (false, state)
        case .dismissed, .gone: return (false, nil)
        }
    }

    fileprivate var isGone: Bool {
        if case .gone = progress { true } else { false }
    }
}

/// The tasks that wait for a state of a machine, in the order of their arrival.
@usableFromInline struct StateObservers<State> {
    @usableFromInline var list: [StateObserver<State>] = []
    /// The number of stale entries.
    @usableFromInline var gone = 0

    init() {}

    /// Whether no task waits.
    @inlinable var isEmpty: Bool { list.count == gone }

    var places: Int { list.count }

    mutating func add(_ observer: StateObserver<State>) { list.append(observer) }

    /// Shows a state to all observers, and resumes every observer that waits for it.
    @usableFromInline mutating func see(_ state: State) {
        list.removeAll { $0.see(state) }
        gone = 0
    }

    /// Resumes all observers without a state.
    @usableFromInline mutating func dismissAll() {
        for observer in list where !observer.isGone { observer.dismiss() }
        list = []
        gone = 0
    }

    /// Removes an observer that has passed its latch.
    ///
    /// - Returns: The state that it has found.
    /// - Complexity: O(1) on average; the list is compacted when half of its entries are stale.
    mutating func takeLeave(of observer: StateObserver<State>) -> State? {
        let (hasPlace, state) = observer.leave()
        guard hasPlace else { return state }
        gone += 1
        if gone * 2 >= list.count {
            list.removeAll(where: \.isGone)
            gone = 0
        }
        return state
    }
}
