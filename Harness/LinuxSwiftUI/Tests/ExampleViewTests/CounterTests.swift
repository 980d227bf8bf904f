import Counters
import CountersViews
import Oak
import OakTesting
import SwiftUI
import Testing

@MainActor
@Suite("Counters on a screen")
struct CounterTests {
    @Test("A tap is counted, and the output of the machine is shown beside its state")
    func taps() async throws {
        let screen = Screen(CounterView())
        #expect(screen.titles == ["Counter"])
        #expect(screen.texts == ["0", "Decrement", "Increment", "Reset"])
        await screen.wait { $0.texts.contains("Latest output: 0") }
        try screen.tap("Increment")
        await screen.wait { $0.texts.starts(with: ["1", "Latest output: 1"]) }
        try screen.tap("Decrement")
        try screen.tap("Decrement")
        await screen.wait { $0.texts.starts(with: ["-1", "Latest output: -1"]) }
        try screen.tap("Reset")
        await screen.wait { $0.texts.starts(with: ["0", "Latest output: 0"]) }
    }
}

@MainActor
@Suite("A counter with slow steps on a screen")
struct EffectCounterTests {
    let step = Gate<Void>("the step")

    private func screen() -> Screen {
        Screen(EffectCounterView(env: EffectCounter.Env(increment: step.wait, decrement: step.wait)))
    }

    @Test("A step is pending until its service has finished, and no other step can begin before")
    func step() async throws {
        let screen = screen()
        #expect(screen.texts.starts(with: ["0", "Ready"]))
        try screen.tap("Increment")
        await screen.wait { $0.showsProgress }
        #expect(screen.texts.starts(with: ["0", "Counting up …"]))
        #expect(screen.buttons == ["Reset"])
        step.open()
        await screen.wait { $0.texts.starts(with: ["1", "Ready"]) }
        #expect(screen.buttons == ["Decrement", "Increment", "Reset"])
    }

    @Test("C33 The second tap of a double tap finds the button disabled")
    func doubleTap() async throws {
        let screen = screen()
        try screen.tap("Decrement")
        #expect(throws: (any Error).self) { try screen.tap("Decrement") }
        step.open()
        await screen.wait { $0.texts.starts(with: ["-1", "Ready"]) }
        try screen.tap("Increment")
        await screen.wait { $0.texts.starts(with: ["0", "Ready"]) }
    }
}
