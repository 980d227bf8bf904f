import Timers
import OakWeb

extension Timers.State {
    /// The page of one timer.
    ///
    /// - Parameter number: Its number.
    func detail(_ number: Int) -> Element<Place.Flow> {
        Element(.section, key: "detail", .aria(.labelledby, "detail-title")) {
            Element(.div, .class("actions")) { TimerBoardMessage.back.button("All timers", .plain, .id("back")) }
            Element(.div, .class("centre")) {
                Element(.h2, .id("detail-title"), .focusable, .autofocus) { "Timer \(number)" }
                Element(.p, .class("value")) { digits }
                Element(.p, .class("badge \(mark)"), .role("status")) { status }
                Element(.div, .class("actions")) {
                    switching(number, .primary)
                    if !isTerminal {
                        Element(
                            .button, key: "terminate", .type(.button), .class(Prominence.plain.rawValue),
                            .title("end the timer for good"), .onClick(TimerBoardMessage.terminate),
                            .saysTimer(number)
                        ) { "Terminate" }
                    }
                }
                Element(
                    .button, .type(.button), .class(Prominence.quiet.rawValue), .onClick(TimerBoardMessage.remove),
                    .saysTimer(number)
                ) { "Remove timer" }
            }
        }
    }
}
