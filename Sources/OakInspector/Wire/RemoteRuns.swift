import Oak

/// The runs of a program elsewhere, or of a stored trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct RemoteRuns {
    private let ledger: Ledger
    private let program: String
    /// The difference between the clocks of the two inspectors.
    private var offset: Duration?
    private var runs: [Int: RunRecord] = [:]

    init(of program: String, in ledger: Ledger) {
        self.program = program
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
            let machine = "\(title.machine) in \(program)"
            let record = ledger.newRecord(News.Title(name: title.name, machine: machine), access: nil, start: time)
            runs[report.run] = record
            ledger.add(record)
            record.take(.began(record.title), at: time)
            return
        }
        guard let record = runs[report.run] else { return }
        record.take(report.news.moved(by: offset), at: time)
        guard case .end = report.news else { return }
        runs[report.run] = nil
        ledger.end(record)
    }

    /// Ends the runs that nobody will report about any more.
    mutating func end() {
        let now = ledger.time()
        for (_, record) in runs.sorted(by: { $0.key < $1.key }) {
            record.take(.end(.lost), at: now)
            ledger.end(record)
        }
        runs = [:]
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension News {
    fileprivate func moved(by offset: Duration) -> News {
        guard case .entry(var entry) = self else { return self }
        entry.time += offset
        return .entry(entry)
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
