import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Scenarios of several transitions")
struct ScenarioTests {
    @Test("An expected scenario is not reported")
    func success() {
        let issues = Issues.of {
            expectTransitions(of: SignIn.self, from: .idle)
                .on(.signInRequested, to: .signingIn, effect: .operation(id: "sign-in"))
                .on(.cancelled, to: .idle, effect: .cancelTask("sign-in"))
                .on(.cancelled, to: .idle)
            expectTransitions(of: Turnstile.self, from: .locked).on(.coin, to: .unlocked, output: false)
            expectTransitions(of: TextStack.self, from: .init()).on(.push, to: { $0.texts.count == 1 })
                .on(.push, to: { $0.texts.count == 2 })
                .on(.pop, to: { $0.texts.count == 1 }, output: { $0.popped == "text" })
        }
        #expect(issues.messages == [])
    }

    @Test("Each failure is reported at its event, and the scenario continues from the expected state")
    func failures() {
        let line: UInt = #line
        let issues = Issues.of {
            expectTransitions(of: Turnstile.self, from: .locked)
                .on(.coin, to: .locked)
                .on(.push, to: .locked)
                .on(.push, to: .locked, output: true)
        }
        #expect(issues.lines == [line + 3, line + 5])
        #expect(issues.message(1).contains("The output differs"))
    }

    @Test("An event after the end of the machine is reported")
    func end() {
        let issues = Issues.of {
            expectTransitions(of: SignIn.self, from: .signingIn).on(.succeeded, to: .signedIn).on(
                .cancelled, to: .signedIn)
        }
        #expect(
            issues.messages == [
                """
                SignIn has ended in .signedIn: no event is processed any more, not even .cancelled. \
                Use expectTransition(of:from:on:to:) to test `update` on its own.
                """
            ])
    }
}
