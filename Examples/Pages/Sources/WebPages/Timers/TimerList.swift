import Oak
import Timers
import OakWeb

extension TimerBoard.State {
    /// All timers, with their counts.
    var list: Element<Place.Flow> {
        Element(.section, key: "list", .aria(.labelledby, "list-title")) {
            Element(.header, .class("heading")) {
                Element(.div) {
                    Element(.h2, .id("list-title")) { title }
                    Element(.p, .class("hint"), .id("list-hint"), .role("status")) { hint }
                }
                // The button keeps the focus when the board is full.
                Element(
                    .button, .type(.button), .class(Prominence.primary.rawValue), .onClick(TimerBoardMessage.add),
                    .aria(.disabled, isFull ? "true" : "false"), .aria(.describedby, "list-hint")
                ) { "Add timer" }
            }
            if !timers.isEmpty {
                Element(.ul, .class("timers"), .aria(.labelledby, "list-title")) {
                    for (number, timer) in timers { timer.row(number) }
                }
            }
        }
    }

    private var title: String {
        switch timers.count {
        case 0: "No timers"
        case 1: "1 timer"
        case let count: "\(count) timers"
        }
    }

    private var hint: String {
        if isFull { return "There is room for \(TimerBoard.State.limit). Remove one to add another." }
        return timers.isEmpty ? "Add one to begin." : "They tick at the same time."
    }
}

extension Timers.State {
    /// The row of a timer.
    ///
    /// - Parameter number: Its number.
    fileprivate func row(_ number: Int) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: "\(number)") {
            Element(
                .button, .type(.button), .id("open-\(number)"), .class("open"), .onClick(TimerBoardMessage.open),
                .saysTimer(number)
            ) {
                Element(.span, .class("name")) { "Timer \(number)" }
                Element(.span, .class("badge \(mark)")) { status }
                Element(.span, .class("ticks")) { digits }
            }
            Element(.div, .class("actions")) {
                switching(number)
                Element(
                    .button, key: "remove", .type(.button), .class(Prominence.quiet.rawValue),
                    .aria(.label, "Remove timer \(number)"), .onClick(TimerBoardMessage.remove), .saysTimer(number)
                ) { "Remove" }
            }
        }
    }
}
