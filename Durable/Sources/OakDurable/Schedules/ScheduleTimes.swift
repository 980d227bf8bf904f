public import Foundation

/// The times at which a ``DurableSchedule`` runs.
///
/// ```swift
/// import Foundation
/// import OakDurable
///
/// let berlin = TimeZone(identifier: "Europe/Berlin") ?? .current
/// let workdays = try ScheduleTimes.cron("30 3 * * MON-FRI", in: berlin)
/// let sixHours = try ScheduleTimes.every(6 * 3600, from: Date(timeIntervalSince1970: 0))
/// print(workdays.next(after: Date()) as Any, sixHours.next(after: Date()) as Any)
/// ```
public struct ScheduleTimes: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case cron(CronTimes)
        case interval(IntervalTimes)
    }

    private let kind: Kind

    /// The times that an expression of cron names.
    ///
    /// The expression has five fields: minute (0–59), hour (0–23), day (1–31), month (1–12 or `JAN`–`DEC`) and weekday
    /// (0–7 or `SUN`–`SAT`, where 0 and 7 are Sunday). A field is `*` or a list of numbers and ranges, such as
    /// `1,10-20`; a range and `*` take a step, such as `*/15`. If neither the day nor the weekday begins with `*`, a
    /// day needs to be in only one of them. Instead of the fields, the expression can be `@hourly`, `@daily`,
    /// `@weekly`, `@monthly` or `@yearly`.
    ///
    /// When the clocks change, the times are those of cron on Linux. If the minute or the hour begins with `*`, the
    /// expression follows real time. Otherwise each local time counts once: those that the clocks skip have one run
    /// together, right after the gap, and those that they repeat run the first time. In Berlin, where the clocks go
    /// from 2:00 to 3:00 and from 3:00 to 2:00:
    ///
    /// | expression | in March | in October |
    /// |---|---|---|
    /// | `30 2 * * *` | 3:00 | the first 2:30 |
    /// | `0,30 2 * * *` | 3:00, once | the first 2:00 and the first 2:30 |
    /// | `30 * * * *` | 1:30, 3:30 | 1:30, 2:30, 2:30, 3:30 |
    /// | `*/30 2 * * *` | none | 2:00, 2:30, 2:00, 2:30 |
    ///
    /// - Parameters:
    ///   - expression: The expression.
    ///   - zone: The time zone.
    /// - Throws: ``DurableError/invalidTimes(_:reason:)``, also for an expression without times, such as the 31st of
    ///   February.
    public static func cron(_ expression: String, in zone: TimeZone) throws(DurableError) -> ScheduleTimes {
        ScheduleTimes(kind: .cron(CronTimes(expression: try CronExpression(expression), zone: zone)))
    }

    /// The times at a fixed distance from each other, from a first one on.
    ///
    /// Each is counted from the first one, so that they do not drift.
    ///
    /// - Parameters:
    ///   - seconds: The distance in seconds, which is at least one.
    ///   - first: The first time.
    /// - Throws: ``DurableError/invalidTimes(_:reason:)``.
    public static func every(_ seconds: TimeInterval, from first: Date) throws(DurableError) -> ScheduleTimes {
        ScheduleTimes(kind: .interval(try IntervalTimes(seconds, from: first)))
    }

    /// The first time after a date.
    ///
    /// - Parameter date: The date. A time that is less than half a millisecond later counts as the same.
    /// - Returns: The time; `nil` if there is none before the year 9000.
    /// - Complexity: O(1) for an interval; for an expression, a step for each month in between and for each day of the
    ///   months that it names, which are less than 50 years.
    public func next(after date: Date) -> Date? {
        switch kind {
        case .interval(let times): return times.next(after: date)
        case .cron(let times):
            let seconds = date.timeIntervalSince1970 + Self.tolerance
            // In this order, a time that is no number has no next one.
            guard seconds < Self.end.timeIntervalSince1970 else { return nil }
            // Before the year 1, there is no calendar.
            let found = times.next(after: Int(max(seconds, Date.distantPast.timeIntervalSince1970).rounded(.down)))
            return found.map { Date(timeIntervalSince1970: Double($0)) }.flatMap { $0 < Self.end ? $0 : nil }
        }
    }

    /// The times after one date and not after another one.
    ///
    /// - Parameters:
    ///   - last: The earlier date.
    ///   - now: The later date.
    ///   - limit: How many of them to keep, the latest ones.
    nonisolated(nonsending) func due(after last: Date, through now: Date, keeping limit: Int) async -> DueTimes {
        switch kind {
        case .interval(let times): return times.due(after: last, through: now, keeping: limit)
        case .cron:
            var due = DueTimes()
            var last = last
            while let time = next(after: last), time <= now {
                due.add(time, keeping: limit)
                last = time
                // Years of minutes do not hold up the instances of a host.
                if due.count.isMultiple(of: 256) { await Task.yield() }
            }
            return due
        }
    }

    /// Stores keep times to the millisecond.
    static var tolerance: TimeInterval { 0.0005 }

    /// The beginning of the year 9000.
    static var end: Date { Date(timeIntervalSince1970: 221_845_392_000) }
}

/// Times that have come.
struct DueTimes {
    private(set) var count = 0
    /// The latest ones, and perhaps as many before them.
    private(set) var latest: [Date] = []

    init() {}

    init(count: Int, latest: [Date]) { (self.count, self.latest) = (count, latest) }

    mutating func add(_ time: Date, keeping limit: Int) {
        count += 1
        latest.append(time)
        if latest.count / 2 > limit { latest.removeFirst(latest.count - limit) }
    }
}

/// Times at a fixed distance from each other.
private struct IntervalTimes: Hashable, Sendable {
    let seconds: TimeInterval
    let first: Date

    init(_ seconds: TimeInterval, from first: Date) throws(DurableError) {
        let description = "every \(seconds) s from \(first.timeIntervalSinceReferenceDate) s"
        // In this order, what is no number is refused.
        guard seconds >= 1, seconds < .infinity else {
            throw .invalidTimes(description, reason: "a distance is one second or more")
        }
        guard first < ScheduleTimes.end, first >= .distantPast else {
            throw .invalidTimes(description, reason: "the first time is not between the years 1 and 9000")
        }
        (self.seconds, self.first) = (seconds, first)
    }

    func next(after date: Date) -> Date? {
        guard date < ScheduleTimes.end else { return nil }
        let time = time(last(through: date) + 1)
        return time < ScheduleTimes.end ? time : nil
    }

    func due(after last: Date, through now: Date, keeping limit: Int) -> DueTimes {
        let (earlier, later) = (self.last(through: last), self.last(through: min(now, ScheduleTimes.end)))
        guard later > earlier else { return DueTimes() }
        let kept = max(earlier + 1, later - Double(max(1, limit) - 1))
        return DueTimes(
            count: Int(later - earlier), latest: stride(from: kept, through: later, by: 1).map(time))
    }

    /// The number of the last time that is not after a date; -1 before the first one.
    private func last(through date: Date) -> Double {
        max(-1, ((date.timeIntervalSince(first) + ScheduleTimes.tolerance) / seconds).rounded(.down))
    }

    /// Rounded to what a store keeps.
    private func time(_ number: Double) -> Date {
        let seconds = first.timeIntervalSinceReferenceDate + number * seconds
        return Date(timeIntervalSinceReferenceDate: (seconds * 1000).rounded() / 1000)
    }
}
