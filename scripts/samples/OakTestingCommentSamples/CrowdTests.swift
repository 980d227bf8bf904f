import Oak
import Testing

@Suite("Machines of documentation comments on tests, a hundred in one")
struct CrowdTests {
    @Test func signIns() async {
        await expectCrowd(of: SignIn.self, from: .signedOut, on: .signInRequested, env: .init(signIn: { "Robin" }))
    }
}
