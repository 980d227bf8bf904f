import Timers
import OakWeb

/// The messages of the timers page.
enum TimerBoardMessage: String, PageMessage {
    case add, open, back, remove, start, stop, terminate

    func event(_ message: Message) -> TimerBoard.Event? {
        switch self {
        case .add: .add
        case .back: .back
        case .open: message.number.map { .open($0) }
        case .remove: message.number.map { .remove($0) }
        case .start: message.number.map { .timer($0, .start) }
        case .stop: message.number.map { .timer($0, .stop) }
        case .terminate: message.number.map { .timer($0, .terminate) }
        }
    }
}

private let numberName = "number"

extension Message {
    /// The number of its timer.
    fileprivate var number: Int? { self[numberName].flatMap { Int($0) } }
}

extension Attribute {
    /// Adds the number of a timer to a message.
    static func saysTimer(_ number: Int) -> Attribute { .says(numberName, "\(number)") }
}
