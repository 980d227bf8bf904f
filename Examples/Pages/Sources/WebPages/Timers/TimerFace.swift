import Timers
import OakWeb

// The common parts of all views of a timer.

extension Timers.State {
    /// The number of ticks.
    var digits: String { count.map { "\($0)" } ?? "–" }

    /// Its status, in a word.
    var status: String {
        switch self {
        case .start(count: 0): "Ready"
        case .start: "Stopped"
        case .running: "Ticking"
        case .terminated: "Done"
        }
    }

    /// The class name of its status.
    var mark: String {
        switch self {
        case .start: "still"
        case .running: "ticking"
        case .terminated: "done"
        }
    }

    /// The button that starts or stops it. It is one button, so that it keeps the focus.
    ///
    /// - Parameters:
    ///   - number: The number of the timer.
    ///   - prominence: Its prominence.
    func switching(_ number: Int, _ prominence: Prominence = .plain) -> Fragment<Place.Phrase> {
        Fragment {
            switch self {
            case .start: button("Start", .start, number, prominence)
            case .running: button("Stop", .stop, number, prominence)
            case .terminated: Fragment<Place.Phrase>.empty
            }
        }
    }

    private func button(
        _ title: String, _ message: TimerBoardMessage, _ number: Int, _ prominence: Prominence
    ) -> Element<Place.Phrase> {
        Element(
            .button, key: "switch", .type(.button), .class(prominence.rawValue),
            .aria(.label, "\(title) timer \(number)"), .onClick(message), .saysTimer(number)
        ) { title }
    }
}
