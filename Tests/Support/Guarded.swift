import Foundation

/// A value that one thread at a time may change.
///
/// The lock is one that the thread sanitizer sees through, unlike the slow path of `Synchronization.Mutex`, and one that
/// every system has on which the library runs.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
