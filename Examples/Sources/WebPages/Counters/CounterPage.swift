public import Counters
import Oak
public import WebHost

extension Counter {
    /// A page with a counter.
    public static let page = WebHost.page(
        for: Counter.self, at: "counter", title: "Counter",
        summary: "The smallest machine there is: it counts up and down.",
        host: { TransducerHost(of: Counter.self, initialState: Counter.State()) },
        render: { state in
            HTML {
                Element(.p, .class("value"), .aria(.live, "polite")) { "\(state.value)" }
                Element(.div, .class("actions")) {
                    Element(.button, .type(.button), .onClick("decrement")) { "Decrement" }
                    Element(.button, .type(.button), .onClick("increment")) { "Increment" }
                    Element(.button, .type(.button), .onClick("reset")) { "Reset" }
                }
            }
        },
        decode: { message in
            switch message.event {
            case "increment": .increment
            case "decrement": .decrement
            case "reset": .reset
            case _: nil
            }
        })
}
