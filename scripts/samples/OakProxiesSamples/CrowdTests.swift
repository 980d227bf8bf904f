import Oak
import Testing

@Suite("Machines of the article on proxies, a hundred in one", .timeLimit(.minutes(20)))
struct CrowdTests {
    @Test func polls() async {
        await expectCrowd(of: Poll.self, from: .init(missing: 10), on: .ask, env: (), answers: 10)
    }
}
