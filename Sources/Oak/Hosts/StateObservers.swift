/// Somebody who waits for a state of a machine.
///
/// It is touched on the actor of the machine only; its turnstile is not, which anybody may open.
@usableFromInline
final class StateObserver<State> {
    /// The state that somebody waits for.
    enum Interest {
        case anyChange
        case state((State) -> Bool)
    }

    private enum Progress {
        case waiting(Interest)
        case found(State)
        /// Let through without a state.
        case dismissed
        /// Gone by itself: its place is to be cleared.
        case gone
    }

    let turnstile = Turnstile()
    private var progress: Progress

    init(_ interest: Interest) { progress = .waiting(interest) }

    /// Looks at a state.
    ///
    /// - Returns: Whether the observer needs its place no more.
    fileprivate func see(_ state: State) -> Bool {
        switch progress {
        case .waiting(.anyChange):
            // The state is not kept: the next change would have to copy it.
            dismiss()
            return true
        case .waiting(.state(let isAwaited)):
            guard isAwaited(state) else { return false }
            progress = .found(state)
            turnstile.open()
            return true
        case .found, .dismissed, .gone: return true
        }
    }

    fileprivate func dismiss() {
        progress = .dismissed
        turnstile.open()
    }

    /// Notes that the observer has passed its turnstile.
    ///
    /// - Returns: Whether it still has a place, and the state that it has found.
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

/// Those who wait for a state of a machine, in the order in which they came.
@usableFromInline
struct StateObservers<State> {
    private var list: [StateObserver<State>] = []
    /// How many in the list are gone.
    private var gone = 0

    init() {}

    /// Whether nobody waits.
    @usableFromInline var isEmpty: Bool { list.count == gone }

    var places: Int { list.count }

    mutating func add(_ observer: StateObserver<State>) { list.append(observer) }

    /// Shows everybody a state, and lets those through who have waited for it.
    @usableFromInline
    mutating func see(_ state: State) {
        list.removeAll { $0.see(state) }
        gone = 0
    }

    /// Lets everybody through, without a state.
    @usableFromInline
    mutating func dismissAll() {
        for observer in list where !observer.isGone { observer.dismiss() }
        list = []
        gone = 0
    }

    /// Forgets an observer that has passed its turnstile.
    ///
    /// - Returns: The state that it has found.
    /// - Complexity: O(1) on average: places are cleared when half of them are of no use.
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
