import Oak
import OakTesting
import Testing

@testable import FindText

@Test func aSearchBeginsAndEnds() {
    expectTransitions(of: Search.self, from: .idle)
        .on(.typed("oak"), to: .searching("oak"))
        .on(.found(["trees.txt"]), to: .idle)
        .on(.close, to: .closed)
}

@Test func aSearchMayTakeFiveSeconds() async {
    let clock = TestClock()
    let answer = Gate<[String]>("the answer")
    let tester = TransducerTester(
        of: Search.self, initialState: .idle, env: .init(search: { _ in try await answer.wait() }, clock: clock))

    await tester.send(.typed("oak")) { $0 = .searching("oak") }
    tester.expectOutput("Searching for oak …")
    tester.expectStarted(.activity(.operation(id: Search.Activity.search("oak"))))
    tester.expectStarted(.activity(.operation(id: Search.Activity.timeout("oak"))))

    await clock.advance(by: .seconds(5))
    await tester.receive(.tooLate) { $0 = .idle }
    tester.expectOutput("The search takes too long.")
    tester.expectCancelled(.activity(.operation(id: Search.Activity.search("oak"))), because: .stateLeft)

    await tester.send(.close) { $0 = .closed }
    await tester.finish()
}

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
