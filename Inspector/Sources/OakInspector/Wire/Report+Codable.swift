import Oak

// A report is a line: {"at": 1.5, "run": 1, "entry": {…}}. Times are in seconds.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Report: Codable {
    private enum Key: String, CodingKey { case at, run, began, entry, state, effect, tally, end }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        run = try container.decode(Int.self, forKey: .run)
        time = Duration(wire: try container.decode(Double.self, forKey: .at))
        if let title = try container.decodeIfPresent(News.Title.self, forKey: .began) {
            news = .began(title)
        } else if let line = try container.decodeIfPresent(EntryLine.self, forKey: .entry) {
            news = .entry(line.entry(at: time))
        } else if let state = try container.decodeIfPresent(ValueTree.self, forKey: .state) {
            news = .state(state)
        } else if let line = try container.decodeIfPresent(EffectLine.self, forKey: .effect) {
            news = .effect(line.number, line.work)
        } else if let tally = try container.decodeIfPresent(Tally.self, forKey: .tally) {
            news = .tally(tally)
        } else {
            news = .end(try container.decode(EndLine.self, forKey: .end).standing)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time.onWire, forKey: .at)
        try container.encode(run, forKey: .run)
        switch news {
        case .began(let title): try container.encode(title, forKey: .began)
        case .entry(let entry): try container.encode(EntryLine(entry), forKey: .entry)
        case .state(let state): try container.encode(state, forKey: .state)
        case .effect(let number, let work): try container.encode(EffectLine(number, work), forKey: .effect)
        case .tally(let tally): try container.encode(tally, forKey: .tally)
        case .end(let standing): try container.encode(EndLine(standing), forKey: .end)
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct EntryLine: Codable {
    let kind: Entry.Kind
    let value: ValueTree?
    let text: String?
    let remark: String?
    let sender: Int?
    let before: ValueTree?
    let state: ValueTree?

    init(_ entry: Entry) {
        sender = entry.sender
        kind = entry.kind
        value = entry.value
        text = entry.value == nil ? entry.text : nil
        remark = entry.remark.isEmpty ? nil : entry.remark
        before = entry.before
        state = entry.state
    }

    func entry(at time: Duration) -> Entry {
        var entry =
            value.map { Entry(kind, at: time, $0, remark: remark ?? "") }
            ?? Entry(kind, at: time, text ?? "", remark: remark ?? "", state: state)
        entry.sender = sender
        if let before, let state { entry.complete(from: before, to: state) }
        return entry
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct EffectLine: Codable {
    private enum Name: String, Codable { case begins, cancelled, overdue, ends }

    let number: Int
    private let name: Name
    private let text: String?
    /// The wait in seconds.
    private let wait: Double?

    private enum CodingKeys: String, CodingKey {
        case number, text, wait
        case name = "work"
    }

    init(_ number: Int, _ work: News.Work) {
        self.number = number
        switch work {
        case .begins(let text, let wait): (name, self.text, self.wait) = (.begins, text, wait?.onWire)
        case .cancelled: (name, text, wait) = (.cancelled, nil, nil)
        case .overdue: (name, text, wait) = (.overdue, nil, nil)
        case .ends: (name, text, wait) = (.ends, nil, nil)
        }
    }

    var work: News.Work {
        switch name {
        case .begins: .begins(text ?? "", after: wait.map { Duration(wire: $0) })
        case .cancelled: .cancelled
        case .overdue: .overdue
        case .ends: .ends
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Tally: Codable {
    private enum Key: String, CodingKey { case events, omitted, full, unexpected, slowest, waiting, stale }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func count(_ key: Key) throws -> Int? { try container.decodeIfPresent(Int.self, forKey: key)?.asCount }
        events = try count(.events) ?? 0
        omitted = try count(.omitted) ?? 0
        full = try count(.full) ?? 0
        unexpected = try container.decodeIfPresent([String: Int].self, forKey: .unexpected)?.mapValues(\.asCount) ?? [:]
        slowest = try container.decodeIfPresent(Slow.self, forKey: .slowest)
        waiting = try count(.waiting)
        isStale = try container.decodeIfPresent(Bool.self, forKey: .stale) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if events > 0 { try container.encode(events, forKey: .events) }
        if omitted > 0 { try container.encode(omitted, forKey: .omitted) }
        if full > 0 { try container.encode(full, forKey: .full) }
        if !unexpected.isEmpty { try container.encode(unexpected, forKey: .unexpected) }
        try container.encodeIfPresent(slowest, forKey: .slowest)
        try container.encodeIfPresent(waiting, forKey: .waiting)
        if isStale { try container.encode(true, forKey: .stale) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct EndLine: Codable {
    private let output: String?
    private let error: String?
    private let isDeadlock: Bool?

    private enum CodingKeys: String, CodingKey {
        case output, error
        case isDeadlock = "deadlock"
    }

    init(_ standing: Standing) {
        switch standing {
        case .ended(let text): (output, error, isDeadlock) = (text, nil, nil)
        case .failed(let text, let isDeadlock): (output, error, self.isDeadlock) = (nil, text, isDeadlock)
        case .running, .lost: (output, error, isDeadlock) = (nil, nil, nil)
        }
    }

    var standing: Standing {
        if let error { return .failed(error, isDeadlock: isDeadlock ?? false) }
        return output.map(Standing.ended) ?? .lost
    }
}

extension Int {
    /// A number of a line, which may be anything: sums of such numbers do not overflow.
    fileprivate var asCount: Int { Swift.min(Swift.max(self, 0), 1_000_000_000) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Duration {
    /// The time in seconds, to the microsecond.
    fileprivate var onWire: Double { inMicroseconds.rounded() / 1e6 }

    /// A time of a line, which may be anything; within a thousand years.
    fileprivate init(wire seconds: Double) {
        self = .seconds(seconds.isFinite ? min(max(seconds, 0), 3e10) : 0)
    }
}
