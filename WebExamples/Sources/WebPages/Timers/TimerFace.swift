import Timers
import WebHost

// What a timer shows wherever it is shown.

extension Timers.State {
    /// How often it has ticked.
    var digits: String { count.map { "\($0)" } ?? "–" }

    /// What it does, in a word.
    var status: String {
        switch self {
        case .start(count: 0): "Ready"
        case .start: "Stopped"
        case .running: "Ticking"
        case .terminated: "Done"
        }
    }

    /// What the style sheet knows its status by.
    var mark: String {
        switch self {
        case .start: "still"
        case .running: "ticking"
        case .terminated: "done"
        }
    }

    /// What starts or stops it. It is the same button, so that it keeps the focus.
    ///
    /// - Parameters:
    ///   - number: The number of the timer.
    ///   - prominence: How much it stands out.
    func switching(_ number: Int, _ prominence: Prominence = .plain) -> HTML {
        HTML {
            switch self {
            case .start: button("Start", .start, number, prominence)
            case .running: button("Stop", .stop, number, prominence)
            case .terminated: HTML.empty
            }
        }
    }

    private func button(
        _ title: String, _ message: TimerBoardMessage, _ number: Int, _ prominence: Prominence
    ) -> Element {
        Element(
            .button, key: "switch", .type(.button), .class(prominence.rawValue),
            .aria(.label, "\(title) timer \(number)"), .onClick(message), .saysTimer(number)
        ) { title }
    }
}
