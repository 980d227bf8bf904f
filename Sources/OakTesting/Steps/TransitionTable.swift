public import Oak
import OakGraph
import OakText

/// The result of every event in every state of a machine.
///
/// ```swift
/// import OakTesting
///
/// enum Lamp: Transducer {
///     enum State: CaseIterable { case off, on }
///     enum Event: CaseIterable { case pressed, unplugged }
///
///     static func update(_ state: inout State, event: Event) {
///         switch (state, event) {
///         case (.off, .pressed): state = .on
///         case (.on, .pressed), (.on, .unplugged): state = .off
///         case (.off, .unplugged): break
///         }
///     }
/// }
///
/// print(TransitionTable(of: Lamp.self, states: Lamp.State.allCases, events: Lamp.Event.allCases))
/// ```
///
/// prints
///
/// ```
///         .pressed    .unplugged
/// .off    .on         ·
/// .on     .off        .off
///
/// · ignored
/// ```
///
/// If the machine has children or activities, the first column lists those that are live in the state.
///
/// A call of `fatalError` in `update` ends the tests; `machines check --traps` of the tool finds all such transitions.
public struct TransitionTable: Sendable, CustomStringConvertible, StoredBehaviour {
    /// The result of one event in one state; values are written as source text.
    package enum Cell: Hashable, Sendable {
        /// The machine enters another state, or has an effect or an output that counts.
        case handled(state: String, effect: String?, output: String?)
        /// The state stays, without an effect or an output that counts.
        case ignored
        /// The event is set aside, to be offered again; the state stays.
        case postponed
        /// The machine does not expect the event; the state stays. `child` names the child that rejected it, if it was
        /// one.
        case unexpected(child: String?)

        var text: String {
            switch self {
            case .handled(let state, let effect, let output):
                [state, effect.map { " + \($0)" }, output.map { " / \($0)" }].compactMap { $0 }.joined()
            case .ignored: "·"
            case .postponed: "postponed"
            case .unexpected(let child): "unexpected" + (child.map { " in \($0)" } ?? "")
            }
        }

        /// Whether the text is only a sign.
        var isSign: Bool {
            switch self {
            case .handled: false
            case .ignored, .postponed, .unexpected: true
            }
        }

        fileprivate init<T: ExecutableTransducer>(
            of machine: T.Type, from before: T.State, on event: T.Event, text: (T.State) -> String
        ) {
            let (after, effect, result, _) = transition(of: T.self, from: before, on: event)
            let output = saysNothing(result) ? nil : sourceText(of: result)
            let staysTheSame = areAlike(before, after)
            self =
                switch effect?.kind {
                case nil where staysTheSame && output == nil: .ignored
                case .postponement? where staysTheSame: .postponed
                case .unexpected? where staysTheSame:
                    .unexpected(child: effect.flatMap { $0.child.isEmpty ? nil : sourceText(ofChild: $0.child) })
                case nil, _?:
                    .handled(
                        state: text(after), effect: effect?.text(by: SourceWriter(purpose: .reading)), output: output)
                }
        }
    }

    /// The name of the transducer.
    package let transducer: String
    /// The states, one per row; terminal ones are marked.
    package let states: [String]
    /// The events, one per column.
    package let events: [String]
    /// The rows, each with a cell for every event.
    package let cells: [[Cell]]
    /// The children and activities that are live in each state; `nil` for a machine without either.
    package let live: [String]?

    /// Tries every event in every state.
    ///
    /// Whether a state stays the same is decided by `==`, or by its text if it is not `Equatable`.
    ///
    /// - Parameters:
    ///   - machine: The transducer.
    ///   - states: The states, in the order of the rows.
    ///   - events: The events, in the order of the columns.
    /// - Complexity: O(*s* · *e*) for *s* states and *e* events.
    public init<T: ExecutableTransducer>(
        of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>
    ) {
        self.init(of: machine, states: Array(states), events: Array(events), text: { sourceText(of: $0) })
    }

    /// Tries every event in every state, and shows only a part of each state.
    ///
    /// The whole state decides whether it stays the same. A cell that shows the same text as its row therefore means
    /// that something not shown has changed.
    ///
    /// - Parameters:
    ///   - machine: The transducer.
    ///   - states: The states, in the order of the rows.
    ///   - events: The events, in the order of the columns.
    ///   - part: The part of a state to show: one value, several as a tuple, or a text of your own.
    /// - Complexity: O(*s* · *e*) for *s* states and *e* events.
    public init<T: ExecutableTransducer, Part>(
        of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>,
        showing part: (T.State) -> Part
    ) {
        self.init(
            of: machine, states: Array(states), events: Array(events),
            text: { state in
                let part = part(state)
                return part as? String ?? sourceText(of: part)
            })
    }

