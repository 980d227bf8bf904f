import Oak
import Testing

@Suite("Machines around views, a hundred in one")
struct CrowdTests {
    @Test func downloads() async {
        await expectCrowd(of: Download.self, from: .failed, on: .again, env: .init(load: { 1 }))
    }
}
