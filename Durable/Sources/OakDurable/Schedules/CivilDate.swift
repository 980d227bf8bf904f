/// A day of the Gregorian calendar, without a time zone.
struct CivilDate {
    /// The number of days since the beginning of 1970.
    let number: Int
    let year: Int
    /// From 1 to 12.
    let month: Int
    /// From 1 to 31.
    let day: Int

    /// Creates the date of a day.
    init(number: Int) {
        // Years begin in March here, so that the leap day is the last one.
        let shifted = number + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.number = number
        day = dayOfYear - (153 * month + 2) / 5 + 1
        self.month = month < 10 ? month + 3 : month - 9
        year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
    }

    /// From 0 for Sunday to 6.
    var weekday: Int { (number + 4) - (number + 4).floorDivided(by: 7) * 7 }

    var beginningOfNextMonth: CivilDate {
        // At most 31 days from the first of this month, and at least 28.
        let later = CivilDate(number: number - day + 32)
        return CivilDate(number: later.number - later.day + 1)
    }

    /// The number of days of a month in the years in which it is longest.
    static func longest(_ month: Int) -> Int {
        switch month {
        case 2: 29
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    /// The quotient, rounded down.
    func floorDivided(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
