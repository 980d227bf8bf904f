#if canImport(Darwin)
    public import Darwin
    public import OakAtomics

    // `Synchronization` needs newer Apple systems than Oak does.
    //
    // Both types own memory of their own, whose address never changes: that of a stored property may, and access to it
    // by several threads would count as overlapping.

    /// Mutual exclusion.
    @usableFromInline package struct Lock: ~Copyable, @unchecked Sendable {
        @usableFromInline let handle: UnsafeMutablePointer<os_unfair_lock>

        @inlinable package init() {
            handle = .allocate(capacity: 1)
            handle.initialize(to: os_unfair_lock())
        }

        @inlinable deinit { handle.deallocate() }

        @inlinable package borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            os_unfair_lock_lock(handle)
            defer { os_unfair_lock_unlock(handle) }
            return try body()
        }
    }

    /// An integer written by one thread at a time and read by every thread.
    @usableFromInline struct RelaxedCounter: ~Copyable, @unchecked Sendable {
        // Readers infer nothing about other memory from the value, so no ordering is needed.
        @usableFromInline let value: UnsafeMutablePointer<Int>

        @inlinable init() {
            value = .allocate(capacity: 1)
            value.initialize(to: 0)
        }

        @inlinable deinit { value.deallocate() }

        @inlinable borrowing func load() -> Int { oak_load_relaxed(value) }
        @inlinable borrowing func store(_ newValue: Int) { oak_store_relaxed(value, newValue) }
        @inlinable borrowing func increment() { store(load() &+ 1) }

        /// Adds a number where several threads write, and returns the sum.
        @inlinable borrowing func add(_ number: Int) -> Int { oak_add_relaxed(value, number) }
    }
#else
    public import Synchronization

    /// Mutual exclusion.
    @usableFromInline package struct Lock: ~Copyable, Sendable {
        // Wraps no value, because a mutex around a generic value makes that value expensive to destroy. The owner
        // states what it guards.
        @usableFromInline let mutex = Mutex<Void>(())

        // The thread sanitizer cannot see into the slow path of `Mutex`. This flag shows it what the mutex guarantees
        // anyway, that each owner sees the writes of the one before; it costs two plain moves.
        @usableFromInline let handover = Atomic<Bool>(false)

        @inlinable package init() {}

        @inlinable package borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            // Only holders of the lock reach the result, which `Mutex` cannot verify.
            try mutex.withLock { _ in
                _ = handover.load(ordering: .acquiring)
                defer { handover.store(true, ordering: .releasing) }
                return Disconnected(try body())
            }.value
        }
    }

    /// An integer written by one thread at a time and read by every thread.
    @usableFromInline struct RelaxedCounter: ~Copyable, Sendable {
        // Readers infer nothing about other memory from the value, so no ordering is needed.
        @usableFromInline let storage = Atomic<Int>(0)

        @inlinable init() {}
        @inlinable borrowing func load() -> Int { storage.load(ordering: .relaxed) }
        @inlinable borrowing func store(_ value: Int) { storage.store(value, ordering: .relaxed) }
        @inlinable borrowing func increment() { store(load() &+ 1) }

        /// Adds a number where several threads write, and returns the sum.
        @inlinable borrowing func add(_ number: Int) -> Int {
            storage.wrappingAdd(number, ordering: .relaxed).newValue
        }
    }
#endif

/// A value behind a lock, where that is all that the lock guards.
package final class Protected<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
