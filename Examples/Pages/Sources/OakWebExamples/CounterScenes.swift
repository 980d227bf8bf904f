import Counters
import OakWeb

/// The messages of the pages of both counters.
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

extension EffectCounter.Event {
    /// The same event of the counter with slow steps.
    init(_ event: Counter.Event) {
        switch event {
        case .increment: self = .increment
        case .decrement: self = .decrement
        case .reset: self = .reset
        }
    }
}

extension Counter.State {
    /// The value in large digits, and three buttons.
    var scene: HTML { counter(value) }
}

extension EffectCounter.State {
    /// The value, the pending step, and the buttons, which keep the focus while they do nothing.
    var scene: HTML { counter(value, status: status, isBusy: isPending) }

    private var status: String {
        switch pending {
        case .none: "Ready at \(value)"
        case .increment: "Counting up … Reset calls it off."
        case .decrement: "Counting down … Reset calls it off."
        }
    }
}

private func counter(_ value: Int, status: String? = nil, isBusy: Bool = false) -> HTML {
    HTML {
        Element(.section, .class("centre"), .aria(.label, "Counter")) {
            Element(.p, .class("value"), status == nil ? .role("status") : nil) { "\(value)" }
            if let status { Element(.p, .class("hint"), .role("status")) { status } }
            Element(.div, .class("actions")) {
                CounterMessage.decrement.button("Decrement", .plain, .off(isBusy))
                CounterMessage.increment.button("Increment", .primary, .off(isBusy))
            }
            CounterMessage.reset.button("Reset", .quiet)
        }
    }
}
