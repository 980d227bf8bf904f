import Oak
import Testing

@Suite("Machines of documentation comments on tests, a hundred in one", .timeLimit(.minutes(20)))
struct CrowdTests {
    @Test func signIns() async {
        await expectCrowd(of: SignIn.self, from: .signedOut, on: .signInRequested, env: .init(signIn: { "Robin" }))
    }
}
