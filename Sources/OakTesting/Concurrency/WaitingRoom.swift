import Foundation

/// Records the waits of tasks, and runs the tasks.
protocol WaitingRoom: AnyObject, Sendable {
    /// Records that a task begins to wait.
    ///
    /// - Returns: The number to leave with.
    func enter(_ wait: Wait) -> Int

    /// Records that a task no longer waits.
    func leave(_ number: Int)

    /// Returns when nothing more can happen by itself, except that time passes.
    ///
    /// - Parameter beforeTimePasses: Whether the caller is about to let time pass. Work that may equally well follow
    ///   need not happen then.
    nonisolated(nonsending) func idle(beforeTimePasses: Bool) async

    /// Releases tasks from a gate, possibly in a race with a task that lets time pass.
    func letGo(_ open: () -> Void)

    /// Records that a clock has woken its sleepers.
    func timeHasPassed()
}

/// A wait for something that does not come by itself.
struct Wait: Sendable {
    /// Describes what is currently awaited, and how the test can end the wait.
    let describe: @Sendable () -> String
    /// The end of the wait, if time passes by itself once nothing else happens.
    var alarm: Alarm?
}

/// The end of a wait on a clock that advances when nothing else happens.
struct Alarm: Sendable {
    /// The components of a `Duration`, a type that older Apple systems lack.
    struct Offset: Comparable {
        let seconds: Int64
        let attoseconds: Int64

        init(_ components: (seconds: Int64, attoseconds: Int64)) { (seconds, attoseconds) = components }

        static func < (lhs: Offset, rhs: Offset) -> Bool {
            (lhs.seconds, lhs.attoseconds) < (rhs.seconds, rhs.attoseconds)
        }
    }

    /// The time from the beginning of the clock to this moment.
    let offset: Offset
    /// Advances the clock to this moment.
    let ring: @Sendable () -> Void
}

/// The waiting room of the current task, if it runs in one.
func currentWaitingRoom() -> (any WaitingRoom)? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return DeterministicExecutor.current
}

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

/// What an asynchronous function returns or throws, once it has.
final class Outcome<Value>: Sendable {
    private let content = Protected<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { content.withLock { $0 } }

    nonisolated(nonsending) func record(_ body: () async throws -> Value) async {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        content.withLock { $0 = result }
    }
}
