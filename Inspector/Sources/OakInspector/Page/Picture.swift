import Oak
import Synchronization

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
        /// Its level in the tree of runs.
        let level: Int
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
        let filter: Query.Filter
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
    /// The numbers of the runs that are paused.
    var paused: Set<Int> = []
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
    struct Filter: Hashable, Sendable {
        let run: Int?
        let search: String
        let kinds: Kinds
        let end: Int?
    }

    var filter: Filter { Filter(run: run, search: search, kinds: kinds, end: end) }

    /// Groups of kinds.
    enum Kinds: String, CaseIterable, Sendable {
        case all, events, effects, problems

        var title: String {
            switch self {
            case .all: "All"
            case .events: "Events"
            case .effects: "Effects"
            case .problems: "Problems"
            }
        }

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
        for (run, level) in RunOrder(of: shown).lines.prefix(Self.listLength) {
            picture.rows.append(run.row(at: level))
        }
        picture.paused = paused
        picture.others = shown.count - picture.rows.count
        if query.isOfSequence { picture.sequence = EventSequence(of: shown) { run($0)?.title.name } }
        if let selected = runs.first(where: { $0.number == query.run }) {
            let former = former.detail.flatMap { $0.row.number == selected.number ? $0 : nil }
            picture.detail = selected.detail(for: query, at: time(), after: former)
            picture.detail?.draw(drawing ?? former?.drawing, isAlone: settings.graphviz == nil)
            for sender in Set(picture.detail?.entries.compactMap(\.sender) ?? []) where sender != selected.number {
                picture.detail?.senders[sender] = run(sender).map { abbreviated($0.title.name, to: 80) }
            }
            picture.detail?.controls = control(of: selected).map {
                Picture.Controls(sends: $0.sends.map(\.title), isPaused: $0.isPaused(), steps: $0.steps())
            }
        }
        return picture
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Picture.Detail {
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
        if isAlone, let undrawn { self.drawing = Drawing(undrawn) }
        diagram = Diagram(self.drawing, edges: edges, current: state?.name)
    }
}

/// The place where the diagram of a page is drawn: one at a time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class DrawingDesk: Sendable {
    private struct Content {
        var isBusy = false
        var drawing: Drawing?
    }

    private let graphviz: String?
    private let content = Mutex(Content())

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
        content.withLock { $0 = Content(drawing: drawing) }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension RunRecord {
    func row(at level: Int = 0) -> Picture.Row {
        withContent { content in
            Picture.Row(
                number: number, name: title.name, machine: title.machine, standing: content.standing,
                state: content.state?.summary, events: content.events, waiting: content.waiting,
                hasTroubles: !content.troubles.isEmpty(effects: content.effects), level: level)
        }
    }

    func detail(for query: Query, at now: Duration, after former: Picture.Detail?) -> Picture.Detail {
        var detail = Picture.Detail(row: row(), start: start)
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
        let search = query.search.lowercased()
        let range = withContent { $0.log.numbers }
        let start = query.moment ?? range.upperBound
        func isWanted(_ entry: Entry) -> Bool { query.kinds.contains(entry.kind) && entry.contains(search) }
        // The lock is held for a piece of the log at a time.
        var pieces = stride(from: start, to: range.lowerBound, by: -500).map { max(range.lowerBound, $0 - 500)..<$0 }
        if distance > 0 {
            pieces = stride(from: start + 1, to: range.upperBound, by: 500).map { $0..<min(range.upperBound, $0 + 500) }
        }
        for piece in pieces {
            let entries = withContent { $0.log.entries(in: piece) }
            let found = distance > 0 ? entries.first(where: isWanted) : entries.last(where: isWanted)
            if let found { return found.number }
        }
        return distance > 0 ? nil : query.moment
    }

    /// Finds the latest entries that answer a query.
    ///
    /// The lock is held for a piece of the log at a time.
    private func search(for query: Query, in detail: inout Picture.Detail, after former: Picture.Detail?) {
        let search = query.search.lowercased()
        let range = withContent { $0.log.numbers }
        let last = min(query.end ?? range.upperBound, range.upperBound)
        let known = former?.searched.flatMap { $0.filter == query.filter ? $0.count : nil }
        let first = max(known ?? 0, range.lowerBound)
        var (found, end) = ([Entry](), last)
        while end > first, found.count <= Ledger.logLength {
            let start = max(first, end - 500)
            for entry in withContent({ $0.log.entries(in: start..<end) }).reversed() {
                guard query.kinds.contains(entry.kind), entry.contains(search) else { continue }
                found.append(entry)
                if found.count > Ledger.logLength { break }
            }
            end = start
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
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Log {
    /// The numbers of the entries that are kept.
    var numbers: Range<Int> { (count - entries.count)..<count }

    func entries(in range: Range<Int>) -> [Entry] {
        let offset = count - entries.count
        return Array(entries[range.clamped(to: numbers).offset(by: -offset)])
    }

    /// The latest entry up to a number that has a state, if it is close.
    func change(upTo number: Int) -> Entry? {
        entries(in: max(numbers.lowerBound, number - Self.reach)..<max(numbers.lowerBound, min(count, number + 1)))
            .last { $0.state != nil }
    }

    /// The number of entries that are searched for a state.
    private static let reach = 1000
}

extension ValueTree {
    /// The name of a state; of one without cases the beginning of its text.
    var summary: String {
        if case .structure(name) = kind { return abbreviated(parts.map(\.text).joined(separator: ", "), to: 60) }
        return abbreviated(name, to: 60)
    }
}

extension ValueTree.Part {
    fileprivate var text: String { label.map { "\($0): \(value.text)" } ?? value.text }
}

extension Range<Int> {
    fileprivate func offset(by distance: Int) -> Range { (lowerBound + distance)..<(upperBound + distance) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Duration {
    /// The time without hundredths of a second.
    fileprivate var inTenths: Duration {
        .milliseconds(components.seconds * 1000 + components.attoseconds / 100_000_000_000_000_000 * 100)
    }
}
