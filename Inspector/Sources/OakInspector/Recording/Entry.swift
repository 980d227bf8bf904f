import Oak
import OakText

/// An entry in the log of a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Entry: Hashable, Sendable {
    /// The kinds of entries.
    enum Kind: String, CaseIterable, Sendable {
        case start, event, postponed, unexpected, rejected, output, effect, problem, end
    }

    /// Its number in the log.
    var number = 0
    /// The time since the inspector was created.
    var time: Duration
    var kind: Kind
    /// The event or the output.
    let value: ValueTree?
    /// Its text: that of the value, the state at the start, the effect, or the error.
    let text: String
    /// More about it in words, beside what follows from the origin and the child of an event.
    let comment: String
    /// The origin of an event.
    var origin = EventOrigin.external
    /// The child that did not expect an event, and those around it.
    var child: [String] = []
    /// The number of the run that has sent the event, if it is watched.
    var sender: Int?
    /// The state before a transition.
    private(set) var before: ValueTree?
    /// The state afterwards.
    private(set) var state: ValueTree?
    /// The names of the states before and after a transition.
    private(set) var step: Step?

    /// The beginning and the end of a transition.
    struct Step: Hashable, Sendable {
        let source: String
        let target: String
    }

    init(_ kind: Kind, at time: Duration, _ value: ValueTree, remark: String = "") {
        self.init(kind, at: time, value: value, text: "", remark: remark)
    }

    init(_ kind: Kind, at time: Duration, _ text: String, remark: String = "", state: ValueTree? = nil) {
        self.init(kind, at: time, value: nil, text: text, remark: remark, state: state)
    }

    /// - Parameter text: Its text if it has no value.
    init(
        _ kind: Kind, at time: Duration, value: ValueTree?, text: String, remark: String, sender: Int? = nil,
        before: ValueTree? = nil, state: ValueTree? = nil
    ) {
        (self.kind, self.time, self.value, comment, self.sender) = (kind, time, value, remark, sender)
        self.text = value?.text ?? text
        self.state = state
        if let before, let state { complete(from: before, to: state) }
    }

    /// The end of a run.
    init(_ standing: Standing, at time: Duration) {
        let remark = "the run has ended"
        switch standing {
        case .ended(let output): self.init(.end, at: time, output, remark: remark)
        case .failed(let error, _): self.init(.problem, at: time, error, remark: remark)
        case .running, .lost: self.init(.problem, at: time, "nobody knows how it goes on", remark: remark)
        }
    }

    /// More about it: where an event comes from or which child did not expect it, the course of an effect, an error.
    var remark: String {
        if !comment.isEmpty { return comment }
        return child.isEmpty ? origin.remark : "of child \(child.joined(separator: "."))"
    }

    /// Whether the machine itself has sent the event, by an operation or an action.
    var isOwn: Bool { origin != .external }

    /// The name of the event.
    var event: String { value?.name ?? "" }

    mutating func complete(from before: ValueTree, to state: ValueTree) {
        (self.before, self.state) = (before, state)
        step = Step(source: before.name, target: state.name)
    }

    /// Whether a text occurs in it, however its letters are written.
    func contains(_ text: String) -> Bool {
        text.isEmpty
            || [self.text, remark, step?.source, step?.target, kind.rawValue].contains {
                $0?.lowercased().contains(text) ?? false
            }
    }
}

/// The latest entries of a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Log: Sendable {
    private(set) var entries: [Entry] = []
    /// The number of entries so far, including those that are forgotten.
    private(set) var count = 0
    private let limit: Int

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func append(_ entry: Entry) {
        var entry = entry
        entry.number = count
        count += 1
        entries.append(entry)
        // A quarter at a time, so that each entry moves a few times at most.
        if entries.count > limit + limit / 4 { entries.removeFirst(entries.count - limit) }
    }

    /// The numbers of the entries that are kept.
    var numbers: Range<Int> { (count - entries.count)..<count }

    /// The entry with a number, if it is kept.
    subscript(number: Int) -> Entry? {
        numbers.contains(number) ? entries[number - numbers.lowerBound] : nil
    }

    func entries(in range: Range<Int>) -> ArraySlice<Entry> {
        let (first, wanted) = (numbers.lowerBound, range.clamped(to: numbers))
        return entries[wanted.lowerBound - first..<wanted.upperBound - first]
    }

    /// The latest entry up to a number that has a state, if it is close.
    func change(upTo number: Int) -> Entry? {
        let end = max(numbers.lowerBound, min(count, number + 1))
        return entries(in: max(numbers.lowerBound, number - Self.reach)..<end).last { $0.state != nil }
    }

    /// The number of entries that are searched for a state.
    private static let reach = 1000
}

/// How a run stands, with its output or its error.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Standing: Hashable, Sendable {
    case running
    case ended(String)
    /// It has thrown an error; a deadlock is one of machines that wait for each other.
    case failed(String, isDeadlock: Bool)
    /// Its program has ended, or is connected no more.
    case lost
}

/// An operation or composition under way.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct LiveEffect: Hashable, Sendable {
    let text: String
    let since: Duration
    /// The time at which its wait ends.
    let due: Duration?
    var cancelled: Duration?
    var isOverdue = false
}

/// The events of a minute, by the second.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Rates: Hashable, Sendable {
    static let seconds = 60
    // Empty until something is noted.
    private var counts: [Int] = []
    private var slowest: [Duration] = []
    private var last = 0

    mutating func note(_ events: Int, at time: Duration) {
        advance(to: time)
        counts[last % Self.seconds] += events
    }

    mutating func note(_ macrostep: Duration, at time: Duration) {
        advance(to: time)
        slowest[last % Self.seconds] = max(slowest[last % Self.seconds], macrostep)
    }

    /// Empties the places of the seconds that have passed since.
    mutating func advance(to time: Duration) {
        if counts.isEmpty {
            counts = Array(repeating: 0, count: Self.seconds)
            slowest = Array(repeating: .zero, count: Self.seconds)
        }
        let second = Int(time.components.seconds)
        guard second > last else { return }
        for passed in max(last + 1, second - Self.seconds + 1)...second {
            counts[passed % Self.seconds] = 0
            slowest[passed % Self.seconds] = .zero
        }
        last = second
    }

    /// The numbers of events, and the longest macrosteps, of the latest minute; the present second is the last one.
    var minute: (events: [Int], slowest: [Duration]) {
        let order = (1...Self.seconds).map { (last + $0) % Self.seconds }
        return (order.map { counts[$0] }, order.map { slowest[$0] })
    }
}
