import Oak
import OakText

/// The part of the ledger that a page shows.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Picture: Hashable, Sendable {
    /// A run in the list.
    struct Row: Hashable, Sendable {
        let number: Int
        let name: String
        let machine: String
        let standing: Standing
        let state: String?
        let events: Int
        let waiting: Int
        let hasTroubles: Bool
        let isPaused: Bool
        /// Its level in the tree of runs.
        let level: Int

        /// How it stands, in a word that is also the class name for it.
        var badge: String {
            switch standing {
            case .running: isPaused ? "paused" : "running"
            case .ended: "ended"
            case .failed: "failed"
            case .lost: "lost"
            }
        }
    }

    /// The run that is selected.
    struct Detail: Hashable, Sendable {
        let row: Row
        /// The state at the moment that is shown, and the one before it.
        var state: ValueTree?
        var before: ValueTree?
        /// The entry whose moment is shown, unless it is the present.
        var moment: Entry?
        var effects: [Effect] = []
        var warnings: [String] = []
        /// The places of the diagram, at present or before the latest state was seen.
        var drawing: Drawing?
        var diagram: Diagram?
        /// The states that were seen, and the transitions.
        var states: [String] = []
        var edges: [Edge: Int] = [:]
        /// Whether the program has told all states and transitions.
        var hasOutline = false
        /// The transition to the state that is lit.
        var step: Entry.Step?
        var rates: [Int] = []
        var slowest: [Duration] = []
        var entries: [Entry] = []
        /// The names of other machines that have sent events among them, by the numbers of their runs.
        var senders: [Int: String] = [:]
        /// The number of entries that the log had when these were searched for, with the question.
        var searched: Searched?
        /// Whether there are entries before and after these.
        var hasOlder = false
        var hasNewer = false
        /// The number of entries that were left out.
        var omitted = 0
        /// The time at which the run began.
        let start: Duration
        /// The things that the page may do to the machine; `nil` if it may not control it.
        var controls: Controls?

        private var blueprint: Blueprint? {
            let isPossible = !states.isEmpty && states.count <= Blueprint.greatestSize
            return isPossible ? Blueprint(states: states, edges: edges.keys) : nil
        }

        /// The diagram whose places are not known yet.
        fileprivate var undrawn: Blueprint? { blueprint.flatMap { $0 == drawing?.blueprint ? nil : $0 } }

        /// Draws the diagram.
        ///
        /// - Parameters:
        ///   - drawing: The places of the diagram, as far as they are known.
        ///   - isAlone: Whether no other program finds the places.
        fileprivate mutating func draw(_ drawing: Drawing?, isAlone: Bool) {
            self.drawing = states.count <= Blueprint.greatestSize ? drawing : nil
            if isAlone, let undrawn { self.drawing = Drawing(listing: undrawn) }
            diagram = Diagram(self.drawing, edges: edges, current: state?.name)
        }
    }

    /// The things that a page may do to a machine.
    struct Controls: Hashable, Sendable {
        /// The titles of the events that it may send.
        let sends: [String]
        let isPaused: Bool
        /// The number of events that it may process although it is paused.
        let steps: Int
    }

    /// The search for entries: the question, and how far the log has been searched.
    struct Searched: Hashable, Sendable {
        let filter: Query
        let count: Int
    }

    /// An effect under way.
    struct Effect: Hashable, Sendable {
        let number: Int
        let text: String
        /// Its age, in tenths of a second, so that a page changes no more often.
        let age: Duration
        /// The rest of its wait, in tenths of a second; zero or less if the wait is over.
        let rest: Duration?
        let note: String
    }

    var rows: [Row] = []
    /// The number of runs that are not in the list.
    var others = 0
    /// The number of ended runs that were forgotten.
    var forgotten = 0
    var detail: Detail?
    /// The events of several machines, if they are asked for.
    var sequence: EventSequence?
}

