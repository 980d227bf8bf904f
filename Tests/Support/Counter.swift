/// A number that any thread may change.
package final class Counter: Sendable {
    private let storage = Guarded(0)

    package init() {}

    package var value: Int { storage.withLock { $0 } }

    package func increment() { storage.withLock { $0 += 1 } }
    package func decrement() { storage.withLock { $0 -= 1 } }
}

/// An object that counts how many of its kind there are.
package final class CountedToken: Sendable {
    private let living: Counter

    package init(_ living: Counter) {
        self.living = living
        living.increment()
    }
    deinit { living.decrement() }

    package func use() {}
}
