/// A record of the events sent by a page, and of the values it was shown.
///
/// A page is shown the latest state, so one patch may answer several events. It must be shown values of its course, in
/// their order, and none from the future.
struct Ledger {
    private let course: Course
    private var sendings: [Duration] = []
    /// The number of events whose effect was shown.
    private var answered = 0
    private var shown: Int?
    private(set) var faults: [Fault] = []

    /// A violation of that rule.
    enum Fault: Equatable, Sendable {
        /// A value that cannot follow those shown before.
        case outOfOrder(shown: Int)
        /// The last shown value is not that of the last event.
        case lost(shown: Int?, expected: Int)
        /// A message of the server without a value.
        case unreadable
        /// The connection has ended before the page left.
        case disconnected(reason: String)
    }

    init(_ course: Course) { self.course = course }

    /// Whether every sent event is answered.
    var isSettled: Bool { answered == sendings.count && shown == course.values[answered] }

    /// Sends the next event now; `nil` at the end of the course.
    mutating func send(at time: Duration) -> Course.Event? {
        guard sendings.count < course.events.count else { return nil }
        sendings.append(time)
        return course.events[sendings.count - 1]
    }

    /// Records that a value is shown now.
    ///
    /// The value counts as the earliest possible one. If it was a later one, the events in between count as answered by
    /// the next patch, so that no latency is underestimated.
    ///
    /// - Returns: The latencies of the events that it answers.
    mutating func show(_ value: Int, at time: Duration) -> [Duration] {
        let isFirst = shown == nil
        shown = value
        let first = isFirst ? 0 : answered + 1
        let candidates = first...max(first, sendings.count)
        guard first <= sendings.count, let place = candidates.first(where: { course.values[$0] == value }) else {
            faults.append(.outOfOrder(shown: value))
            return []
        }
        defer { answered = place }
        return sendings[answered..<place].map { time - $0 }
    }

    mutating func note(_ fault: Fault) { faults.append(fault) }

    /// Ends the record.
    ///
    /// - Returns: The number of events without a patch, because others had undone them before it was sent.
    mutating func close() -> Int {
        let expected = course.values[sendings.count]
        if shown != expected { faults.append(.lost(shown: shown, expected: expected)) }
        return sendings.count - answered
    }
}
