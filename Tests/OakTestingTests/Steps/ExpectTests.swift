import Oak
import OakTesting
import TestSupport
import Testing

@Suite("Expecting one transition")
struct ExpectTests {
    @Test("An expected transition is not reported")
    func success() {
        let issues = Issues.of {
            expectTransition(
                of: SignIn.self, from: .idle, on: .signInRequested, to: .signingIn, effect: .operation(id: "sign-in"))
            expectTransition(
                of: SignIn.self, from: .signingIn, on: .cancelled, to: .idle, effect: .cancelTask("sign-in"))
            expectTransition(of: SignIn.self, from: .signingIn, on: .failed, to: .failed)
            expectTransition(of: Turnstile.self, from: .unlocked, on: .push, to: .locked, output: true)
            expectTransition(
                of: TextStack.self, from: .init(), on: .push, to: { $0.texts.count == 1 }, output: { $0.popped == nil })
            expectTransition(of: TextStack.self, from: .init(), on: .push, to: { !$0.texts.isEmpty })
        }
        #expect(issues.messages == [])
    }

    @Test("A wrong state is reported with the difference, at the line of the expectation")
    func wrongState() {
        let issues = Issues.of { expectTransition(of: Turnstile.self, from: .locked, on: .coin, to: .locked) }
        #expect(issues.lines == [#line - 1])
        #expect(
            issues.messages == [
                """
                Turnstile: the transition from .locked on .coin is not as expected.

                The state differs:
                − Turnstile.State.locked
                + Turnstile.State.unlocked

                (Expected: −, Actual: +)
                """
            ])
    }

    @Test("A wrong, missing or superfluous effect is reported")
    func wrongEffect() {
        let issues = Issues.of {
            expectTransition(
                of: SignIn.self, from: .idle, on: .signInRequested, to: .signingIn, effect: .operation(id: "other"))
            expectTransition(of: SignIn.self, from: .idle, on: .cancelled, to: .idle, effect: .cancelTask("sign-in"))
            expectTransition(of: SignIn.self, from: .idle, on: .signInRequested, to: .signingIn)
        }
        #expect(issues.messages.count == 3)
        #expect(issues.message(0).contains("− .operation(id: \"other\")\n+ .operation(id: \"sign-in\")"))
        #expect(issues.message(1).contains("− .cancelTask(\"sign-in\")\n+ none"))
        #expect(issues.message(2).contains("− none\n+ .operation(id: \"sign-in\")"))
    }

    @Test("A wrong output is reported, together with a wrong state")
    func wrongOutput() {
        let issues = Issues.of {
            expectTransition(of: Turnstile.self, from: .unlocked, on: .push, to: .unlocked, output: false)
            expectTransition(of: Turnstile.self, from: .unlocked, on: .push, to: .locked, output: false)
        }
        #expect(issues.messages.count == 2)
        #expect(issues.message(0).contains("The state differs"))
        #expect(issues.message(0).contains("The output differs:\n− false\n+ true"))
        #expect(!issues.message(1).contains("The state differs"))
    }

    @Test("A failed condition is reported with the value")
    func condition() {
        let issues = Issues.of {
            expectTransition(
                of: TextStack.self, from: .init(), on: .push, to: \.texts.isEmpty, output: { $0.popped != nil })
        }
        #expect(issues.lines == [#line - 3])
        #expect(issues.message(0).contains("The state does not satisfy the condition:\n+ State(texts: [\"text\"])"))
        #expect(issues.message(0).contains("The output does not satisfy the condition:\n+ Output(popped: nil)"))
    }
}
