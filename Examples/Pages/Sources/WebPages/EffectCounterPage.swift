public import Counters
import Oak
public import OakInspector
public import OakWeb

extension EffectCounter {
    /// A page with a counter with slow steps.
    ///
    /// - Parameters:
    ///   - env: The services that carry the steps out.
    ///   - inspector: The inspector of the machines.
    public static func page(env: Env = Env(), inspector: Inspector = Inspector()) -> Page {
        Page(
            for: EffectCounter.self, at: "effect-counter", title: "Effect counter",
            summary: "Its steps take a second each, and can be called off while they do.",
            host: {
                let host = TransducerHost(
                    of: EffectCounter.self, initialState: State(), env: env,
                    observer: inspector.watch("Effect counter", of: EffectCounter.self))
                inspector.control(host, sending: ["Increment": .increment, "Decrement": .decrement, "Reset": .reset])
                return host
            },
            render: { $0.scene },
            decode: EffectCounterMessage.decode)
    }
}

/// The messages of the page of the counter with slow steps.
enum EffectCounterMessage: String, PageMessage {
    case increment, decrement, reset

    func event(_ message: Message) -> EffectCounter.Event? {
        switch self {
        case .increment: .increment
        case .decrement: .decrement
        case .reset: .reset
        }
    }
}

extension EffectCounter.State {
    /// The value, the pending step, and the buttons.
    ///
    /// Buttons without effect in the current state keep the focus, so that the user can continue with the keyboard.
    var scene: HTML {
        let isOff = Attribute.aria(.disabled, isPending ? "true" : "false")
        return HTML {
            Element(.section, .class("centre"), .aria(.label, "Counter")) {
                Element(.p, .class("value")) { "\(value)" }
                Element(.p, .class(isPending ? "waiting" : "ready"), .role("status")) { status }
                Element(.div, .class("actions")) {
                    EffectCounterMessage.decrement.button("Decrement", .plain, isOff)
                    EffectCounterMessage.increment.button("Increment", .primary, isOff)
                }
                EffectCounterMessage.reset.button("Reset", .quiet)
            }
        }
    }

    private var status: String {
        switch pending {
        case .none: "Ready at \(value)"
        case .increment: "Counting up … Reset calls it off."
        case .decrement: "Counting down … Reset calls it off."
        }
    }
}
