#if SQLite
    import Dispatch
    import Foundation

    /// The time that transactions take, as far as the last one tells.
    ///
    /// A disk that has to write, or a log that is copied into the file, makes one slow.
    final class TransactionPace: @unchecked Sendable {
        private let lock = NSLock()
        private var nanoseconds = UInt64.max

        /// Whether the last transaction was short.
        var isQuick: Bool { lock.withLock { nanoseconds } < Self.limit }

        /// Takes the time of a transaction.
        func measure<Value>(_ transaction: () throws -> Value) rethrows -> Value {
            let start = DispatchTime.now().uptimeNanoseconds
            defer {
                let end = DispatchTime.now().uptimeNanoseconds
                lock.withLock { nanoseconds = end - start }
            }
            return try transaction()
        }

        /// Half a millisecond: longer than most transactions on a solid-state disk, and short enough for a thread of
        /// the concurrency pool.
        private static let limit: UInt64 = 500_000
    }
#endif
