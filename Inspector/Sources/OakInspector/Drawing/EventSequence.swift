/// The latest events of several machines and their senders, in the order of time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct EventSequence: Hashable, Sendable {
    /// A machine, which has a line of its own.
    struct Participant: Hashable, Sendable {
        let run: Int
        let name: String
    }

    /// An event, on its way from one line to another.
    struct Message: Hashable, Sendable {
        let receiver: Int
        let sender: Sender
        /// The number of the entry in the log of the receiver.
        let entry: Int
        let time: Duration
        let text: String
        /// The state after it, or the answer of a machine that has not handled it.
        let result: String
    }

    enum Sender: Hashable, Sendable {
        /// Code that belongs to no run, or to one that is not watched.
        case outside
        /// An operation or an action of the machine itself.
        case itself
        case run(Int)
    }

    let participants: [Participant]
    let messages: [Message]
    /// The names of the senders that have no line of their own, by the numbers of their runs.
    let others: [Int: String]

    /// The number of machines beyond which nobody could follow the lines.
    static let width = 8
    /// The number of events.
    static let length = 20
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension EventSequence {
    /// - Parameters:
    ///   - runs: The runs; the ones with the latest entries are shown.
    ///   - name: Names another run, if it is kept.
    /// - Complexity: O(*n* log *n*) in the number of runs.
    init(of runs: [RunRecord], name: (Int) -> String?) {
        let latest = runs.compactMap { run in run.lastEntry.map { (run, $0) } }.sorted { $0.1 > $1.1 }
        let shown = latest.prefix(Self.width).map(\.0).sorted { $0.number < $1.number }
        let numbers = Set(shown.map(\.number))
        let all = shown.flatMap { run in run.lastEvents(Self.length).map { Message($0, to: run.number) } }
        participants = shown.map { Participant(run: $0.number, name: $0.title.name) }
        messages = Array(all.sorted { ($0.time, $0.receiver) < ($1.time, $1.receiver) }.suffix(Self.length))
        let senders = messages.compactMap { if case .run(let run) = $0.sender { run } else { nil } }
        let named = Set(senders).subtracting(numbers).compactMap { run in name(run).map { (run, $0) } }
        others = Dictionary(uniqueKeysWithValues: named)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension EventSequence.Message {
    fileprivate init(_ entry: Entry, to run: Int) {
        let sender: EventSequence.Sender
        if let number = entry.sender {
            sender = number == run ? .itself : .run(number)
        } else {
            sender = entry.isOwn ? .itself : .outside
        }
        let result =
            switch entry.kind {
            case .event: entry.state?.summary ?? ""
            case .start, .postponed, .unexpected, .rejected, .output, .effect, .problem, .end: entry.kind.rawValue
            }
        self.init(
            receiver: run, sender: sender, entry: entry.number, time: entry.time, text: entry.event, result: result)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// The time of the last entry.
    fileprivate var lastEntry: Duration? { withContent { $0.log.entries.last?.time } }

    /// The latest events, the first one first.
    fileprivate func lastEvents(_ count: Int) -> [Entry] {
        withContent { content in
            let range = content.log.numbers
            let latest = content.log.entries(in: max(range.lowerBound, range.upperBound - count * 5)..<range.upperBound)
            return latest.filter { [.event, .postponed, .unexpected, .rejected].contains($0.kind) }.suffix(count)
        }
    }
}
