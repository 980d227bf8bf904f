import Foundation

/// A value that one thread at a time may change.
///
/// The thread sanitizer sees through this lock, unlike the slow path of `Synchronization.Mutex`, and every system that
/// the library supports has it.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
