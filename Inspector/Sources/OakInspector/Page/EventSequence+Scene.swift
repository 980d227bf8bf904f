import Oak
import OakWeb

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension EventSequence {
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
        return Element(
            .svg, .viewBox(width: width, height: height), .measure(.width, width), .measure(.height, height),
            .role("img"), .aria(.label, "The latest \(messages.count) events; the table has them, too.")
        ) {
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
            Element(
                .rect, .measure(.x, x - Self.box / 2), .measure(.y, 2), .measure(.width, Self.box),
                .measure(.height, Self.head - 4), .measure(.rx, 8))
            Element(.text, .measure(.x, x), .measure(.y, Self.head / 2 + 5)) { abbreviated(name, to: 20) }
        }
    }

    private func arrow(of message: Message, at y: Double) -> Element<Place.Shapes> {
        let end = position(ofRun: message.receiver)
        let text = text(of: message)
        switch message.sender {
        case .itself:
            return Element(.g, .class("arrow loop")) {
                Element(
                    .path, .class("line"),
                    .path([
                        .move(x: end, y: y - 12),
                        .curve(x1: end + Self.loop, y1: y - 12, x2: end + Self.loop, y2: y, x: end, y: y),
                    ]))
                head(at: end, y, pointing: -1)
                Element(.text, .measure(.x, end + 30), .measure(.y, y - 4)) { text }
            }
        case .outside, .run:
            let start =
                if case .run(let run) = message.sender { position(ofRun: run) } else { position(of: 0) }
            return Element(.g, .class("arrow")) {
                Element(.path, .class("line"), .path([.move(x: start, y: y), .line(x: end, y: y)]))
                head(at: end, y, pointing: start < end ? 1 : -1)
                Element(.text, .measure(.x, (start + end) / 2), .measure(.y, y - 6)) { text }
            }
        }
    }

    private func text(of message: Message) -> String {
        abbreviated(message.text, to: 24) + (message.result.isEmpty ? "" : " → \(abbreviated(message.result, to: 24))")
    }

    private func head(at x: Double, _ y: Double, pointing direction: Double) -> Element<Place.Shapes> {
        Element(
            .path, .class("head"),
            .path([
                .move(x: x, y: y), .line(x: x - 9 * direction, y: y - 5), .line(x: x - 9 * direction, y: y + 5),
                .line(x: x, y: y),
            ]))
    }

    private var table: Element<Place.Flow> {
        Element(.table) {
            Element(.thead) {
                Element(.tr) {
                    for title in ["Time", "From", "To", "Event", "State"] {
                        Element(.th, .scope("col")) { title }
                    }
                }
            }
            Element(.tbody) {
                for message in messages.reversed() {
                    Element(.tr, key: "\(message.receiver) \(message.entry)") {
                        Element(.td) {
                            Element(
                                .button, .class("moment"), .onClick(InspectionMessage.travel),
                                .says("run", "\(message.receiver)"), .says("entry", "\(message.entry)"),
                                .aria(.label, "Go to \(message.text) at \(message.time.inWords)")
                            ) { message.time.inWords }
                        }
                        Element(.td, .dir(.auto)) { name(of: message.sender, message.receiver) }
                        Element(.td, .dir(.auto)) { name(ofRun: message.receiver) }
                        Element(.td, .dir(.auto)) { message.text }
                        Element(.td, .dir(.auto)) { message.result }
                    }
                }
            }
        }
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
