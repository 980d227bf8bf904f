import Oak
import Testing

@Suite("Machines of views, a hundred in one", .timeLimit(.minutes(20)))
struct CrowdTests {
    @Test func greeters() async {
        await expectCrowd(of: Greeter.self, from: .silent, on: .greet, env: .init(greeting: { "Hello" }))
    }
}
