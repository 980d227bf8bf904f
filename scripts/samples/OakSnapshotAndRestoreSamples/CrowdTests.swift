import Oak
import Testing

private struct Failure: Error {}

@Suite("Machines that go on from a stored state, a hundred in one")
struct CrowdTests {
    @Test func downloads() async {
        await expectCrowd(of: Download.self, from: .idle, on: .load("map"), env: .init(load: { $0.count }))
        await expectCrowd(of: Download.self, from: .loading("map"), env: .init(load: { $0.count }))
        await expectCrowd(of: Download.self, from: .loading("map"), env: .init(load: { _ in throw Failure() }))
    }
}
