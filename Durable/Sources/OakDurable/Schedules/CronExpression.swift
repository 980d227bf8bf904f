/// The minutes of a calendar that an expression of cron names, without a time zone.
struct CronExpression: Hashable, Sendable {
    let minutes: CronSet
    let hours: CronSet
    let days: CronSet
    let months: CronSet
    let weekdays: CronSet
    /// Whether a field for days begins with `*`: a day is in both fields then, and otherwise in one of them at least.
    private let joinsDays: Bool
    /// Whether minutes or hours begin with `*`: each real minute counts then, and otherwise each local time once,
    /// whatever a change of the clocks skips or repeats.
    let isInRealTime: Bool

    /// Reads an expression.
    ///
    /// - Throws: ``DurableError/invalidTimes(_:reason:)``.
    init(_ text: String) throws(DurableError) {
        do {
            try self.init(reading: text)
        } catch {
            throw .invalidTimes(text, reason: error.reason)
        }
    }

    private init(reading text: String) throws(CronField.Invalid) {
        let words = text.split { $0 == " " || $0 == "\t" }
        let fields = words.count == 1 ? try Self.fields(ofNickname: words[0]) : words
        guard fields.count == 5 else {
            throw CronField.Invalid("it has \(fields.count) fields instead of minute, hour, day, month and weekday")
        }
        minutes = try CronField.minute.set(fields[0])
        hours = try CronField.hour.set(fields[1])
        days = try CronField.day.set(fields[2])
        months = try CronField.month.set(fields[3])
        weekdays = try CronField.weekday.set(fields[4])
        joinsDays = fields[2].hasPrefix("*") || fields[4].hasPrefix("*")
        isInRealTime = fields[0].hasPrefix("*") || fields[1].hasPrefix("*")
        guard !joinsDays || months.contains(where: { days.first(from: 1) ?? 32 <= CivilDate.longest($0) })
        else { throw CronField.Invalid("no month that it names has such a day") }
    }

    private static func fields(ofNickname name: Substring) throws(CronField.Invalid) -> [Substring] {
        switch name.lowercased() {
        case "@hourly": ["0", "*", "*", "*", "*"]
        case "@daily", "@midnight": ["0", "0", "*", "*", "*"]
        case "@weekly": ["0", "0", "*", "*", "0"]
        case "@monthly": ["0", "0", "1", "*", "*"]
        case "@yearly", "@annually": ["0", "0", "1", "1", "*"]
        default:
            throw CronField.Invalid(
                "it is neither five fields nor @hourly, @daily, @weekly, @monthly or @yearly")
        }
    }

    /// The first minute that the expression names, from a minute on.
    ///
    /// - Parameter minute: Local minutes since the beginning of 1970.
    /// - Returns: Local minutes since the beginning of 1970; `nil` if there is none within fifty years. The 29th of
    ///   February on a given weekday is at most forty years away.
    /// - Complexity: A step for each month, and for each day of those that the expression names.
    func first(from minute: Int) -> Int? {
        var date = CivilDate(number: minute.floorDivided(by: 1440))
        var start = minute - date.number * 1440
        let end = date.year + 50
        while date.year <= end {
            if !months.contains(date.month) {
                date = date.beginningOfNextMonth
            } else {
                if names(date), let time = time(from: start) { return date.number * 1440 + time }
                date = CivilDate(number: date.number + 1)
            }
            start = 0
        }
        return nil
    }

    private func names(_ date: CivilDate) -> Bool {
        let (isDay, isWeekday) = (days.contains(date.day), weekdays.contains(date.weekday))
        return joinsDays ? isDay && isWeekday : isDay || isWeekday
    }

    /// The first minute of a day from a minute on.
    private func time(from start: Int) -> Int? {
        let hour = start / 60
        if hours.contains(hour), let minute = minutes.first(from: start % 60) { return hour * 60 + minute }
        guard let next = hours.first(from: hour + 1), let minute = minutes.first(from: 0) else { return nil }
        return next * 60 + minute
    }
}

/// Numbers from 0 to 63.
struct CronSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

    func contains(_ number: Int) -> Bool { bits & (1 << UInt64(number)) != 0 }

    func contains(where condition: (Int) -> Bool) -> Bool { (0..<64).contains { contains($0) && condition($0) } }

    /// The least number from one on.
    func first(from number: Int) -> Int? {
        let rest = number < 64 ? bits >> UInt64(number) : 0
        return rest == 0 ? nil : number + rest.trailingZeroBitCount
    }
}
