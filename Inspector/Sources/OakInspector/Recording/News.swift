import Oak
import OakText

/// A piece of news about a run, as its machine tells it and as it is sent and stored.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum News: Hashable, Sendable {
    /// The run begins.
    case began(Title)
    /// Something for the log.
    case entry(Entry)
    /// The state of a machine at rest.
    case state(ValueTree)
    /// The work of an effect changes, of which the log may have no entry.
    case effect(Int, Work)
    /// The things that were counted since the last tally.
    case tally(Tally)
    /// The run ends.
    case end(Standing)

    typealias Title = TraceBeginning

    /// A change of the work of an effect.
    enum Work: Hashable, Sendable {
        /// It begins, after a wait that may be all of it.
        case begins(String, after: Duration?)
        case cancelled, overdue, ends
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TraceTally.Macrostep {
    /// Its length; a report may have any number.
    var length: Duration {
        microseconds.isFinite ? .nanoseconds(Int64(min(max(microseconds, 0), 1e14) * 1000)) : .zero
    }
}

extension TraceBeginning {
    /// The name of the run to which its own name leads, if it is a path.
    var path: String? {
        name.lastIndex(of: "/").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) }
    }
}

/// The things that were counted for a while, however many entries are kept.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Tally: Hashable, Sendable {
    /// The number of events taken.
    var events = 0
    /// The number of entries that were left out.
    var omitted = 0
    /// The number of events that found the mailbox full.
    var full = 0
    /// The numbers of unexpected events by their names, which are empty for those that nobody has seen.
    var unexpected: [String: Int] = [:]
    /// The longest macrostep.
    var slowest: Slow?
    /// The number of events in the mailbox, if it has changed.
    var waiting: Int?
    /// Whether the state has changed without being told.
    var isStale = false

    typealias Slow = TraceTally.Macrostep

    mutating func noteMacrostep(_ event: String, _ length: Duration) {
        let microseconds = length.inMicroseconds
        if microseconds > slowest?.microseconds ?? 0 { slowest = Slow(event: event, microseconds: microseconds) }
    }
}

/// News of one of the runs of a program.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Report: Hashable, Sendable {
    /// The number of the run.
    let run: Int
    /// The time since the inspector of the program was created.
    let time: Duration
    let news: News
}
