import OakTesting
import XCTest

/// The driver is the same under XCTest.
final class TransducerTesterXCTests: XCTestCase {
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
