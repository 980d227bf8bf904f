import Foundation
import OakDurable
import Testing

@Suite("D20 Times of schedules")
struct CronTests {
    /// An expression, and the times that follow a first one, which is not among them.
    struct Row: CustomTestStringConvertible {
        let expression: String
        let zone: String
        let times: [String]

        init(_ expression: String, _ zone: String = "UTC", _ times: String...) {
            (self.expression, self.zone, self.times) = (expression, zone, times)
        }

        var testDescription: String { "\(expression) in \(zone)" }
    }

    static let gaps = [
        Row("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00", "2026-03-29T01:00", "2026-03-30T00:30"),
        Row("0,30 2 * * *", "Europe/Berlin", "2026-03-28T12:00", "2026-03-29T01:00", "2026-03-30T00:00"),
        Row("0 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00", "2026-03-29T01:00", "2026-03-30T00:00"),
        Row("30 * * * *", "Europe/Berlin", "2026-03-29T00:00", "2026-03-29T00:30", "2026-03-29T01:30"),
        Row("*/30 2 * * *", "Europe/Berlin", "2026-03-28T12:00", "2026-03-30T00:00", "2026-03-30T00:30"),
        Row("30 2 * * *", "America/New_York", "2026-03-07T12:00", "2026-03-08T07:00", "2026-03-09T06:30"),
        // Half an hour is skipped.
        Row("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00", "2026-10-03T15:30", "2026-10-04T15:15"),
        Row("45 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00", "2026-10-03T15:45", "2026-10-04T15:45"),
        // A whole day is skipped.
        Row("0 12 30 12 *", "Pacific/Apia", "2011-12-01T00:00", "2011-12-30T10:00", "2012-12-29T22:00"),
    ]

    static let repetitions = [
        Row("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00", "2026-10-25T00:30", "2026-10-26T01:30"),
        Row(
            "30 * * * *", "Europe/Berlin", "2026-10-25T00:00", "2026-10-25T00:30", "2026-10-25T01:30",
            "2026-10-25T02:30"),
        Row(
            "*/30 2 * * *", "Europe/Berlin", "2026-10-24T12:00", "2026-10-25T00:00", "2026-10-25T00:30",
            "2026-10-25T01:00", "2026-10-25T01:30", "2026-10-26T01:00"),
        // Between the two.
        Row("30 2 * * *", "Europe/Berlin", "2026-10-25T01:10", "2026-10-26T01:30"),
        Row("30 1 * * *", "America/New_York", "2026-10-31T12:00", "2026-11-01T05:30", "2026-11-02T06:30"),
        Row("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T00:00", "2026-04-04T14:45", "2026-04-05T15:15"),
        Row(
            "45 * * * *", "Australia/Lord_Howe", "2026-04-04T14:30", "2026-04-04T14:45", "2026-04-04T15:15",
            "2026-04-04T16:15"),
    ]

    static let calendar = [
        Row("0 0 29 2 *", "UTC", "2026-01-01T00:00", "2028-02-29T00:00", "2032-02-29T00:00"),
        Row("0 0 29 2 *", "Europe/Berlin", "2096-03-01T00:00", "2104-02-28T23:00"),
        // In both fields, because one of them begins with '*'.
        Row("0 0 29 2 */7", "UTC", "2026-01-01T00:00", "2032-02-29T00:00", "2060-02-29T00:00", "2088-02-29T00:00"),
        Row("0 0 29 2 */7", "America/New_York", "2088-03-01T00:00", "2128-02-29T05:00"),
        Row("*/20 0 29 2 *", "Europe/Berlin", "2096-03-01T00:00", "2104-02-28T23:00", "2104-02-28T23:20"),
        Row("59 23 31 12 *", "UTC", "2026-12-31T23:59", "2027-12-31T23:59"),
        Row("* * * * *", "UTC", "2026-12-31T23:59", "2027-01-01T00:00", "2027-01-01T00:01"),
        // In either of them.
        Row("0 0 13 * FRI", "UTC", "2026-02-02T00:00", "2026-02-06T00:00", "2026-02-13T00:00", "2026-02-20T00:00"),
        Row("0 0 13 * FRI", "UTC", "2026-03-07T00:00", "2026-03-13T00:00", "2026-03-20T00:00"),
        Row("0 0 15 * mon", "UTC", "2026-01-13T00:00", "2026-01-15T00:00", "2026-01-19T00:00"),
        Row("0 0 31 * *", "UTC", "2026-03-31T00:00", "2026-05-31T00:00", "2026-07-31T00:00", "2026-08-31T00:00"),
        Row("0 0 * * 0", "UTC", "2026-11-27T00:00", "2026-11-29T00:00", "2026-12-06T00:00"),
        Row("0 0 * * 7", "UTC", "2026-11-27T00:00", "2026-11-29T00:00", "2026-12-06T00:00"),
        Row("0 0 * * SAT-SUN", "UTC", "2026-11-27T00:00", "2026-11-28T00:00", "2026-11-29T00:00", "2026-12-05T00:00"),
        Row("5,10-12,50-59/5 8 * * *", "UTC", "2026-01-01T08:10", "2026-01-01T08:11", "2026-01-01T08:12"),
        Row("5,10-12,50-59/5 8 * * *", "UTC", "2026-01-01T08:12", "2026-01-01T08:50", "2026-01-01T08:55"),
        Row("  0\t0  1 JAN,jul * ", "UTC", "2026-02-01T00:00", "2026-07-01T00:00", "2027-01-01T00:00"),
        Row("@hourly", "Asia/Kathmandu", "2026-01-01T00:00", "2026-01-01T00:15", "2026-01-01T01:15"),
        Row("@daily", "UTC", "2026-02-27T12:00", "2026-02-28T00:00", "2026-03-01T00:00"),
        Row("@weekly", "UTC", "2026-11-27T00:00", "2026-11-29T00:00"),
        Row("@monthly", "UTC", "2026-11-27T00:00", "2026-12-01T00:00", "2027-01-01T00:00"),
        Row("@yearly", "UTC", "2026-11-27T00:00", "2027-01-01T00:00", "2028-01-01T00:00"),
    ]

