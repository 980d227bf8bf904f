import Oak
import OakTesting
import Testing

@Suite("The exhaustive driver")
struct TransducerTesterTests {
    private let answer = Gate<String>("the answer")
    private let clock = TestClock()

    private func tester(exhaustivity: Exhaustivity = .on, line: UInt = #line) -> TransducerTester<Login> {
        TransducerTester(
            initialState: .signedOut, env: .init(answer: answer.wait, clock: clock), exhaustivity: exhaustivity,
            line: line)
    }

    @Test("A test that states everything passes")
    func everything() async {
        let tester = tester()
        await tester.send(.signInRequested) { $0 = .signingIn }
        tester.expectStarted(.combination([.operation(id: "sign-in"), .operation(id: "time-out")]))

        answer.open(returning: "Robin")
        await tester.receive(.answered("Robin")) { $0 = .signedIn(name: "Robin") }
        tester.expectCancelled(.operation(id: "time-out"), because: .cancelTask)
        #expect(clock.sleepers.isEmpty)

        await tester.send(.retry)
        await tester.send(.signOut) { $0 = .signedOut }
        await tester.finish()
    }

    @Test("The test advances the clock")
    func timeOut() async {
        let tester = tester(exhaustivity: .off)
        await tester.send(.signInRequested)
        await clock.advance(by: .seconds(9))
        #expect(tester.state == .signingIn)
        await clock.advance(by: .seconds(1))
        await tester.receive(.timedOut) { $0 = .failed(reason: "no answer") }
        tester.expectCancelled(.operation(id: "sign-in"))
        await tester.send(.close) { $0 = .closed }
        #expect(tester.hasEnded)
        await tester.finish()
    }
}
