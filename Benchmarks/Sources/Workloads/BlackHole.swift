import Synchronization

private let seen = Atomic<Int>(0)

/// Consumes a result, which keeps the compiler from removing the work behind it.
@inline(never)
func blackHole(_ value: Int) {
    seen.store(value, ordering: .relaxed)
}

/// Consumes the final state of a door, which keeps the compiler from removing its transitions.
func blackHole(_ state: Door.State) {
    switch state {
    case .locked(let passed), .unlocked(let passed), .closed(let passed): blackHole(passed)
    }
}
