// Both types are used at one address as long as they live: each is a stored property of a class, or a static one. They cannot
// be copied, and a mutating method of what is stored gets its address, which is what Darwin's functions want.

#if canImport(Darwin)
    public import Darwin
    public import OakAtomics

    // `Synchronization` needs newer systems than Oak does on Apple platforms.

    /// Mutual exclusion.
    @usableFromInline
    struct Lock: ~Copyable, Sendable {
        @usableFromInline var handle = os_unfair_lock()

        @inlinable
        init() {}

        @inlinable
        mutating func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            os_unfair_lock_lock(&handle)
            defer { os_unfair_lock_unlock(&handle) }
            return try body()
        }
    }

    /// An integer that is written by one thread at a time and read by every thread.
    @usableFromInline
    struct PublishedInteger: ~Copyable, Sendable {
        // Readers draw no conclusion about other memory from the value, so no ordering is needed.
        @usableFromInline var value = 0

        @inlinable init() {}
        @inlinable mutating func load() -> Int { oak_load_relaxed(&value) }
        @inlinable mutating func store(_ newValue: Int) { oak_store_relaxed(&value, newValue) }
    }
#else
    public import Synchronization

    /// Mutual exclusion.
    @usableFromInline
    struct Lock: ~Copyable, Sendable {
        // It protects what its owner says it does: a mutex around a generic value makes that value expensive to destroy.
        @usableFromInline let mutex = Mutex<Void>(())

        // The thread sanitizer does not see into the slow path of `Mutex`. This makes visible to it what the mutex
        // guarantees anyway, that each owner sees what the one before has written; it costs two plain moves.
        @usableFromInline let handover = Atomic<Bool>(false)

        @inlinable
        init() {}

        @inlinable
        mutating func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            // What leaves is only reached by whoever held the lock; `Mutex` would want to see that.
            try mutex.withLock { _ in
                _ = handover.load(ordering: .acquiring)
                defer { handover.store(true, ordering: .releasing) }
                return Unchecked(try body())
            }.value
        }
    }

    /// An integer that is written by one thread at a time and read by every thread.
    @usableFromInline
    struct PublishedInteger: ~Copyable, Sendable {
        // Readers draw no conclusion about other memory from the value, so no ordering is needed.
        @usableFromInline let storage = Atomic<Int>(0)

        @inlinable init() {}
        @inlinable mutating func load() -> Int { storage.load(ordering: .relaxed) }
        @inlinable mutating func store(_ value: Int) { storage.store(value, ordering: .relaxed) }
    }
#endif
