/// Collects values from any thread.
package final class Recorder<Value: Sendable>: Sendable {
    private let storage = Guarded<[Value]>([])

    package init() {}

    package var values: [Value] { storage.withLock { $0 } }

    package func record(_ value: Value) { storage.withLock { $0.append(value) } }
}
