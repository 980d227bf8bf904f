import Oak
import OakTesting
import SwiftUI
import TestSupport
import Testing

@MainActor
struct TransducerViewCoveringTests {
    @Test("A timer keeps ticking while its view is covered, and its proxy works then and afterwards")
    func timer() async throws {
        let journal = Journal()
        let clock = TestClock()
        let proxy = Ticker.Proxy()
        let screen = Screen(Covering { TickerView(proxy: proxy, clock: clock, journal: journal) })
        try screen.tap("Start")
        try await tick(clock)
        await screen.wait { $0.texts.contains("ticks: 1") }

        try screen.tap("Cover")
        #expect(screen.texts == ["cover"])
        try await tick(clock)
        await journal.wait(for: "2")
        try proxy.send(.skip)
        await journal.wait(for: "3")

        try screen.back()
        #expect(screen.texts.contains("ticks: 3"))
        try await tick(clock)
        await screen.wait { $0.texts.contains("ticks: 4") }
        try screen.tap("Skip")
        await screen.wait { $0.texts.contains("ticks: 5") }
        #expect(journal.entries == ["appeared", "0", "1", "disappeared", "2", "3", "appeared", "4", "5"])
        screen.close()
        await journal.wait(for: "over")
    }

    @Test("A view has one run, however often it is covered, with its own state or with a binding")
    func manyTimes() async throws {
        let journal = Journal()
        let screen = Screen(
            Covering {
                OwnTally(journal: journal)
                BoundTally(journal: journal)
            })
        for count in 1...100 {
            try screen.tap("Add to tally")
            try screen.tap("Add to bound")
            try screen.tap("Cover")
            try screen.back()
            await screen.wait { $0.texts.contains("tally: \(count)") && $0.texts.contains("bound: \(count)") }
        }
        #expect(journal.entries.isEmpty)
        screen.close()
        await journal.wait(for: "cancelled", times: 2)
        #expect(journal.entries == ["cancelled", "cancelled"])
    }

    @Test("An event sent when the content appears always reaches the machine, even before its run has begun")
    func sentOnAppearing() async throws {
        let screen = Screen(
            Covering {
                TransducerView(of: Tally.self, initialState: Tally.State()) { state, input in
                    TallyContent(state: state, input: input).onAppear { input(.add) }
                }
            })
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Cover")
        try screen.back()
        await screen.wait { $0.texts.contains("tally: 2") }
    }

    @Test("A machine whose covered view is removed ends after its effects")
    func goneWhileCovered() async throws {
        let journal = Journal()
        let screen = Screen(Switch { Covering { WorkerInView(journal: journal) } })
        try screen.tap("Start")
        await journal.wait(for: "begin of work")
        try screen.tap("Cover")
        try screen.tap("Switch")
        await journal.wait(for: "run is over")
        #expect(journal.entries == ["begin of work", "end of work", "run is over"])
        screen.close()
    }

    @Test("A machine on a navigation path runs until its own destination is popped")
    func path() async throws {
        let journal = Journal()
        let screen = Screen(Levels(journal: journal))
        try screen.tap("Level 1")
        try screen.tap("Add to level 1")
        await screen.wait { $0.texts.contains("level 1: 1") }
        try screen.tap("Level 3")
        try screen.tap("Add to level 3")
        await screen.wait { $0.texts.contains("level 3: 1") }
        try screen.tap("Level 1")
        await journal.wait(for: "level 3: cancelled")
        #expect(screen.texts.contains("level 1: 1"))
        try screen.tap("Add to level 1")
        await screen.wait { $0.texts.contains("level 1: 2") }
        #expect(!journal.entries.contains("level 1: cancelled"))
        try screen.tap("Level 0")
        await journal.wait(for: "level 1: cancelled")
        // Level 2 was evaluated, though never to be seen.
        #expect(journal.entries.sorted() == (1...3).map { "level \($0): cancelled" })
        screen.close()
    }

    /// Lets a second pass as soon as the timer waits for it.
    private func tick(_ clock: TestClock) async throws {
        try await clock.untilAsleep()
        await clock.advance(by: .seconds(1))
    }
}

// MARK: - Views

private struct TickerView: View {
    let proxy: Ticker.Proxy
    let clock: TestClock
    let journal: Journal

    var body: some View {
        TransducerView(
            of: Ticker.self, initialState: Ticker.State(), proxy: proxy, env: Ticker.Env(clock: clock),
            output: Callback { journal.note("\($0)") }, completion: { _ in journal.note("over") }
        ) { state, input in
            Text("ticks: \(state.ticks)")
            Button("Start") { input(.start) }
            Button("Skip") { input(.skip) }
        }
        .onAppear { journal.note("appeared") }
        .onDisappear { journal.note("disappeared") }
    }
}

private struct Levels: View {
    let journal: Journal
    @SwiftUI.State private var path: [Int] = []

    var body: some View {
        NavigationStack(path: $path) {
            Text("ground").navigationDestination(for: Int.self) { level in
                TransducerView(
                    of: Tally.self, initialState: Tally.State(),
                    completion: { journal.note(ending: $0, of: "level \(level)") }
                ) {
                    TallyContent(name: "level \(level)", state: $0, input: $1)
                }
            }
        }
        ForEach(0..<4) { level in
            Button("Level \(level)") { path = Array(1..<(level + 1)) }
        }
    }
}

private struct BoundTally: View {
    let journal: Journal
    @SwiftUI.State private var state = Tally.State()

    var body: some View {
        TransducerView(of: Tally.self, initialState: $state, completion: { journal.note(ending: $0) }) {
            TallyContent(name: "bound", state: $0, input: $1)
        }
    }
}
