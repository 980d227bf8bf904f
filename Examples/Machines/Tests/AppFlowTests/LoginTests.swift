import Oak
import OakTesting
import Parts
import Testing

@testable import AppFlow

@Suite("Signing in")
struct LoginTests {
    static let kim = Account(name: "kim", folders: ["a"], codesLeft: 3)

    let answer = Gate<Admission>("the accounts")
    let clock = TestClock()

    /// A machine whose form is submitted.
    func submitted(failures: Int = 0) async -> TransducerTester<Login> {
        var state = Login.State()
        state.failures = failures
        state.form = LoginForm.State([.name: "kim", .code: "oak"])
        let tester = TransducerTester<Login>(
            initialState: state, env: Login.Env(verify: { _ in try await answer.wait() }, clock: clock),
            exhaustivity: .off)
        await tester.send(.form(.submit))
        return tester
    }

    @Test("A valid code signs the user in and clears the form")
    func welcome() async {
        let tester = await submitted(failures: 2)
        answer.open(returning: .welcome(Self.kim))
        await tester.receive(.verification(.answered(.welcome(Self.kim)))) { $0 = Login.State() }
        tester.expectOutput(Self.kim)
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("After the third wrong code nobody can sign in for half a minute")
    func lock() async {
        let tester = await submitted(failures: 2)
        answer.open(returning: .refused)
        await tester.receive(.verification(.answered(.refused))) {
            $0.failures = 3
            $0.form = LoginForm.State([.name: "kim"])
            $0.step = .locked(seconds: 30)
        }
        await tester.send(.form(.enter(.code, "oak"))) { _ in }
        for second in 1...29 {
            await clock.advance(by: .seconds(1))
            await tester.receive(.tick) { $0.step = .locked(seconds: 30 - second) }
        }
        await clock.advance(by: .seconds(1))
        await tester.receive(.tick) { $0 = Login.State() }
        #expect(clock.sleepers.isEmpty)
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("A user cannot go back while a code is checked, but can retry or go back after a failure")
    func failure() async {
        let problem = Problem("The file is gone.", advice: "Find it.")
        let tester = await submitted()
        let waiting = tester.state
        await tester.send(.back) { $0 = waiting }
        answer.letThrough(throwing: problem)
        await tester.receive(.verification(.failed(problem)))
        await tester.send(.verification(.ask)) { $0 = waiting }
        answer.letThrough(throwing: problem)
        await tester.receive(.verification(.failed(problem)))
        await tester.send(.back) { $0.step = .entering }
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }
}
