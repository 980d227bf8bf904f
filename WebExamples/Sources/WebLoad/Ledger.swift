/// What a page has sent, and what it has been shown of that.
///
/// A page is shown the latest state, so one patch may answer several events. But it has to be shown values of its
/// course, in their order, and none that it has not got to yet.
struct Ledger {
    private let course: Course
    private var sendings: [Duration] = []
    /// The number of events whose effect was shown.
    private var answered = 0
    private var shown: Int?
    private(set) var faults: [Fault] = []

    /// What must not happen.
    enum Fault: Equatable, Sendable {
        /// A value that cannot come after those that were shown before.
        case outOfOrder(shown: Int)
        /// What the page shows in the end is not what its events lead to.
        case lost(shown: Int?, expected: Int)
        /// The server has said something that shows no value.
        case unreadable
        /// The connection has ended before it was left.
        case disconnected(reason: String)
    }

    init(_ course: Course) { self.course = course }

    /// Whether every event that was sent is answered.
    var isSettled: Bool { answered == sendings.count && shown == course.values[answered] }

    /// The next event, sent now; `nil` at the end of the course.
    mutating func send(at time: Duration) -> Course.Event? {
        guard sendings.count < course.events.count else { return nil }
        sendings.append(time)
        return course.events[sendings.count - 1]
    }

    /// A value is shown now.
    ///
    /// It is taken for the earliest one that it can be. If it was a later one, the events in between count as answered by
    /// the next patch: no latency is taken for shorter than it was.
    ///
    /// - Returns: How long the events took that it answers.
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

    /// Nothing will come any more.
    ///
    /// - Returns: The number of events that no patch has answered, because others had undone them before it was sent.
    mutating func close() -> Int {
        let expected = course.values[sendings.count]
        if shown != expected { faults.append(.lost(shown: shown, expected: expected)) }
        return sendings.count - answered
    }
}
