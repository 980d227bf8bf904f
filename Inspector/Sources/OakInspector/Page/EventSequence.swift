import Oak
import OakText
import OakWeb

/// The latest events of several machines and their senders, in the order of time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct EventSequence: Hashable, Sendable {
    /// A machine, which has a line of its own.
    struct Participant: Hashable, Sendable {
        let run: Int
        let name: String
    }

    /// An event, on its way from one line to another.
    struct Message: Hashable, Sendable {
        let receiver: Int
        /// The entry in the log of the receiver.
        let entry: Entry

        var sender: Sender {
            if let number = entry.sender { return number == receiver ? .itself : .run(number) }
            return entry.isOwn ? .itself : .outside
        }

        var text: String { entry.event }

        /// The state after it, or the answer of a machine that has not handled it.
        var result: String { entry.kind == .event ? entry.state?.summary ?? "" : entry.kind.rawValue }
    }

    enum Sender: Hashable, Sendable {
        /// Code that belongs to no run, or to one that is not watched.
        case outside
        /// An operation or an action of the machine itself.
        case itself
        case run(Int)
    }

    let participants: [Participant]
    let messages: [Message]
    /// The names of the senders that have no line of their own, by the numbers of their runs.
    let others: [Int: String]

    /// The number of machines beyond which nobody could follow the lines.
    static let width = 8
    /// The number of events.
    static let length = 20

    /// - Parameters:
    ///   - runs: The runs; the ones with the latest entries are shown.
    ///   - name: Names another run, if it is kept.
    /// - Complexity: O(*n* log *n*) in the number of runs.
    init(of runs: [RunRecord], name: (Int) -> String?) {
        let latest = runs.compactMap { run in run.lastEntry.map { (run, $0) } }.sorted { $0.1 > $1.1 }
        let shown = latest.prefix(Self.width).map(\.0).sorted { $0.number < $1.number }
        let numbers = Set(shown.map(\.number))
        let all = shown.flatMap { run in run.lastEvents(Self.length).map { Message(receiver: run.number, entry: $0) } }
        participants = shown.map { Participant(run: $0.number, name: $0.title.name) }
        messages = Array(all.sorted { ($0.entry.time, $0.receiver) < ($1.entry.time, $1.receiver) }.suffix(Self.length))
        let senders = messages.compactMap { if case .run(let run) = $0.sender { run } else { nil } }
        let named = Set(senders).subtracting(numbers).compactMap { run in name(run).map { (run, $0) } }
        others = Dictionary(uniqueKeysWithValues: named)
    }

    // MARK: The page

    private static let column = 240.0
    private static let box = 164.0
    private static let row = 42.0
    private static let head = 34.0
    private static let loop = 34.0

    /// The diagram, and the same events as a table.
    var scene: Element<Place.Flow> {
        Element(.section, key: "sequence", .class("detail"), .aria(.labelledby, "sequence-title")) {
            Element(.header, .class("heading")) {
                Element(.h2, .id("sequence-title"), .focusable) { "Events between machines" }
            }
            if messages.isEmpty {
                Element(.p, .class("hint")) { "No machine in the list has had an event since the page was opened." }
            } else {
                Element(.div, .class("panel diagram")) { Element(.div, .class("drawing sequence")) { drawing } }
                Element(.div, .class("panel messages")) { table }
            }
        }
    }

    private var drawing: Element<Place.Phrase> {
        let reach = messages.filter { $0.sender == .itself }.map { message in
            position(ofRun: message.receiver) + Self.loop + Double(text(of: message).count) * ArrowLabel.letter
        }
        let width = max(position(of: participants.count) + Self.column / 2, reach.max() ?? 0)
        let height = Self.head + Double(messages.count + 1) * Self.row
        return Element.drawing(width, height, "The latest \(messages.count) events; the table has them, too.") {
            for (number, participant) in participants.enumerated() {
                line(of: participant.name, at: position(of: number + 1), height)
            }
            line(of: "outside", at: position(of: 0), height)
            for (number, message) in messages.enumerated() {
                arrow(of: message, at: Self.head + (Double(number) + 1) * Self.row)
            }
        }
    }

    /// The horizontal position of a line; the first one is for everything outside.
    private func position(of line: Int) -> Double { (Double(line) + 0.5) * Self.column }

    /// The position of a machine; those without a line of their own are outside.
    private func position(ofRun run: Int) -> Double {
        position(of: participants.firstIndex { $0.run == run }.map { $0 + 1 } ?? 0)
    }

    private func line(of name: String, at x: Double, _ height: Double) -> Element<Place.Shapes> {
        Element(.g, .class("box")) {
            Element(.path, .class("lifeline"), .path([.move(x: x, y: Self.head), .line(x: x, y: height)]))
            Element.box(Layout.Frame(x: x - Self.box / 2, y: 2, width: Self.box, height: Self.head - 4), radius: 8)
            Element.text(abbreviated(name, to: 20), at: Layout.Point(x: x, y: Self.head / 2 + 5))
        }
    }

    private func arrow(of message: Message, at y: Double) -> Element<Place.Shapes> {
        let end = Layout.Point(x: position(ofRun: message.receiver), y: y)
        func line(from x: Double) -> Element<Place.Shapes> {
            let (begin, label) = (Layout.Point(x: x, y: y), Layout.Point(x: (x + end.x) / 2, y: y - 6))
            let line = Layout.Curve(first: begin, second: end, end: end)
            return Layout.Route(begin: begin, curves: [line], label: label).scene("arrow", text(of: message))
        }
        switch message.sender {
        case .itself:
            let begin = Layout.Point(x: end.x, y: y - 12)
            let loop = Layout.Curve(
                first: Layout.Point(x: end.x + Self.loop, y: begin.y), second: Layout.Point(x: end.x + Self.loop, y: y),
                end: end)
            return Layout.Route(begin: begin, curves: [loop], label: Layout.Point(x: end.x + 30, y: y - 4))
                .scene("arrow loop", text(of: message))
        case .outside: return line(from: position(of: 0))
        case .run(let run): return line(from: position(ofRun: run))
        }
    }

    private func text(of message: Message) -> String {
        abbreviated(message.text, to: 24) + (message.result.isEmpty ? "" : " → \(abbreviated(message.result, to: 24))")
    }

    private var table: Element<Place.Flow> {
        Panel.grid(
            ["Time", "From", "To", "Event", "State"],
            messages.reversed().map { message in
                Element(.tr, key: "\(message.receiver) \(message.entry.number)") {
                    Panel.link(
                        message.entry.time.inWords, "Go to \(message.text) at \(message.entry.time.inWords)",
                        InspectionMessage.travel, .says("run", "\(message.receiver)"),
                        .says("entry", "\(message.entry.number)"))
                    Panel.cell(name(of: message.sender, message.receiver))
                    Panel.cell(name(ofRun: message.receiver))
                    Panel.cell(message.text)
                    Panel.cell(message.result)
                }
            })
    }

    private func name(of sender: Sender, _ receiver: Int) -> String {
        switch sender {
        case .outside: "outside"
        case .itself: name(ofRun: receiver)
        case .run(let run): name(ofRun: run)
        }
    }

    private func name(ofRun run: Int) -> String {
        abbreviated(participants.first { $0.run == run }?.name ?? others[run] ?? "outside", to: 80)
    }
}
