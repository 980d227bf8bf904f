import OakTesting
import XCTest

/// The driver is the same under XCTest.
final class TransducerTesterXCTests: XCTestCase {
    func testSigningIn() async {
        let answer = Gate<String>("the answer")
        let tester = TransducerTester(of: Login.self, initialState: .signedOut, env: .init(answer: answer.wait))
        await tester.send(.signInRequested) { $0 = .signingIn }
        tester.expectStarted(.combination, .operation(id: "sign-in"), .operation(id: "time-out"))
        answer.open(returning: "Robin")
        await tester.receive(.answered("Robin")) { $0 = .signedIn(name: "Robin") }
        tester.expectCancelled(.operation(id: "time-out"))
        await tester.finish()
    }

    @MainActor
    func testReportsOnTheMainActor() async {
        let issues = await Issues.of {
            let tester = TransducerTester(of: Login.self, initialState: .signedOut, env: .init(answer: { "" }))
            await tester.send(.close)
            await tester.finish()
        }
        XCTAssertEqual(issues.messages.count, 1)
    }

    func testExploring() async {
        await explore(seeds: 1...10) {
            let tester = TransducerTester(of: Login.self, initialState: .signedOut, env: .init(answer: { "" }))
            await tester.send(.close) { $0 = .closed }
            await tester.finish()
        }
    }
}
