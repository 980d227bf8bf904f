import Oak
import OakTesting
import Testing

private struct Failure: Error {}

@Suite("Machines of the article on what a graph proves, a hundred in one")
struct CrowdTests {
    @Test func drafts() async {
        await expectCrowd(of: Draft.self, from: .edited, on: .save, env: .init(save: {}))
        await expectCrowd(of: Draft.self, from: .edited, on: .save, env: .init(save: { throw Failure() }))
    }
}
