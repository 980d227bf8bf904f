#if canImport(Darwin)
    import Darwin

    /// A value that is only reached while its lock is held.
    ///
    /// `Synchronization.Mutex` needs newer systems than Oak does on Apple platforms; `os_unfair_lock` is what it uses there.
    @usableFromInline
    final class Locked<Value: ~Copyable>: @unchecked Sendable {
        @usableFromInline var value: Value
        private let lock: UnsafeMutablePointer<os_unfair_lock>

        @usableFromInline
        init(_ value: consuming Value) {
            self.value = value
            lock = .allocate(capacity: 1)
            lock.initialize(to: os_unfair_lock())
        }

        deinit {
            lock.deinitialize(count: 1)
            lock.deallocate()
        }

        @usableFromInline func acquire() { os_unfair_lock_lock(lock) }
        @usableFromInline func release() { os_unfair_lock_unlock(lock) }

        @inlinable
        func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            acquire()
            defer { release() }
            return try body(&value)
        }
    }

    /// An integer that one thread writes and every thread may read.
    @usableFromInline
    struct PublishedInteger: Sendable {
        @usableFromInline let storage = Locked<Int>(0)

        @inlinable init() {}
        @inlinable func load() -> Int { storage.withLock { $0 } }
        @inlinable func store(_ value: Int) { storage.withLock { $0 = value } }
    }
#else
    public import Synchronization

    /// A value that is only reached while its lock is held.
    @usableFromInline
    struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
        // `Mutex` wants to see that nothing is shared with what it protects. It cannot: an event that was
        // `sending` loses that mark on its way into the closure. The lock is the only way to the value.
        @usableFromInline let mutex: Mutex<Unchecked<Value>>

        @inlinable
        init(_ value: consuming Value) { mutex = Mutex(Unchecked(value)) }

        @inlinable
        borrowing func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try mutex.withLock { content in Unchecked(try body(&content.value)) }.value
        }
    }

    /// An integer that one thread writes and every thread may read.
    @usableFromInline
    struct PublishedInteger: ~Copyable, Sendable {
        // Readers draw no conclusion about other memory from the value, so no ordering is needed.
        @usableFromInline let storage = Atomic<Int>(0)

        @inlinable init() {}
        @inlinable borrowing func load() -> Int { storage.load(ordering: .relaxed) }
        @inlinable borrowing func store(_ value: Int) { storage.store(value, ordering: .relaxed) }
    }
#endif
