import Oak

/// The runs of a program elsewhere, or of a stored trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RemoteRuns {
    private let ledger: Ledger
    private let program: String
    /// The difference between the clocks of the two inspectors.
    private var offset: Duration?
    private var runs: [Int: Live] = [:]
    /// The numbers of the latest runs, by those that the program gives them.
    private var numbers: [Int: Int] = [:]

    private struct Live {
        let record: RunRecord
        /// The time of its latest report.
        var latest: Duration
    }

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
            runs[report.run] = Live(record: record, latest: time)
            if numbers.count > 10_000 { numbers = runs.mapValues(\.record.number) }
            numbers[report.run] = record.number
            ledger.add(record)
            record.take(.began(record.title), at: time)
            return
        }
        guard let (record, latest) = runs[report.run].map({ ($0.record, $0.latest) }) else { return }
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
        let (time, remark) = (time + offset, abbreviated(remark, to: limits.text))
        var entry =
            value.map { Entry(kind, at: time, $0.within(limits), remark: remark) }
            ?? Entry(
                kind, at: time, abbreviated(text, to: limits.text), remark: remark, state: state?.within(limits))
        entry.sender = sender
        if let before, let state { entry.complete(from: before.within(limits), to: state.within(limits)) }
        return entry
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    /// The reports from which another inspector learns all that is known about the run.
    var trace: [Report] {
        withContent { content in
            var reports = [Report(run: number, time: start, news: .began(title))]
            reports += content.log.entries.map { Report(run: number, time: $0.time, news: .entry($0)) }
            let end = content.log.entries.last?.time ?? start
            if content.omitted > 0 {
                var tally = Tally()
                tally.omitted = content.omitted
                reports.append(Report(run: number, time: end, news: .tally(tally)))
            }
            if let state = content.state { reports.append(Report(run: number, time: end, news: .state(state))) }
            if content.standing != .running {
                reports.append(Report(run: number, time: end, news: .end(content.standing)))
            }
            return reports
        }
    }
}
