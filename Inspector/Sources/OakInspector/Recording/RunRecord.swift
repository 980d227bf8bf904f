import Oak
import OakText

/// The record of a run, as far as somebody has watched it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class RunRecord: @unchecked Sendable {
    final class Content {
        var standing = Standing.running
        var state: ValueTree?
        var log: Log
        var effects: [Int: LiveEffect] = [:]
        var edges: [Edge: Int] = [:]
        /// The names of the states that were seen, in this order.
        private(set) var states: [String] = []
        private var known: Set<String> = []
        var rates = Rates()
        var troubles = Troubles()
        /// The number of events that were taken while somebody watched.
        var events = 0
        /// The number of entries that were left out.
        var omitted = 0
        /// The number of events in the mailbox.
        var waiting = 0
        /// Whether the state has changed since it was last described.
        var isStale = false

        fileprivate init(log: Log) { self.log = log }

        fileprivate func take(_ news: News, at time: Duration) {
            switch news {
            case .began: break
            case .entry(let entry): append(entry)
            case .state(let state): know(state)
            case .effect(let number, let work): note(work, of: number, at: time)
            case .tally(let tally): add(tally, at: time)
            case .end(let standing):
                if case .failed(_, isDeadlock: true) = standing { troubles.isDeadlock = true }
                self.standing = standing
                // Better no state than one that was left before the end.
                if isStale { state = nil }
                effects = [:]
                waiting = 0
            }
        }

        private func append(_ entry: Entry) {
            if let state = entry.state {
                if let step = entry.step {
                    // A change that no tree shows is none that is missing.
                    troubles.noteStep(isChange: entry.before != state || !state.tellsAll)
                    see(step.source)
                    count(Edge(source: step.source, target: step.target, event: entry.event))
                }
                know(state)
            }
            log.append(entry)
        }

        private func know(_ state: ValueTree) {
            self.state = state
            isStale = false
            see(state.name)
        }

        private func note(_ work: News.Work, of effect: Int, at time: Duration) {
            switch work {
            case .begins(let text, let wait):
                effects[effect] = LiveEffect(text: text, since: time, due: wait.map { time + $0 })
            case .cancelled: effects[effect]?.cancelled = time
            case .overdue: effects[effect]?.isOverdue = true
            case .ends: effects[effect] = nil
            }
        }

        private func add(_ tally: Tally, at time: Duration) {
            events += tally.events
            omitted += tally.omitted
            waiting = tally.waiting ?? waiting
            if tally.isStale { isStale = true }
            if tally.events > 0 { rates.note(tally.events, at: time) }
            if let slowest = tally.slowest { rates.note(slowest.length, at: time) }
            troubles.note(tally)
        }

        /// Counts a transition; names that carry values could be endless.
        private func count(_ edge: Edge) {
            if edges.count < Blueprint.mostEdges || edges[edge] != nil { edges[edge, default: 0] += 1 }
        }

        /// Notes a state for the diagram; beyond so many, nobody could read it.
        fileprivate func see(_ state: String) {
            if states.count <= Blueprint.greatestSize, known.insert(state).inserted { states.append(state) }
        }
    }

    let number: Int
    let title: News.Title
    let start: Duration
    let access: RunAccess?
    private let outlets: Outlets
    private let logLength: Int
    private let lock = Lock()
    /// Takes no room until it is first needed: most runs are watched by nobody. Guarded by the lock.
    private lazy var content = makeContent()

    /// - Parameters:
    ///   - number: Its number.
    ///   - title: Its names.
    ///   - access: The way to the run; `nil` if it is elsewhere.
    ///   - start: The time at which it began.
    ///   - logLength: The number of entries that are kept.
    ///   - outlets: Those who hear all news.
    init(
        _ number: Int, _ title: News.Title, access: RunAccess?, start: Duration, logLength: Int, outlets: Outlets
    ) {
        self.number = number
        self.title = title
        self.access = access
        self.start = start
        self.outlets = outlets
        self.logLength = logLength
    }

    private func makeContent() -> Content {
        let content = Content(log: Log(limit: logLength))
        if let outline = title.outline {
            for state in outline.states { content.see(state) }
            content.edges = Dictionary(outline.edges.map { ($0, 0) }) { count, _ in count }
        }
        return content
    }

    /// The identity of the run, by which a host finds it.
    var identity: ObjectIdentifier? { access?.identity }

    var hasEnded: Bool { withContent { $0.standing != .running } }

    /// Whether anybody can still refer to the run.
    var exists: Bool { access?.exists ?? false }

    /// Reads the content; the machine waits meanwhile if it has something to add.
    func withContent<Result>(_ read: (Content) -> Result) -> Result { lock.withLock { read(content) } }

    /// The time of the last entry.
    var lastEntry: Duration? { withContent { $0.log.entries.last?.time } }

    /// The latest events, the first one first.
    func lastEvents(_ count: Int) -> [Entry] {
        withContent { content in
            let range = content.log.numbers
            let latest = content.log.entries(in: max(range.lowerBound, range.upperBound - count * 5)..<range.upperBound)
            return latest.filter { [.event, .postponed, .unexpected, .rejected].contains($0.kind) }.suffix(count)
        }
    }

    /// The reports from which somebody learns how the run stands.
    var present: [Report] {
        withContent { content in
            var reports = [Report(run: number, time: start, news: .began(title))]
            let time = content.log.entries.last?.time ?? start
            for (number, effect) in content.effects.sorted(by: { $0.key < $1.key }) {
                let begins = News.effect(number, .begins(effect.text, after: effect.due.map { $0 - effect.since }))
                reports.append(Report(run: self.number, time: effect.since, news: begins))
            }
            if let state = content.state { reports.append(Report(run: number, time: time, news: .state(state))) }
            return reports
        }
    }

    func take(_ news: News, at time: Duration) {
        if case .began = news {} else { withContent { $0.take(news, at: time) } }
        outlets.tell(Report(run: number, time: time, news: news))
    }
}