    @Test("D20 A local time that the clocks skip runs once, right after the gap", arguments: gaps)
    func skippedTimes(row: Row) throws { try expectTimes(row) }

    @Test("D20 A local time that the clocks repeat runs once, and real hours each", arguments: repetitions)
    func repetition(row: Row) throws { try expectTimes(row) }

    @Test("D20 An expression of cron names the minutes of the calendar", arguments: calendar)
    func calendarTimes(row: Row) throws { try expectTimes(row) }

    private func expectTimes(_ row: Row) throws {
        let times = try ScheduleTimes.cron(row.expression, in: try zone(row.zone))
        var last = try date(row.times[0])
        for text in row.times.dropFirst() {
            let next = try #require(times.next(after: last))
            #expect(next == (try date(text)), "\(next) instead of \(text)")
            last = next
        }
    }

    @Test(
        "D20 An expression that is invalid, or names no time, is refused where it is made",
        arguments: [
            "", " ", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 0 *",
            "* * * 13 *", "* * * * 8", "5-1 * * * *", "* * * * FRI-MON", "*/0 * * * *", "*/ * * * *", "*/-1 * * * *",
            "5/10 * * * *", "a * * * *", "+5 * * * *", "-5 * * * *", "1,,2 * * * *", "1, * * * *", "1- * * * *",
            "1-2-3 * * * *", "** * * * *", "* * * * MONDAY", "* * L * *", "* * ? * *", "99999999999999999999 * * * *",
            "@reboot", "@", "٣ * * * *", "0 0 31 2 *", "0 0 30,31 FEB *", "0 0 31 4,6,9,11 *", "0 0 30 2 */2",
        ])
    func invalid(expression: String) {
        #expect {
            _ = try ScheduleTimes.cron(expression, in: .gmt)
        } throws: { error in
            guard case DurableError.invalidTimes(expression, let reason) = error else { return false }
            return !reason.isEmpty && "\(error.localizedDescription)".contains(reason)
        }
    }

    @Test("D20 Intervals are counted from their first time, and do not drift")
    func intervals() throws {
        let first = try date("2026-01-01T00:00")
        let times = try ScheduleTimes.every(0.1 + 86_400, from: first)
        #expect(times.next(after: .distantPast) == first)
        #expect(times.next(after: first - 1) == first)
        var last = first
        for number in 1...10_000 {
            last = try #require(times.next(after: last))
            #expect(abs(last.timeIntervalSince(first) - Double(number) * 86_400.1) < 0.0006)
        }
        // A store may have rounded the last time.
        #expect(times.next(after: first - 0.0004) == times.next(after: first))
        #expect(times.next(after: first + 0.0004) == times.next(after: first))
        for seconds in [0, -1, 0.5, .nan, .infinity, -.infinity] {
            #expect(throws: DurableError.self) { try ScheduleTimes.every(seconds, from: first) }
        }
        for date in [Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity)] {
            #expect(throws: DurableError.self) { try ScheduleTimes.every(60, from: date) }
        }
        let rare = try ScheduleTimes.every(1e300, from: first)
        #expect(rare.next(after: first) == nil)
    }

    @Test("D20 Dates at the ends of time have a next time or none, and end no process")
    func ends() throws {
        let all = [
            try ScheduleTimes.cron("0 0 29 2 *", in: try zone("Europe/Berlin")),
            try ScheduleTimes.cron("*/5 2 * * *", in: try zone("Europe/Berlin")),
            try ScheduleTimes.cron("0 2 * * *", in: try zone("America/New_York")),
            try ScheduleTimes.every(60, from: Date(timeIntervalSince1970: 0)),
        ]
        for times in all {
            for seconds in [Double.nan, .infinity, .greatestFiniteMagnitude, 1e19, 3e11] {
                #expect(times.next(after: Date(timeIntervalSince1970: seconds)) == nil)
            }
            for seconds in [-Double.infinity, -.greatestFiniteMagnitude, -1e19, -1e12] {
                #expect(times.next(after: Date(timeIntervalSince1970: seconds)) != nil)
            }
            for date in [Date.distantPast, .distantFuture] { #expect(try #require(times.next(after: date)) > date) }
        }
    }

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func date(_ text: String) throws -> Date { try Date("\(text):00Z", strategy: .iso8601) }
}
