public import Foundation

/// The time by which a host sets and meets deadlines.
///
/// Deadlines are points in time, so that they keep their meaning from one process to the next. The clock of the system
/// looks at the calendar once, when it is made, and counts from there: a clock that someone sets while the process runs
/// moves no deadline. See ``StoredDeadline/resume(at:lastSeen:)`` for a clock that was set back in between.
public struct DurableClock: Sendable {
    private let read: @Sendable () -> Date
    private let wait: @Sendable (Date) async throws -> Void

    /// Creates a clock from two functions.
    ///
    /// - Parameters:
    ///   - now: Returns the time.
    ///   - sleep: Returns at a time or after it; throws `CancellationError` when the task is cancelled.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (_ until: Date) async throws -> Void) {
        read = now
        wait = sleep
    }

    /// The time.
    public var now: Date { read() }

    /// The latest deadline that is due: dates are exact to less than a microsecond.
    var due: Date { read().addingTimeInterval(1e-6) }

    /// Waits until a time.
    ///
    /// - Parameter deadline: The time.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Date) async throws { try await wait(deadline) }
}

extension DurableClock {
    /// A clock that counts from the present date of the system.
    public static var system: DurableClock {
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            return counting(ContinuousClock(), from: Date())
        }
        return DurableClock(
            now: { Date() },
            sleep: { deadline in
                let seconds = min(max(0, deadline.timeIntervalSinceNow), 86_400 * 365)
                try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
            })
    }

    /// Creates a clock that counts from a date, with another clock.
    ///
    /// In a test, give the same `DurableClock` to each host, one after the other: a second one made from the same date
    /// would be set back by the time that has passed.
    ///
    /// - Parameters:
    ///   - clock: The clock that counts, such as that of a test.
    ///   - date: The date at this moment.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public static func counting<C: Clock>(_ clock: C, from date: Date) -> DurableClock where C.Duration == Duration {
        let start = clock.now
        return DurableClock(
            now: {
                let (seconds, attoseconds) = start.duration(to: clock.now).components
                return date.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
            },
            sleep: { deadline in
                let century = 100.0 * 365 * 86_400
                // In this order, a time that is no number counts as now.
                let seconds = max(0, min(deadline.timeIntervalSince(date), century))
                // Dates are exact to less than a microsecond.
                let instant = start.advanced(by: .microseconds(Int64((seconds * 1e6).rounded())))
                try Task.checkCancellation()
                if instant > clock.now { try await clock.sleep(until: instant, tolerance: nil) }
            })
    }
}
