import Synchronization

private let seen = Atomic<Int>(0)

/// Takes a result, so that the compiler cannot leave out the work that led to it.
@inline(never)
func blackHole(_ value: Int) {
    seen.store(value, ordering: .relaxed)
}

/// Takes the end of a door, so that the compiler cannot leave out the way there.
func blackHole(_ state: Door.State) {
    switch state {
    case .locked(let passed), .unlocked(let passed), .closed(let passed): blackHole(passed)
    }
}
