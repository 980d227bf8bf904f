import Oak
import OakText

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
        } else if var entry = try container.decodeIfPresent(Entry.self, forKey: .entry) {
            entry.time = time
            news = .entry(entry)
        } else if let state = try container.decodeIfPresent(ValueTree.self, forKey: .state) {
            news = .state(state)
        } else if let line = try container.decodeIfPresent(EffectLine.self, forKey: .effect) {
            news = line.news
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
        case .entry(let entry): try container.encode(entry, forKey: .entry)
        case .state(let state): try container.encode(state, forKey: .state)
        case .effect(let number, let work): try container.encode(EffectLine(number, work), forKey: .effect)
        case .tally(let tally): try container.encode(tally, forKey: .tally)
        case .end(let standing): try container.encode(EndLine(standing), forKey: .end)
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Entry: Codable {
    private enum Key: String, CodingKey { case kind, value, text, remark, sender, before, state }

    /// Reads an entry, whose time is that of its report.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(Kind.self, forKey: .kind), at: .zero,
            value: try container.decodeIfPresent(ValueTree.self, forKey: .value),
            text: try container.decodeIfPresent(String.self, forKey: .text) ?? "",
            remark: try container.decodeIfPresent(String.self, forKey: .remark) ?? "",
            sender: try container.decodeIfPresent(Int.self, forKey: .sender),
            before: try container.decodeIfPresent(ValueTree.self, forKey: .before),
            state: try container.decodeIfPresent(ValueTree.self, forKey: .state))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(value, forKey: .value)
        if value == nil { try container.encode(text, forKey: .text) }
        if !remark.isEmpty { try container.encode(remark, forKey: .remark) }
        try container.encodeIfPresent(sender, forKey: .sender)
        try container.encodeIfPresent(before, forKey: .before)
        try container.encodeIfPresent(state, forKey: .state)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct EffectLine: Codable {
    private enum Change: String, Codable { case begins, cancelled, overdue, ends }

    private let number: Int
    private let work: Change
    private let text: String?
    /// The wait in seconds.
    private let wait: Double?

    init(_ number: Int, _ work: News.Work) {
        self.number = number
        switch work {
        case .begins(let text, let wait): (self.work, self.text, self.wait) = (.begins, text, wait?.onWire)
        case .cancelled: (self.work, text, wait) = (.cancelled, nil, nil)
        case .overdue: (self.work, text, wait) = (.overdue, nil, nil)
        case .ends: (self.work, text, wait) = (.ends, nil, nil)
        }
    }

    var news: News {
        let change: News.Work =
            switch work {
            case .begins: .begins(text ?? "", after: wait.map { Duration(wire: $0) })
            case .cancelled: .cancelled
            case .overdue: .overdue
            case .ends: .ends
            }
        return .effect(number, change)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Tally: Codable {
    private enum Key: String, CodingKey { case events, omitted, full, unexpected, slowest, waiting, stale }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // A number of a line may be anything: sums of such numbers do not overflow.
        func bounded(_ number: Int) -> Int { min(max(number, 0), 1_000_000_000) }
        func count(_ key: Key) throws -> Int? { try container.decodeIfPresent(Int.self, forKey: key).map(bounded) }
        events = try count(.events) ?? 0
        omitted = try count(.omitted) ?? 0
        full = try count(.full) ?? 0
        unexpected = try container.decodeIfPresent([String: Int].self, forKey: .unexpected)?.mapValues(bounded) ?? [:]
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
    private let deadlock: Bool?

    init(_ standing: Standing) {
        switch standing {
        case .ended(let text): (output, error, deadlock) = (text, nil, nil)
        case .failed(let text, let isDeadlock): (output, error, deadlock) = (nil, text, isDeadlock)
        case .running, .lost: (output, error, deadlock) = (nil, nil, nil)
        }
    }

    var standing: Standing {
        if let error { return .failed(error, isDeadlock: deadlock ?? false) }
        return output.map(Standing.ended) ?? .lost
    }
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
