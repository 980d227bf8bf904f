import Foundation
import Synchronization

/// Collects values from any thread.
///
/// The lock is one that the thread sanitizer sees through, unlike the slow path of `Synchronization.Mutex`.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var storage: [Value] = []

    var values: [Value] { lock.withLock { storage } }

    func record(_ value: Value) { lock.withLock { storage.append(value) } }
}

/// A number that any thread may change.
final class Counter: Sendable {
    private let storage = Atomic<Int>(0)

    var value: Int { storage.load(ordering: .sequentiallyConsistent) }

    func increment() { storage.wrappingAdd(1, ordering: .sequentiallyConsistent) }
    func decrement() { storage.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
}
