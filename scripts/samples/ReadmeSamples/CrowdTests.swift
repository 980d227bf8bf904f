import Oak
import Testing

private struct Failure: Error {}

@Suite("The machines of the landing page, a hundred in one", .timeLimit(.minutes(1)))
struct CrowdTests {
    @Test func searches() async {
        await expectCrowd(of: Search.self, from: .init(), on: .typed("oak"), env: .init(search: { [$0] }))
    }

    @Test func downloads() async {
        await expectCrowd(of: Download.self, from: .idle, on: .start("oak.txt"), env: .init(load: { $0 }))
        await expectCrowd(
            of: Download.self, from: .idle, on: .start("oak.txt"), env: .init(load: { _ in throw Failure() }))
    }
}
