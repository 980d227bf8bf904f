public import Counters
import Oak
public import OakInspector
public import OakWeb

extension Counter {
    /// A page with a counter.
    ///
    /// - Parameter inspector: The inspector of the machines.
    public static func page(inspector: Inspector = Inspector()) -> Page {
        Page(
            for: Counter.self, at: "counter", title: "Counter",
            summary: "The smallest machine there is: it counts up and down.",
            host: {
                let host = TransducerHost(
                    of: Counter.self, initialState: Counter.State(),
                    observer: inspector.watch("Counter", of: Counter.self))
                inspector.control(host, sending: ["Increment": .increment, "Decrement": .decrement, "Reset": .reset])
                return host
            },
            render: { $0.scene },
            decode: CounterMessage.decode)
    }
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
