#if canImport(Darwin)
    public import Darwin
    public import OakAtomics

    // `Synchronization` needs newer Apple systems than Oak does.
    //
    // Threads reach the shared memory only through pointers: an `inout` argument would count as overlapping access by
    // several threads, which the thread sanitizer would report.

    /// Mutual exclusion.
    struct Lock: ~Copyable, Sendable {
        private let shared = SharedLock(handle: .allocate(capacity: 1))

        init() { shared.handle.initialize(to: os_unfair_lock()) }

        deinit { shared.handle.deallocate() }

        borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            try shared.withLock(body)
        }
    }

    /// Mutual exclusion by a lock stored inside another object.
    @usableFromInline struct SharedLock: @unchecked Sendable {
        @usableFromInline let handle: UnsafeMutablePointer<os_unfair_lock>

        @inlinable init(handle: UnsafeMutablePointer<os_unfair_lock>) { self.handle = handle }

        @inlinable func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            os_unfair_lock_lock(handle)
            defer { os_unfair_lock_unlock(handle) }
            return try body()
        }
    }

    /// An integer stored inside another object, written by one thread at a time and read by every thread.
    @usableFromInline struct RelaxedCounter: @unchecked Sendable {
        // Readers infer nothing about other memory from the value, so no ordering is needed.
        @usableFromInline let value: UnsafeMutablePointer<Int>

        @inlinable init(_ value: UnsafeMutablePointer<Int>) { self.value = value }
        @inlinable func load() -> Int { oak_load_relaxed(value) }
        @inlinable func store(_ newValue: Int) { oak_store_relaxed(value, newValue) }
        @inlinable func increment() { store(load() &+ 1) }

        /// Adds a number where several threads write.
        @inlinable func add(_ number: Int) { oak_add_relaxed(value, number) }
    }

    extension Mailbox {
        @inlinable var lock: SharedLock { SharedLock(handle: word(0).assumingMemoryBound(to: os_unfair_lock.self)) }

        /// The number of events that the run loop has taken so far; written only by the run loop.
        @inlinable var taken: RelaxedCounter { RelaxedCounter(word(1).assumingMemoryBound(to: Int.self)) }

        /// Nonzero once the run has to end early.
        @inlinable var interrupted: RelaxedCounter { RelaxedCounter(word(2).assumingMemoryBound(to: Int.self)) }

        /// The address of a shared word. The words are the first stored property, which has a fixed place in an object.
        @inlinable func word(_ index: Int) -> UnsafeMutableRawPointer {
            _getUnsafePointerToStoredProperties(self) + index * MemoryLayout<Int>.stride
        }
    }
#else
    public import Synchronization

    /// Mutual exclusion.
    @usableFromInline struct Lock: ~Copyable, Sendable {
        // Wraps no value, because a mutex around a generic value makes that value expensive to destroy. The owner
        // states what it guards.
        @usableFromInline let mutex = Mutex<Void>(())

        // The thread sanitizer cannot see into the slow path of `Mutex`. This flag shows it what the mutex guarantees
        // anyway, that each owner sees the writes of the one before; it costs two plain moves.
        @usableFromInline let handover = Atomic<Bool>(false)

        @inlinable init() {}

        @inlinable borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
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

        /// Adds a number where several threads write.
        @inlinable borrowing func add(_ number: Int) { storage.wrappingAdd(number, ordering: .relaxed) }
    }
#endif
