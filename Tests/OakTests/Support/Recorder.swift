import Synchronization

/// Collects values from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let storage = Protected<[Value]>([])

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