/// The things that a user asks to see.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Query: Hashable, Sendable {
    /// The number of the selected run.
    var run: Int?
    /// Whether the events of several machines are shown, in the place of a run.
    var isOfSequence = false
    /// A text that the names of runs contain.
    var runs = ""
    /// The entry whose moment is shown; `nil` for the present.
    var moment: Int?
    /// A text that entries contain.
    var search = ""
    /// The kinds of entries.
    var kinds = Kinds.all
    /// The entry before which the log ends; `nil` for the latest.
    var end: Int?

    /// The part of it that selects entries.
    var filter: Query { Query(run: run, search: search, kinds: kinds, end: end) }

    /// Groups of kinds.
    enum Kinds: String, CaseIterable, Sendable {
        case all, events, effects, problems

        var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        func contains(_ kind: Entry.Kind) -> Bool {
            switch self {
            case .all: true
            case .events: [.event, .postponed, .unexpected, .rejected].contains(kind)
            case .effects: kind == .effect
            case .problems: [.problem, .unexpected, .rejected].contains(kind)
            }
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Ledger {
    /// The greatest number of runs in the list.
    static let listLength = 200
    /// The number of entries that a page shows at once.
    static let logLength = 100

    /// Shows a picture whenever it has changed, until the task is cancelled.
    func pictures(for query: Query, after former: Picture, _ show: (Picture) -> Void) async throws {
        // Beside the pictures, because Graphviz takes longer than one of them may.
        try await withThrowingDiscardingTaskGroup { group in
            let desk = DrawingDesk(graphviz: settings.graphviz)
            var latest = picture(for: query, after: former)
            show(latest)
            while true {
                if let blueprint = latest.detail?.undrawn, desk.begin() {
                    group.addTask { await desk.draw(blueprint) }
                }
                try await sleep(Self.interval)
                let next = picture(for: query, after: latest, drawing: desk.drawing)
                if next != latest { show(next) }
                latest = next
            }
        }
    }

    /// The part that answers a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - former: The picture before: entries that it was searched for are not searched again.
    ///   - drawing: The latest drawing for the query; by default that of the picture before.
    /// - Complexity: O(*n*) in the number of runs, and in that of the entries that have to be searched.
    func picture(for query: Query, after former: Picture = Picture(), drawing: Drawing? = nil) -> Picture {
        refresh()
        let (runs, forgotten) = runs
        var picture = Picture(forgotten: forgotten)
        let wanted = query.runs.lowercased()
        let shown = runs.filter {
            wanted.isEmpty || "\($0.title.name) \($0.title.machine)".lowercased().contains(wanted)
        }
        for (run, level) in shown.asTree.prefix(Self.listLength) {
            picture.rows.append(run.row(isPaused: control(of: run)?.isPaused() ?? false, at: level))
        }
        picture.others = shown.count - picture.rows.count
        if query.isOfSequence { picture.sequence = EventSequence(of: shown) { run($0)?.title.name } }
        if let selected = runs.first(where: { $0.number == query.run }) {
            let former = former.detail.flatMap { $0.row.number == selected.number ? $0 : nil }
            let controls = control(of: selected).map {
                Picture.Controls(sends: $0.sends.map(\.title), isPaused: $0.isPaused(), steps: $0.steps())
            }
            picture.detail = selected.detail(for: query, at: time(), after: former, controls)
            picture.detail?.draw(drawing ?? former?.drawing, isAlone: settings.graphviz == nil)
            for sender in Set(picture.detail?.entries.compactMap(\.sender) ?? []) where sender != selected.number {
                picture.detail?.senders[sender] = run(sender).map { abbreviated($0.title.name, to: 80) }
            }
        }
        return picture
    }
}

/// The place where the diagram of a page is drawn: one at a time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class DrawingDesk: Sendable {
    private let graphviz: String?
    private let content = Protected<(isBusy: Bool, drawing: Drawing?)>((false, nil))

    init(graphviz: String?) { self.graphviz = graphviz }

    /// The latest drawing that is finished.
    var drawing: Drawing? { content.withLock { $0.drawing } }

    /// Whether a drawing may begin now.
    func begin() -> Bool {
        content.withLock { content in
            defer { content.isBusy = true }
            return !content.isBusy
        }
    }

    func draw(_ blueprint: Blueprint) async {
        let drawing = await Drawing(blueprint, by: graphviz)
        content.withLock { $0 = (false, drawing) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    func row(isPaused: Bool = false, at level: Int = 0) -> Picture.Row {
        withContent { content in
            Picture.Row(
                number: number, name: title.name, machine: title.machine, standing: content.standing,
                state: content.state?.summary, events: content.events, waiting: content.waiting,
                hasTroubles: !content.troubles.isEmpty(effects: content.effects), isPaused: isPaused, level: level)
        }
    }

    fileprivate func detail(
        for query: Query, at now: Duration, after former: Picture.Detail?, _ controls: Picture.Controls?
    ) -> Picture.Detail {
        var detail = Picture.Detail(row: row(isPaused: controls?.isPaused ?? false), start: start, controls: controls)
        // The diagram is made behind the lock, for which the machine would wait.
        let (live, troubles) = withContent { content in
            content.rates.advance(to: now)
            (detail.rates, detail.slowest) = content.rates.minute
            detail.omitted = content.omitted
            detail.moment = query.moment.flatMap { content.log[$0] }
            let last = content.log.change(upTo: detail.moment?.number ?? content.log.count)
            detail.state = detail.moment == nil ? content.state : last?.state
            detail.before = last?.before
            detail.step = last?.step
            (detail.states, detail.edges) = (content.states, content.edges)
            return (content.effects, content.troubles)
        }
        if detail.moment == nil {
            detail.effects = live.sorted { $0.key < $1.key }.map { number, effect in
                let note =
                    effect.isOverdue ? "ignores its cancellation" : effect.cancelled == nil ? "" : "cancelled"
                return Picture.Effect(
                    number: number, text: effect.text, age: (now - effect.since).inTenths,
                    rest: effect.due.map { ($0 - now).inTenths }, note: note)
            }
        }
        detail.warnings = troubles.warnings(
            effects: live.values.sorted { $0.since < $1.since }, at: now)
        detail.hasOutline = title.outline != nil
        search(for: query, in: &detail, after: former)
        return detail
    }

    /// The next entry back or forth that answers a query; `nil` for the present.
    func moment(by distance: Int, from query: Query) -> Int? {
        let numbers = withContent { $0.log.numbers }
        let start = query.moment ?? numbers.upperBound
        var found: Int?
        let range =
            distance > 0
            ? min(start + 1, numbers.upperBound)..<numbers.upperBound
            : numbers.lowerBound..<max(min(start, numbers.upperBound), numbers.lowerBound)
        walk(range, backwards: distance < 0, query) { entry in
            found = entry.number
            return false
        }
        return found ?? (distance > 0 ? nil : query.moment)
    }

    /// Finds the latest entries that answer a query.
    private func search(for query: Query, in detail: inout Picture.Detail, after former: Picture.Detail?) {
        let range = withContent { $0.log.numbers }
        let last = min(query.end ?? range.upperBound, range.upperBound)
        let known = former?.searched.flatMap { $0.filter == query.filter ? $0.count : nil }
        let first = max(known ?? 0, range.lowerBound)
        var found: [Entry] = []
        walk(first..<max(first, last), backwards: true, query) { entry in
            found.append(entry)
            return found.count <= Ledger.logLength
        }
        detail.hasOlder = found.count > Ledger.logLength
        if known != nil, let former, !detail.hasOlder {
            let rest = former.entries.drop { $0.number >= last }.filter { $0.number >= range.lowerBound }
            detail.hasOlder = former.hasOlder || found.count + rest.count > Ledger.logLength
            found += rest
        }
        detail.entries = Array(found.prefix(Ledger.logLength))
        detail.hasNewer = query.end.map { $0 < range.upperBound } ?? false
        detail.searched = Picture.Searched(filter: query.filter, count: last)
    }

    /// Looks at the entries that answer a query, as long as a function wants more of them.
    ///
    /// The lock, for which the machine would wait, is held for a piece of the log at a time.
    private func walk(_ range: Range<Int>, backwards: Bool, _ query: Query, _ take: (Entry) -> Bool) {
        let search = query.search.lowercased()
        for offset in stride(from: 0, to: range.count, by: 500) {
            let length = min(500, range.count - offset)
            let start = backwards ? range.upperBound - offset - length : range.lowerBound + offset
            let entries = withContent { Array($0.log.entries(in: start..<start + length)) }
            for entry in backwards ? entries.reversed() : entries
            where query.kinds.contains(entry.kind) && entry.contains(search) {
                if !take(entry) { return }
            }
        }
    }
}
