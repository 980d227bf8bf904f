/// Runs jobs one at a time, in an order that a seed decides: one seed, one interleaving.
final class SeededExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var random: SplitMix64
    }

    private let state: Protected<State>

    init(seed: UInt64) {
        state = Protected(State(random: SplitMix64(seed: seed)))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs everything there is, and everything that follows from it, on the calling thread.
    func drain() {
        while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            let index = Int(state.random.next() % UInt64(state.jobs.count))
            return state.jobs.remove(at: index)
        }
    }
}

struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Runs a scenario under a seeded executor to its end.
///
/// - Returns: What the scenario returned, or `nil` if it did not come to an end.
func interleave<Value: Sendable>(
    seed: UInt64, _ scenario: @escaping @Sendable @concurrent () async -> Value
) -> Value? {
    let executor = SeededExecutor(seed: seed)
    let result = Protected<Value?>(nil)
    Task(executorPreference: executor) {
        let value = await scenario()
        result.withLock { $0 = value }
    }
    executor.drain()
    return result.withLock { $0 }
}
