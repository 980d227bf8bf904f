import Counters
import CountersViews
import Oak
import OakTesting
import SwiftUI
import Testing

@MainActor
@Suite("Counters on a screen")
struct CounterTests {
    @Test("A tap is counted, and the output of the machine is seen beside its state")
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
@Suite("A counter whose steps take a while, on a screen")
struct EffectCounterTests {
    let step = Gate<Void>("the step")

    private func screen() -> Screen {
        Screen(EffectCounterView(env: EffectCounter.Env(increment: step.wait, decrement: step.wait)))
    }

    @Test("A step is under way until its service is done; until then no other can be begun")
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

    @Test("A double tap is one step: the second tap comes before the button can be disabled, and is ignored")
    func doubleTap() async throws {
        let screen = screen()
        try screen.tap("Decrement")
        try screen.tap("Decrement")
        step.open()
        await screen.wait { $0.texts.starts(with: ["-1", "Ready"]) }
        try screen.tap("Increment")
        await screen.wait { $0.texts.starts(with: ["0", "Ready"]) }
    }
}
