import Oak
import OakText

/// The runs of a program elsewhere, or of a stored trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RemoteRuns {
    private let ledger: Ledger
    private let program: String
    /// The difference between the clocks of the two inspectors.
    private var offset: Duration?
    /// The runs under way, with the time of the latest report of each.
    private var runs: [Int: (record: RunRecord, latest: Duration)] = [:]
    /// The numbers of the latest runs, by those that the program gives them.
    private var numbers: [Int: Int] = [:]

    init(of program: String, in ledger: Ledger) {
        self.program = abbreviated(program)
        self.ledger = ledger
    }

    /// Takes a report; one about a run whose beginning was not told is left out.
    mutating func take(_ report: Report) {
        let now = ledger.time()
        let offset = offset ?? now - report.time
        self.offset = offset
        let time = report.time + offset
        if case .began(let title) = report.news {
            // A program tells again how its runs stand when it has connected again.
            guard runs[report.run] == nil else { return }
            let shown = News.Title(
                name: abbreviated(title.name), machine: "\(abbreviated(title.machine)) in \(program)",
                parent: title.parent.flatMap { numbers[$0] },
                outline: title.outline?.within(ledger.settings.limits))
            let record = ledger.newRecord(shown, access: nil, start: time)
            runs[report.run] = (record, time)
            if numbers.count > 10_000 { numbers = runs.mapValues(\.record.number) }
            numbers[report.run] = record.number
            ledger.add(record)
            record.take(.began(record.title), at: time)
            return
        }
        guard let (record, latest) = runs[report.run] else { return }
        // A clock that goes back would put the end before the beginning. Runs report one after the other.
        let present = max(time, latest)
        runs[report.run]?.latest = present
        var news = report.news.within(ledger.settings.limits, by: offset)
        if case .entry(var entry) = news {
            // The program has numbers and times of its own.
            entry.time = present
            entry.sender = entry.sender.flatMap { numbers[$0] }
            news = .entry(entry)
        }
        record.take(news, at: present)
        guard case .end = report.news else { return }
        runs[report.run] = nil
        ledger.end(record)
    }

    /// Ends the runs that nobody will report about any more.
    mutating func end() {
        let now = ledger.time()
        for (_, run) in runs.sorted(by: { $0.key < $1.key }) {
            run.record.take(.end(.lost), at: now)
            ledger.end(run.record)
        }
        runs = [:]
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension News {
    /// The news within limits, which another program may not keep.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - offset: The difference of the clocks.
    fileprivate func within(_ limits: ValueTree.Limits, by offset: Duration) -> News {
        switch self {
        case .began, .effect(_, .cancelled), .effect(_, .overdue), .effect(_, .ends): return self
        case .entry(let entry): return .entry(entry.within(limits, by: offset))
        case .state(let state): return .state(state.within(limits))
        case .effect(let number, .begins(let text, let wait)):
            return .effect(number, .begins(abbreviated(text, to: limits.text), after: wait))
        case .tally(var tally):
            // Long names would be all that a picture has.
            let named = tally.unexpected.prefix(100).map { (abbreviated($0, to: limits.text), $1) }
            tally.unexpected = Dictionary(named, uniquingKeysWith: +)
            if let slow = tally.slowest {
                tally.slowest = Tally.Slow(
                    event: abbreviated(slow.event, to: limits.text), microseconds: slow.microseconds)
            }
            return .tally(tally)
        case .end(.ended(let text)): return .end(.ended(abbreviated(text, to: limits.text)))
        case .end(.failed(let text, let isDeadlock)):
            return .end(.failed(abbreviated(text, to: limits.text), isDeadlock: isDeadlock))
        case .end(.running), .end(.lost): return .end(.lost)
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Entry {
    fileprivate func within(_ limits: ValueTree.Limits, by offset: Duration) -> Entry {
        func short(_ text: String) -> String { abbreviated(text, to: limits.text) }
        var entry = Entry(
            kind, at: time + offset, value: value?.within(limits), text: short(text), remark: short(comment),
            sender: sender, before: before?.within(limits), state: state?.within(limits))
        (entry.origin, entry.child) = (origin, child.prefix(100).map(short))
        return entry
    }
}
