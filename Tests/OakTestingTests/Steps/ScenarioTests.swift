import Oak
import OakTesting
import Testing

@Suite("Scenarios: given, when, then")
struct ScenarioTests {
    @Test("A scenario that is as expected is no issue")
    func success() {
        let issues = Issues.of {
            given(SignIn.self, .idle)
                .when(.signInRequested, then: .signingIn, effect: .operation(id: "sign-in"))
                .when(.cancelled, then: .idle, effect: .cancelTask("sign-in"))
                .when(.cancelled, then: .idle)
            given(Turnstile.self, .locked).when(.coin, then: .unlocked, output: false)
            given(TextStack.self, .init()).when(.push, then: { $0.texts.count == 1 })
                .when(.push, then: { $0.texts.count == 2 })
                .when(.pop, then: { $0.texts.count == 1 }, output: { $0.popped == "text" })
        }
        #expect(issues.messages == [])
    }

    @Test("Each failure is reported at its event, and the scenario goes on from the expected state")
    func failures() {
        let line: UInt = #line
        let issues = Issues.of {
            given(Turnstile.self, .locked)
                .when(.coin, then: .locked)
                .when(.push, then: .locked)
                .when(.push, then: .locked, output: true)
        }
        #expect(issues.lines == [line + 3, line + 5])
        #expect(issues.message(1).contains("The output differs"))
    }

    @Test("An event after the end is reported as what it is")
    func end() {
        let issues = Issues.of {
            given(SignIn.self, .signingIn).when(.succeeded, then: .signedIn).when(.cancelled, then: .signedIn)
        }
        #expect(
            issues.messages == [
                """
                SignIn has ended in .signedIn: no event is processed any more, not even .cancelled. \
                Use expect(_:from:on:to:) to test `update` on its own.
                """
            ])
    }
}
