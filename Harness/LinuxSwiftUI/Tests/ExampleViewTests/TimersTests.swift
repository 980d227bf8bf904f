import Oak
import OakTesting
import SwiftUI
import Testing
import Timers
import TimersViews

@MainActor
@Suite("Timers on a screen")
struct TimersTests {
    let clock = WatchedClock()

    private var env: Timers.Env { Timers.Env(clock: clock) }

    @Test("A timer ticks between start and stop and continues from its count")
    func startAndStop() async throws {
        let screen = Screen(TimerView().environment(\.timersEnv, env))
        #expect(screen.texts == ["0", "Start", "Terminate"])
        for last in [2, 4] {
            try screen.tap("Start")
            for count in (last - 1)...last { try await tick(to: count, on: screen) }
            try screen.tap("Stop")
            await screen.wait { $0.texts == ["\(last)", "Start", "Terminate"] }
            try await clock.cancelled.next()
        }
        #expect(clock.base.sleepers.isEmpty)
    }

    @Test("A terminated timer is shown as done and offers no action")
    func terminate() async throws {
        let screen = Screen(TimerView().environment(\.timersEnv, env))
        try screen.tap("Start")
        try await tick(to: 1, on: screen)
        try screen.tap("Terminate")
        await screen.wait { $0.texts == ["Done"] }
        try await clock.cancelled.next()
        #expect(screen.buttons.isEmpty)
    }

    @Test("Going back to the list ends the timer and cancels its operation")
    func back() async throws {
        let screen = Screen(TimersView().environment(\.timersEnv, env))
        #expect(screen.titles == ["Timers"])
        try screen.tap("Timer 2")
        #expect(screen.titles.last == "Timer 2")
        try screen.tap("Start")
        try await tick(to: 1, on: screen)
        try await clock.base.untilAsleep()

        try screen.back()
        try await clock.cancelled.next()
        #expect(clock.base.sleepers.isEmpty)
        #expect(screen.titles == ["Timers"])
    }

    /// Lets a second pass when the timer waits for it.
    private func tick(to count: Int, on screen: Screen) async throws {
        try await clock.base.untilAsleep()
        await clock.base.advance(by: .seconds(1))
        await screen.wait { $0.texts.first == "\(count)" }
    }
}
