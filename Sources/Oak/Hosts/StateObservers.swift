/// A task that waits for a state of a machine.
///
/// Only the actor of the machine accesses it, apart from its signal.
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

    let signal = Signal()
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
            signal.send()
            return true
        case .found, .dismissed, .gone: return true
        }
    }

    fileprivate func dismiss() {
        progress = .dismissed
        signal.send()
    }

    /// Records that the observer has passed its signal.
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

    fileprivate var isGone: Bool { if case .gone = progress { true } else { false } }
}

/// The tasks that wait for a state of a machine, in the order of their arrival.
@usableFromInline struct StateObservers<State> {
    @usableFromInline var list: [StateObserver<State>] = []
    /// The number of stale entries.
    @usableFromInline var gone = 0
    /// The number of changes of the state.
    @usableFromInline var changes = 0
    private(set) var hasEnded = false

    @usableFromInline init() {}

    mutating func add(_ observer: StateObserver<State>) { list.append(observer) }

    /// Counts a change, and resumes the observers that wait for the new state.
    @inlinable mutating func publish(_ state: @autoclosure () -> State) {
        changes &+= 1
        if list.count != gone { see(state()) }
    }

    /// Shows a state to all observers, and resumes every observer that waits for it.
    @usableFromInline mutating func see(_ state: State) {
        list.removeAll { $0.see(state) }
        gone = 0
    }

    /// Resumes all observers without a state, as the run has ended.
    @usableFromInline mutating func end() {
        hasEnded = true
        for observer in list where !observer.isGone { observer.dismiss() }
        list = []
        gone = 0
    }

    /// Removes an observer that has passed its signal.
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

/// The place of the state of a hosted machine, with the tasks that wait for a state; one actor touches it.
@usableFromInline protocol StateKeeper<State>: AnyObject {
    associatedtype State
    nonisolated var state: State { get }
    nonisolated var observers: StateObservers<State> { get set }
}

extension StateKeeper where State: Sendable {
    /// Waits until an observer is resumed, the machine has ended, or the caller is cancelled.
    ///
    /// - Returns: The state that was found, if one was looked for.
    @discardableResult
    func wait(for interest: StateObserver<State>.Interest, isolation: isolated any Actor) async -> State? {
        let observer = StateObserver(interest)
        observers.add(observer)
        await observer.signal.wait(past: 0)
        return observers.takeLeave(of: observer)
    }

    /// Waits for a state that an observer has not seen.
    ///
    /// - Parameters:
    ///   - seen: The number of changes up to the state that the observer has seen.
    ///   - isolation: The actor of the machine.
    /// - Returns: The latest state, with the number of changes up to it; `nil` when the run has ended or the caller is
    ///   cancelled.
    func state(after seen: Int?, isolation: isolated any Actor) async -> (state: State, changes: Int)? {
        while !Task.isCancelled {
            if seen != observers.changes { return (state, observers.changes) }
            if observers.hasEnded { return nil }
            await wait(for: .anyChange, isolation: isolation)
        }
        return nil
    }
}
