import Foundation

/// The times of an expression of cron in a time zone, in seconds since the beginning of 1970 UTC.
struct CronTimes: Hashable, Sendable {
    let expression: CronExpression
    let zone: TimeZone

    /// The first time after one.
    func next(after time: Int) -> Int? {
        expression.isInRealTime ? nextInRealTime(from: time + 1) : nextInLocalTime(after: time)
    }

    /// The first time of an expression whose local times count once.
    private func nextInLocalTime(after time: Int) -> Int? {
        var minute = (time + offset(at: time)).floorDivided(by: 60)
        // Local times that are repeated come before the time, and there are not many of them.
        while let candidate = expression.first(from: minute) {
            let instant = instant(of: candidate)
            if instant > time { return instant }
            minute = candidate + 1
        }
        return nil
    }

    /// The time of a local minute: the first one, if the clocks show it twice; the end of the gap, if they skip it.
    private func instant(of minute: Int) -> Int {
        let local = minute * 60
        let (before, after) = (local - Self.day, local + Self.day)
        let (old, new) = (offset(at: before), offset(at: after))
        if old == new { return local - old }
        let change = change(after: before, through: after)
        return local - old < change ? local - old : max(local - new, change)
    }

    /// The first time, from one on, of an expression that follows real time.
    private func nextInRealTime(from start: Int) -> Int? {
        var start = start
        while true {
            let offset = offset(at: start)
            guard let minute = expression.first(from: (start + offset + 59).floorDivided(by: 60)) else { return nil }
            let candidate = minute * 60 - offset
            let end = min(candidate, start + Self.day)
            if self.offset(at: end) != offset {
                start = change(after: start, through: end)
            } else if end == candidate {
                return candidate
            } else {
                // A change on the way moves the local time by a day at most, so that nothing is passed over.
                start = max(end, candidate - 2 * Self.day)
            }
        }
    }

    /// The first time after one with another offset, which the last one has.
    private func change(after first: Int, through last: Int) -> Int {
        let old = offset(at: first)
        var (before, after) = (first, last)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if offset(at: middle) == old { before = middle } else { after = middle }
        }
        return after
    }

    private func offset(at time: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
    }

    private static var day: Int { 86_400 }
}
