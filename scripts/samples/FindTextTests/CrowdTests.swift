import Oak
import Testing

@testable import FindText

private struct Failure: Error {}

@Suite("The machine of the tutorial, a hundred in one", .timeLimit(.minutes(1)))
struct CrowdTests {
    @Test func searches() async {
        await expectCrowd(of: Search.self, from: .idle, on: .typed("oak"), env: .init(search: { [$0] }))
        await expectCrowd(of: Search.self, from: .idle, on: .typed("oak"), env: .init(search: { _ in throw Failure() }))
    }
}