    private init<T: ExecutableTransducer>(
        of machine: T.Type, states: [T.State], events: [T.Event], text: (T.State) -> String
    ) {
        transducer = String(describing: machine)
        self.states = distinct(states.map { text($0) + (T.isTerminal($0) ? " (terminal)" : "") })
        self.events = distinct(events.map { sourceText(of: $0) })
        live =
            LiveState<T>.canBeAnything
            ? states.map { LiveState<T>(of: $0).text(by: SourceWriter(purpose: .reading)) } : nil
        cells = states.map { state in events.map { Cell(of: T.self, from: state, on: $0, text: text) } }
    }

    /// The table in aligned columns, with a legend.
    public var description: String {
        let head = [""] + (live == nil ? [] : [Grid.live]) + events
        let rows = states.indices.map { row in
            [states[row]] + (live.map { [$0[row]] } ?? []) + cells[row].map(\.text)
        }
        return ([Table.aligned([head] + rows, gap: "    ")] + [legend].compactMap { $0 }).joined(separator: "\n\n")
    }

    /// The table as aligned Markdown.
    public var markdown: String { "# \(transducer)\n\n\(grid.markdown)\n" }

    var grid: Grid {
        Grid(
            columns: (live == nil ? [] : [Grid.live]) + events.map(Grid.code),
            rows: states.indices.map { row in
                let live = live.map { [$0[row].isEmpty ? "" : Grid.code($0[row])] } ?? []
                let cells = cells[row].map { $0.isSign ? $0.text : Grid.code($0.text) }
                return Grid.Row(name: Grid.code(states[row]), cells: live + cells)
            })
    }

    /// The meaning of the sign for an ignored event, if it occurs.
    private var legend: String? { cells.joined().contains(.ignored) ? "· ignored" : nil }

    package static var noun: String { "table" }
    package static var fileExtension: String { "md" }

    package var machine: String { transducer }
    package var summary: String { description }

    package func stored() -> String { markdown }

    package func difference(from stored: String) -> StoredDifference {
        guard let stored = Grid(markdown: stored) else { return .unreadable("is not a table of transitions.") }
        let changes = stored.changes(to: grid)
        guard !changes.isEmpty else { return .none }
        return .changed("\(changes.joined(separator: "\n"))\n\n(Stored: −, Now: +)")
    }
}

/// The name of a child, after those of the children around it.
func sourceText(ofChild names: [ChildID]) -> String { names.map { sourceText(of: $0) }.joined(separator: ".") }

/// Numbers the names that occur more than once.
private func distinct(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
        counts[name, default: 0] += 1
        return counts[name] == 1 ? name : "\(name) #\(counts[name] ?? 0)"
    }
}

/// A table in its stored form: names and cells as Markdown.
struct Grid: Equatable {
    struct Row: Equatable {
        let name: String
        let cells: [String]
    }

    let columns: [String]
    let rows: [Row]

    /// The head of the column of live parts. Events are formatted as code, so no event can be mistaken for it.
    static let live = "live"
}

extension Grid {
    var markdown: String { Table.markdown([[""] + columns] + rows.map { [$0.name] + $0.cells }) }

    /// Reads the first table in a text.
    init?(markdown: String) {
        let lines = markdown.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("|") }.map(Self.cells)
        guard let head = lines.first, lines.count >= 2 else { return nil }
        let body = lines.dropFirst(2)
        guard body.allSatisfy({ $0.count == head.count }) else { return nil }
        columns = Array(head.dropFirst())
        rows = body.map { Row(name: $0[0], cells: Array($0.dropFirst())) }
    }

    /// The cells of a line, split at unescaped bars.
    private static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(character) }
            isEscaped = character == "\\"
        }
        // The text behind the last bar is empty.
        return cells.dropLast().map { cell in
            let trimmed = cell.drop { $0 == " " }
            return String(trimmed.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A text as inline code on one line, which Markdown leaves unchanged.
    static func code(_ text: String) -> String {
        Table.code(text.map { $0.isNewline ? " " : String($0) }.joined())
    }

    /// The differences of another table from this one, cell by cell; empty if only the order differs.
    func changes(to new: Grid) -> [String] {
        let (names, newNames) = (rows.map(\.name), new.rows.map(\.name))
        var changes: [String] = []
        changes += names.filter { !newNames.contains($0) }.map { "− state \($0)" }
        changes += newNames.filter { !names.contains($0) }.map { "+ state \($0)" }
        changes += columns.filter { !new.columns.contains($0) }.map { "− \(Self.name(ofColumn: $0))" }
        changes += new.columns.filter { !columns.contains($0) }.map { "+ \(Self.name(ofColumn: $0))" }
        for row in new.rows {
            guard let old = rows.first(where: { $0.name == row.name }) else { continue }
            for (column, cell) in zip(new.columns, row.cells) {
                guard let index = columns.firstIndex(of: column), old.cells[index] != cell else { continue }
                let place = column == Self.live ? "what is live in \(row.name)" : "\(row.name) on \(column)"
                changes.append("\(place):\n  − \(old.cells[index])\n  + \(cell)")
            }
        }
        return changes
    }

    private static func name(ofColumn column: String) -> String {
        column == live ? "what is live" : "event \(column)"
    }
}
