import Oak
import OakTesting
import Testing

@testable import FindText

actor Screen {
    private(set) var lines: [String] = []

    func show(_ line: String?) {
        if let line { lines.append(line) }
    }
}

@Test func onlyTheLastTextIsAnswered() async {
    await explore(seeds: 1...500) {
        let clock = TestClock(advancing: .whenIdle)
        let env = Search.Env(
            search: { text in
                try await clock.sleep(for: .seconds(2))
                return ["\(text).txt"]
            }, clock: clock)
        let (proxy, screen) = (Search.Proxy(), Screen())

        async let run = Search.run(
            initialState: .idle, proxy: proxy, env: env, output: Callback { await screen.show($0) })
        try proxy.send(.typed("oa"))
        try await clock.sleep(for: .seconds(2))
        try proxy.send(contentsOf: [.typed("oak"), .close])
        _ = try await run

        let lines = await screen.lines
        expectThat(lines.suffix(2) == ["Searching for oak …", "oak is in oak.txt"], "a stale answer: \(lines)")
        expectThat(clock.sleepers.isEmpty, "work has outlived its state")
    }
}
