public import Counters
import Oak
public import OakWeb

extension Counter {
    /// A page with a counter.
    public static let page = Page(
        for: Counter.self, at: "counter", title: "Counter",
        summary: "The smallest machine there is: it counts up and down.",
        host: { TransducerHost(of: Counter.self, initialState: Counter.State()) },
        render: { $0.scene },
        decode: CounterMessage.decode)
}

/// The messages of the counter page.
enum CounterMessage: String, PageMessage {
    case increment, decrement, reset

    func event(_ message: Message) -> Counter.Event? {
        switch self {
        case .increment: .increment
        case .decrement: .decrement
        case .reset: .reset
        }
    }
}

extension Counter.State {
    /// The value in large digits, and three buttons.
    var scene: HTML {
        HTML {
            Element(.section, .class("centre"), .aria(.label, "Counter")) {
                Element(.p, .class("value"), .role("status")) { "\(value)" }
                Element(.div, .class("actions")) {
                    CounterMessage.decrement.button("Decrement")
                    CounterMessage.increment.button("Increment", .primary)
                }
                CounterMessage.reset.button("Reset", .quiet)
            }
        }
    }
}
