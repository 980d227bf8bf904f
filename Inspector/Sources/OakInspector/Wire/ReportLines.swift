import Foundation
import Oak
import OakText

/// A line of a trace with values for people.
typealias ReportLine = TraceLine<ValueTree, ValueTree, ValueTree>

// MARK: - Writing

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Report: Encodable {
    func encode(to encoder: any Encoder) throws { try line.encode(to: encoder) }

    private var line: ReportLine {
        var line = ReportLine()
        (line.run, line.at) = (run, time.onWire)
        switch news {
        case .began(let title): line.began = title
        case .entry(let entry): line.take(entry)
        case .state(let state): line.state = state
        case .effect(let number, let work):
            line.number = number
            switch work {
            case .begins(let text, let wait): (line.change, line.text, line.wait) = (.started, text, wait?.onWire)
            case .cancelled: line.change = .cancelled
            case .overdue: line.change = .overdue
            case .ends: line.change = .ended
            }
        case .tally(let tally): line.tally = tally.line
        case .end(.ended(let text)): (line.end, line.text) = (.success, text)
        case .end(.failed(let error, let isDeadlock)):
            (line.end, line.error, line.deadlock) = (.failure, error, isDeadlock ? true : nil)
        case .end(.running), .end(.lost): line.end = .lost
        }
        return line
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ReportLine {
    fileprivate mutating func take(_ entry: Entry) {
        switch entry.kind {
        case .start: start = entry.state
        case .event, .postponed, .unexpected:
            (event, before, state) = (entry.value, entry.before, entry.state)
            sender = entry.sender
            child = entry.child.isEmpty ? nil : entry.child
            if entry.kind != .event { answer = entry.kind == .postponed ? .postponed : .unexpected }
            switch entry.origin {
            case .external: break
            case .action: from = .action
            case .operation(let number): operation = number
            }
        case .rejected: (rejected, error) = (entry.value, entry.remark)
        case .output: output = entry.value
        case .effect, .problem, .end:
            (note, text) = (entry.kind.rawValue, entry.text)
            remark = entry.remark.isEmpty ? nil : entry.remark
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Tally {
    fileprivate var line: TraceTally {
        func some(_ number: Int) -> Int? { number > 0 ? number : nil }
        var line = TraceTally()
        (line.events, line.omitted, line.full) = (some(events), some(omitted), some(full))
        line.unexpected = unexpected.isEmpty ? nil : unexpected
        (line.slowest, line.waiting, line.stale) = (slowest, waiting, isStale ? true : nil)
        return line
    }

    fileprivate init(_ line: TraceTally) {
        // A number of a line may be anything: sums of such numbers do not overflow.
        func bounded(_ number: Int) -> Int { min(max(number, 0), 1_000_000_000) }
        (events, omitted, full) = (bounded(line.events ?? 0), bounded(line.omitted ?? 0), bounded(line.full ?? 0))
        unexpected = line.unexpected?.mapValues(bounded) ?? [:]
        (slowest, waiting, isStale) = (line.slowest, line.waiting.map(bounded), line.stale ?? false)
    }
}

// MARK: - Reading

/// Reads the lines of a program, of another inspector, or of a recorded run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ReportReader {
    private let greeting: TraceGreeting
    private let decoder: JSONDecoder
    /// The latest states of recorded runs, whose lines do not repeat them.
    private var states: [Int: ValueTree] = [:]

    init(after greeting: TraceGreeting) {
        self.greeting = greeting
        decoder = JSONDecoder(ofCodedValues: greeting.values == .coded)
    }

    /// The reports of a line.
    ///
    /// - Throws: `DecodingError` if it is none.
    mutating func reports(of data: Data) throws -> [Report] {
        let line = try decoder.decode(ReportLine.self, from: data)
        let time = Duration(wire: line.at ?? 0)
        var news = line.news(at: time, after: states[line.run])
        if greeting.values == .coded {
            states[line.run] = line.end == nil ? line.state ?? line.start ?? states[line.run] : nil
            // A recorder names no runs.
            let title = News.Title(name: greeting.program, machine: greeting.program)
            if line.start != nil, line.began == nil { news.insert(.began(title), at: 0) }
        }
        // The answer to an event on an earlier line changes nothing.
        if news.isEmpty, line.answer == nil {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "It says nothing."))
        }
        return news.map { Report(run: line.run, time: time, news: $0) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ReportLine {
    /// The news on the line.
    fileprivate func news(at time: Duration, after known: ValueTree?) -> [News] {
        if let began { return [.began(began)] }
        if let tally { return [.tally(Tally(tally))] }
        if let start { return [.entry(Entry(.start, at: time, start.name, state: start))] }
        if let event {
            let kind: Entry.Kind =
                switch answer {
                case nil: .event
                case .postponed?: .postponed
                case .unexpected?: .unexpected
                }
            var entry = Entry(kind, at: time, event)
            entry.origin = operation.map { .operation($0) } ?? (from == nil ? .external : .action)
            (entry.child, entry.sender) = (child ?? [], sender)
            if let state { entry.complete(from: before ?? known ?? state, to: state) }
            return [.entry(entry)]
        }
        if let rejected { return [.entry(Entry(.rejected, at: time, rejected, remark: error ?? ""))] }
        if let change { return news(of: change, at: time) }
        if let note {
            return [.entry(Entry(Entry.Kind(rawValue: note) ?? .effect, at: time, text ?? "", remark: remark ?? ""))]
        }
        if let end {
            let standing: Standing =
                switch end {
                case .success: .ended(text ?? output?.text ?? "")
                case .failure: .failed(error ?? "", isDeadlock: deadlock ?? false)
                case .lost: .lost
                }
            // An inspector tells of the end in the log besides.
            return at == nil ? [.entry(Entry(standing, at: time)), .end(standing)] : [.end(standing)]
        }
        if let output { return [.entry(Entry(.output, at: time, output))] }
        return state.map { [.state($0)] } ?? []
    }

    private func news(of change: Change, at time: Duration) -> [News] {
        let name = [activity ?? false ? "the activity" : effect.map { "the \($0)" }, id].compactMap(\.self)
        let words = text ?? name.joined(separator: " ")
        let work: News.Work =
            switch change {
            case .started: .begins(words, after: wait.map { Duration(wire: $0) })
            case .ended: .ends
            case .cancelled: .cancelled
            case .overdue: .overdue
            }
        let change = number.map { [News.effect($0, work)] } ?? []
        // An inspector tells of the effect in the log besides.
        guard effect != nil else { return change }
        let entry =
            switch work {
            case .begins: Entry(.effect, at: time, words, remark: "begins")
            case .ends:
                error.map { Entry(.problem, at: time, words, remark: "failed: \($0)") }
                    ?? Entry(.effect, at: time, words, remark: "ends")
            case .cancelled: Entry(.effect, at: time, words, remark: "cancelled: \(reason ?? "")")
            case .overdue: Entry(.problem, at: time, words, remark: "cancelled, but not ended in time")
            }
        return change + [.entry(entry)]
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
