import Oak
import Testing

@Suite("Machines of the article on proxies, a hundred in one")
struct CrowdTests {
    @Test func polls() async {
        await expectCrowd(of: Poll.self, from: .init(missing: 10), on: .ask, env: (), answers: 10)
    }
}
