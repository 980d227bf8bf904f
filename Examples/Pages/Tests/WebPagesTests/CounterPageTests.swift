import Counters
import Testing

@testable import OakWeb
@testable import WebPages

@Suite("The pages of the counters")
struct CounterPageTests {
    typealias Waiting = EffectCounter.State

    static let counters = [0, 7, -3, Int.max, Int.min].map { Sample("\($0)", Counter.State(value: $0)) }
    static let effectCounters = [
        Sample("nothing pending", Waiting(value: 3)), Sample("up", Waiting(value: 3, pending: .increment)),
        Sample("down", Waiting(value: -3, pending: .decrement)),
    ]

    @Test("Each page has a path and a title of its own")
    func titles() {
        let pages = [Counter.page(), EffectCounter.page()]
        #expect(pages.map(\.path) == ["counter", "effect-counter"])
        #expect(pages.map(\.title) == ["Counter", "Effect counter"])
    }

    @Test("Each state's elements are visible, reachable and distinguishable")
    func faults() {
        for sample in Self.counters { #expect(sample.state.scene.faults == []) }
        for sample in Self.effectCounters { #expect(sample.state.scene.faults == []) }
    }

    @Test("Each button sends a known message, and each message has a button", arguments: counters)
    func counterMessages(sample: Sample<Counter.State>) {
        #expect(sample.state.scene.messages.map(CounterMessage.decode) == [.decrement, .increment, .reset])
        #expect(sample.state.scene.events == Set(CounterMessage.allCases.map(\.rawValue)))
    }

    @Test(
        "Each button sends a known message and each message has a button, even while a step is pending",
        arguments: effectCounters)
    func effectCounterMessages(sample: Sample<Waiting>) {
        #expect(sample.state.scene.messages.map(EffectCounterMessage.decode) == [.decrement, .increment, .reset])
        #expect(sample.state.scene.events == Set(EffectCounterMessage.allCases.map(\.rawValue)))
    }

    @Test("The value is shown in digits")
    func value() {
        #expect(Counter.State(value: 42).scene.all(class: "value").map(\.content.text) == ["42"])
        #expect(Counter.State(value: -5).scene.all(class: "value").map(\.content.text) == ["-5"])
        #expect(Counter.State(value: .min).scene.all(class: "value").map(\.content.text) == ["-9223372036854775808"])
    }

    @Test("The buttons of a pending step are marked as disabled and stay in place")
    func pending() {
        let states = Self.effectCounters.map { $0.state.scene.all(.button).map(\.["aria-disabled"]) }
        #expect(states == [["false", "false", nil], ["true", "true", nil], ["true", "true", nil]])
        for sample in Self.effectCounters {
            #expect(sample.state.scene.all(.button).allSatisfy { $0["disabled"] == nil })
        }
    }

    @Test("The status names the pending step, the way to cancel it and its result")
    func status() {
        let texts = Self.effectCounters.map { sample in
            sample.state.scene.elements.filter { $0["role"] == "status" }.map(\.content.text)
        }
        #expect(
            texts == [
                ["Ready at 3"], ["Counting up … Reset calls it off."], ["Counting down … Reset calls it off."],
            ])
    }
}
