#if canImport(Darwin)
    import Darwin

    /// Mutual exclusion.
    ///
    /// `Synchronization.Mutex` needs newer systems than Oak does on Apple platforms; `os_unfair_lock` is what it uses there.
    @usableFromInline
    final class Lock: @unchecked Sendable {
        private let handle: UnsafeMutablePointer<os_unfair_lock>

        @usableFromInline
        init() {
            handle = .allocate(capacity: 1)
            handle.initialize(to: os_unfair_lock())
        }

        deinit {
            handle.deinitialize(count: 1)
            handle.deallocate()
        }

        @usableFromInline func acquire() { os_unfair_lock_lock(handle) }
        @usableFromInline func release() { os_unfair_lock_unlock(handle) }

        @inlinable
        func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            acquire()
            defer { release() }
            return try body()
        }
    }

    /// An integer that is written by one thread at a time and read by every thread.
    @usableFromInline
    final class PublishedInteger: @unchecked Sendable {
        private let lock = Lock()
        private var value = 0

        @usableFromInline init() {}
        @usableFromInline func load() -> Int { lock.withLock { value } }
        @usableFromInline func store(_ newValue: Int) { lock.withLock { value = newValue } }
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
        borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
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
        @inlinable borrowing func load() -> Int { storage.load(ordering: .relaxed) }
        @inlinable borrowing func store(_ value: Int) { storage.store(value, ordering: .relaxed) }
    }
#endif
