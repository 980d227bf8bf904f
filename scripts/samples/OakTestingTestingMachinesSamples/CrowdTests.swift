import Oak
import OakTesting
import Testing

@Suite("Machines of the article on OakTesting, a hundred in one")
struct CrowdTests {
    @Test func signIns() async {
        await expectCrowd(
            of: SignIn.self, from: .signedOut, on: .signIn,
            env: .init(answer: { "Robin" }, clock: TestClock(advancing: .whenIdle)))
    }

    @Test func washers() async {
        await expectCrowd(
            of: Washer.self, from: .idle, on: .wash("socks"), env: .init(clock: TestClock(advancing: .whenIdle)))
    }
}
