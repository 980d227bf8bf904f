import Foundation
import Synchronization

/// A value that one thread at a time may change.
///
/// The lock is one that the thread sanitizer sees through, unlike the slow path of `Synchronization.Mutex`.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}

/// Collects values from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Guarded<[Value]>([])

    var values: [Value] { storage.withLock { $0 } }

    func record(_ value: Value) { storage.withLock { $0.append(value) } }
}

/// A number that any thread may change.
final class Counter: Sendable {
    private let storage = Atomic<Int>(0)

    var value: Int { storage.load(ordering: .sequentiallyConsistent) }

    func increment() { storage.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    func decrement() { storage.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
}
