/// A field of an expression of cron.
struct CronField {
    struct Invalid: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    let name: String
    let range: ClosedRange<Int>
    /// Names for the numbers, from the first one on.
    var names: [String] = []
    /// The number beyond the range that means its first one.
    var alias: Int?

    static let minute = CronField(name: "minute", range: 0...59)
    static let hour = CronField(name: "hour", range: 0...23)
    static let day = CronField(name: "day", range: 1...31)
    static let month = CronField(
        name: "month", range: 1...12,
        names: ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"])
    static let weekday = CronField(
        name: "weekday", range: 0...6, names: ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"], alias: 7)

    /// Reads a list of numbers, names and ranges with or without steps.
    func set(_ text: Substring) throws(Invalid) -> CronSet {
        var set = CronSet()
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            for number in try numbers(item) { set.insert(number == alias ? range.lowerBound : number) }
        }
        return set
    }

    private func numbers(_ item: Substring) throws(Invalid) -> StrideThrough<Int> {
        let parts = item.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bounds = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let span: ClosedRange<Int>
        if parts[0] == "*" {
            span = range
        } else if bounds.count == 2 {
            let first = try number(bounds[0])
            var last = try number(bounds[1])
            // A week may end with Sunday.
            if last < first, last == range.lowerBound, let alias { last = alias }
            guard first <= last else { throw Invalid("the \(name)s \(parts[0]) end before they begin") }
            span = first...last
        } else {
            let only = try number(parts[0])
            if parts.count == 2 { throw Invalid("the step in \(item) needs a range or '*' before it") }
            span = only...only
        }
        guard parts.count == 2 else { return stride(from: span.lowerBound, through: span.upperBound, by: 1) }
        guard let step = Self.number(parts[1]), step > 0 else {
            throw Invalid("the step in \(item) is no number from 1 on")
        }
        return stride(from: span.lowerBound, through: span.upperBound, by: step)
    }

    private func number(_ text: Substring) throws(Invalid) -> Int {
        if let index = names.firstIndex(of: text.uppercased()) { return range.lowerBound + index }
        if let number = Self.number(text), range.contains(number) || number == alias { return number }
        throw Invalid("'\(text)' is no \(name) from \(range.lowerBound) to \(alias ?? range.upperBound)")
    }

    private static func number(_ text: Substring) -> Int? {
        // 'Int' takes signs, too.
        text.utf8.count <= 3 && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
}
