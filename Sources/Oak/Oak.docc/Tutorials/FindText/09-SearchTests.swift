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
