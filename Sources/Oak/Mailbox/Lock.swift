#if canImport(Darwin)
    public import Darwin
    public import OakAtomics

    // `Synchronization` needs newer systems than Oak does on Apple platforms.
    //
    // Threads reach the memory that they share through pointers only: passed as `inout`, it would be accessed by several of them at
    // once as far as the language can tell, and the thread sanitizer would say so.

    /// Mutual exclusion.
    struct Lock: ~Copyable, Sendable {
        private let shared = SharedLock(handle: .allocate(capacity: 1))

        init() { shared.handle.initialize(to: os_unfair_lock()) }

        deinit { shared.handle.deallocate() }

        borrowing func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            try shared.withLock(body)
        }
    }

    /// Mutual exclusion by a lock that is a part of something else.
    @usableFromInline
    struct SharedLock: @unchecked Sendable {
        @usableFromInline let handle: UnsafeMutablePointer<os_unfair_lock>

        @inlinable
        init(handle: UnsafeMutablePointer<os_unfair_lock>) { self.handle = handle }

        @inlinable
        func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
            os_unfair_lock_lock(handle)
            defer { os_unfair_lock_unlock(handle) }
            return try body()
        }
    }

    /// An integer that is a part of something else, is written by one thread at a time and read by every thread.
    @usableFromInline
    struct PublishedInteger: @unchecked Sendable {
        // Readers draw no conclusion about other memory from the value, so no ordering is needed.
        @usableFromInline let value: UnsafeMutablePointer<Int>

        @inlinable init(_ value: UnsafeMutablePointer<Int>) { self.value = value }
        @inlinable func load() -> Int { oak_load_relaxed(value) }
        @inlinable func store(_ newValue: Int) { oak_store_relaxed(value, newValue) }
        @inlinable func increment() { store(load() &+ 1) }

        /// The same where several threads write.
        @inlinable func add(_ number: Int) { oak_add_relaxed(value, number) }
    }

    extension Mailbox {
        @inlinable
        var lock: SharedLock { SharedLock(handle: word(0).assumingMemoryBound(to: os_unfair_lock.self)) }

        /// How many events the run loop has taken so far; written by the run loop alone.
        @inlinable
        var taken: PublishedInteger { PublishedInteger(word(1).assumingMemoryBound(to: Int.self)) }

        /// Not zero once the run is to end early.
        @inlinable
        var interrupted: PublishedInteger { PublishedInteger(word(2).assumingMemoryBound(to: Int.self)) }

        /// Where one of the shared words is: they are the first stored property, for which objects have a fixed place.
        @inlinable
        func word(_ index: Int) -> UnsafeMutableRawPointer {
            _getUnsafePointerToStoredProperties(self) + index * MemoryLayout<Int>.stride
        }
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
        @inlinable borrowing func increment() { store(load() &+ 1) }

        /// The same where several threads write.
        @inlinable borrowing func add(_ number: Int) { storage.wrappingAdd(number, ordering: .relaxed) }
    }
#endif
