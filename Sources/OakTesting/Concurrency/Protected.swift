import Foundation

/// A value behind a lock.
///
/// `Synchronization.Mutex` needs newer Apple systems, and the thread sanitizer does not see through its slow path.
final class Protected<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
