import Foundation
import OakDurable
import OakTesting
import Testing

@Suite("D20 Times of schedules, minute by minute")
struct CronOracleTests {
    /// Three days of the clock on a wall, minute by minute.
    private struct Wall {
        let name: String
        /// The times, and the minutes that the clock shows, counted from 1970 on.
        let minutes: [(time: Date, shown: Int)]
        let fields: [Int: [Int]]

        init(_ name: String, from text: String) throws {
            let zone = try #require(TimeZone(identifier: name))
            let start = try Date("\(text)T00:00:00Z", strategy: .iso8601)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            self.name = name
            minutes = (0..<3 * 1440).map { minute in
                let time = start + Double(minute) * 60
                return (time, Int(time.timeIntervalSince1970) / 60 + zone.secondsFromGMT(for: time) / 60)
            }
            var fields: [Int: [Int]] = [:]
            for first in minutes.map(\.shown) {
                // Also those that the clock skips, up to a day.
                for minute in [first, first + 1440] where fields[minute] == nil {
                    let date = Date(timeIntervalSince1970: Double(minute) * 60)
                    let parts = calendar.dateComponents([.minute, .hour, .day, .month, .weekday], from: date)
                    fields[minute] = [parts.minute, parts.hour, parts.day, parts.month, parts.weekday.map { $0 - 1 }]
                        .compactMap { $0 }
                }
            }
            self.fields = fields
        }

        /// The times at which a cron runs a job that looks at the wall each minute.
        func times(of job: Job) -> [Date] {
            var times: [Date] = []
            var last = minutes[0].shown
            for (time, shown) in minutes.dropFirst() {
                if job.followsRealTime {
                    if job.names(fields[shown]) { times.append(time) }
                } else if shown > last, (last + 1...shown).contains(where: { job.names(fields[$0]) }) {
                    times.append(time)
                }
                last = max(last, shown)
            }
            return times
        }
    }

    private struct Job {
        var texts: [String] = []
        var sets: [Set<Int>] = []

        init(using random: inout SeededGenerator) {
            // The hours in which clocks change come often.
            let ranges = [0...59, 0...(Bool.random(using: &random) ? 4 : 23), 1...31, 1...12, 0...6]
            for (index, range) in ranges.enumerated() {
                let full = index == 1 ? 0...23 : range
                let isOpen = index > 1 && Int.random(in: 0..<3, using: &random) > 0
                let (text, set) = isOpen ? ("*", Set(full)) : Self.field(range, full, using: &random)
                texts.append(text)
                sets.append(set)
            }
        }

        private static func field(
            _ range: ClosedRange<Int>, _ full: ClosedRange<Int>, using random: inout SeededGenerator
        ) -> (String, Set<Int>) {
            let bounds = [Int.random(in: range, using: &random), Int.random(in: range, using: &random)].sorted()
            let step = Int.random(in: 1...20, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: return ("*", Set(full))
            case 1: return ("*/\(step)", Set(stride(from: full.lowerBound, through: full.upperBound, by: step)))
            case 2: return ("\(bounds[0])-\(bounds[1])", Set(bounds[0]...bounds[1]))
            case 3:
                let numbers = Set(stride(from: bounds[0], through: bounds[1], by: step))
                return ("\(bounds[0])-\(bounds[1])/\(step)", numbers)
            case 4: return ("\(bounds[1]),\(bounds[0])", Set(bounds))
            default: return ("\(bounds[0])", [bounds[0]])
            }
        }

        var expression: String { texts.joined(separator: " ") }
        var followsRealTime: Bool { texts[0].hasPrefix("*") || texts[1].hasPrefix("*") }

        func names(_ fields: [Int]?) -> Bool {
            guard let fields else { return false }
            guard sets[0].contains(fields[0]), sets[1].contains(fields[1]), sets[3].contains(fields[3]) else {
                return false
            }
            let (isDay, isWeekday) = (sets[2].contains(fields[2]), sets[4].contains(fields[4]))
            return texts[2].hasPrefix("*") || texts[4].hasPrefix("*") ? isDay && isWeekday : isDay || isWeekday
        }
    }

    @Test("D20 The times of random expressions are those of a cron that looks at the wall each minute")
    func oracle() throws {
        let walls = try [
            Wall("Europe/Berlin", from: "2026-03-28"), Wall("Europe/Berlin", from: "2026-10-24"),
            Wall("America/New_York", from: "2026-03-07"), Wall("America/New_York", from: "2026-10-31"),
            Wall("Australia/Lord_Howe", from: "2026-04-03"), Wall("Australia/Lord_Howe", from: "2026-10-02"),
            Wall("Africa/Casablanca", from: "2026-02-14"), Wall("America/Havana", from: "2026-03-07"),
            Wall("Pacific/Apia", from: "2011-12-29"), Wall("UTC", from: "2028-02-28"),
            Wall("Asia/Kathmandu", from: "2026-12-30"), Wall("Atlantic/Azores", from: "2026-10-24"),
        ]
        var random = SeededGenerator(seed: 20)
        var count = 0
        for number in 1...400 {
            let job = Job(using: &random)
            // Three different ones for each expression.
            for wall in (0..<3).map({ walls[(number + 4 * $0) % walls.count] }) {
                let zone = try #require(TimeZone(identifier: wall.name))
                // Days that no month has.
                guard let times = try? ScheduleTimes.cron(job.expression, in: zone) else { continue }
                var found: [Date] = []
                var last = wall.minutes[0].time
                let end = wall.minutes[wall.minutes.count - 1].time
                while let next = times.next(after: last), next <= end {
                    found.append(next)
                    last = next
                }
                let expected = wall.times(of: job)
                if found != expected {
                    Issue.record("\(job.expression) in \(wall.name): \(found) instead of \(expected)")
                }
                count += expected.count
            }
        }
        #expect(count > 1000)
    }
}
