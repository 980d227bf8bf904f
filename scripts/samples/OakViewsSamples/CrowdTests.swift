import Oak
import Testing

@Suite("Machines of views, a hundred in one")
struct CrowdTests {
    @Test func greeters() async {
        await expectCrowd(of: Greeter.self, from: .silent, on: .greet, env: .init(greeting: { "Hello" }))
    }
}
