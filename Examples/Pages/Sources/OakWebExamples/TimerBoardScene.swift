import Oak
import OakWeb
import Timers

/// The messages of the timers page; most say the number of a timer.
enum TimerBoardMessage: String, PageMessage {
    case add, open, back, remove, start, stop, terminate

    func event(_ message: Message) -> TimerBoard.Event? {
        let number = message["number"].flatMap { Int($0) }
        return switch self {
        case .add: .add
        case .back: .back
        case .open: number.map { .open($0) }
        case .remove: number.map { .remove($0) }
        case .start: number.map { .timer($0, .start) }
        case .stop: number.map { .timer($0, .stop) }
        case .terminate: number.map { .timer($0, .terminate) }
        }
    }
}

extension TimerBoard.State {
    /// The visible page: all timers, or one.
    @HTMLBuilder<Place.Flow> var scene: HTML {
        switch page {
        case .list: timerList
        case .detail(let number): if let timer = timers[number] { timer.detail(number) }
        }
    }

    private var timerList: Element<Place.Flow> {
        let count = timers.isEmpty ? "No" : "\(timers.count)"
        let title = timers.count == 1 ? "1 timer" : "\(count) timers"
        return list("list", title: title, status: hint, class: "rows timers") {
            TimerBoardMessage.add.button("Add timer", .primary, .off(isFull), .aria(.describedby, "list-status"))
        } rows: {
            for (number, timer) in timers { timer.row(number) }
        }
    }

    private var hint: String {
        if isFull { return "There is room for \(TimerBoard.State.limit). Remove one to add another." }
        return timers.isEmpty ? "Add one to begin." : "They tick at the same time."
    }
}

extension Timers.State {
    /// The row of a timer, which leads to its page.
    fileprivate func row(_ number: Int) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: "\(number)") {
            Element(
                .button, .id("open-\(number)"), .class("open quiet"), .onClick(TimerBoardMessage.open),
                .says("number", "\(number)")
            ) {
                Element(.span, .class("name")) { "Timer \(number)" }
                Element(.span, .class("badge \(status.lowercased())")) { status }
                Element(.span, .class("ticks")) { digits }
            }
            Element(.div, .class("actions")) {
                switching(number, .plain)
                button("Remove", .remove, key: "remove", .quiet, number)
            }
        }
    }

    /// The page of one timer.
    fileprivate func detail(_ number: Int) -> Element<Place.Flow> {
        Element(.section, key: "detail", .aria(.labelledby, "detail-title")) {
            TimerBoardMessage.back.button("All timers")
            Element(.div, .class("centre")) {
                Element(.h2, .id("detail-title"), .focusable, .autofocus) { "Timer \(number)" }
                Element(.p, .class("value")) { digits }
                Element(.p, .class("badge \(status.lowercased())"), .role("status")) { status }
                Element(.div, .class("actions")) {
                    switching(number, .primary)
                    if !isTerminal {
                        TimerBoardMessage.terminate.button("Terminate", .plain, .says("number", "\(number)"))
                    }
                }
                TimerBoardMessage.remove.button("Remove timer", .quiet, .says("number", "\(number)"))
            }
        }
    }

    /// The button that starts or stops the timer. It is one button, so that it keeps the focus.
    @HTMLBuilder<Place.Phrase>
    private func switching(_ number: Int, _ prominence: Prominence) -> Fragment<Place.Phrase> {
        switch self {
        case .start: button("Start", .start, key: "switch", prominence, number)
        case .running: button("Stop", .stop, key: "switch", prominence, number)
        case .terminated: Fragment<Place.Phrase>.empty
        }
    }

    /// A button whose name says the number of its timer, because there are several on the page.
    private func button(
        _ title: String, _ message: TimerBoardMessage, key: String, _ prominence: Prominence, _ number: Int
    ) -> Element<Place.Phrase> {
        message.button(
            title, prominence, key: key, .aria(.label, "\(title) timer \(number)"), .says("number", "\(number)"))
    }

    private var digits: String { count.map { "\($0)" } ?? "–" }

    private var status: String {
        switch self {
        case .start(count: 0): "Ready"
        case .start: "Stopped"
        case .running: "Ticking"
        case .terminated: "Done"
        }
    }
}
