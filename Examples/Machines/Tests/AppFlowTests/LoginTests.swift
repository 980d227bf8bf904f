import Oak
import OakTesting
import Parts
import Testing

@testable import AppFlow

@Suite("Signing in")
struct LoginTests {
    static let kim = Account(name: "kim", folders: ["a"])

    let answer = Gate<Admission>("the accounts")
    let clock = TestClock()

    func tester(failures: Int = 0) -> TransducerTester<Login> {
        var state = Login.State()
        state.failures = failures
        state.form = LoginForm.State([.name: "kim", .code: "oak"])
        return TransducerTester(
            initialState: state, env: Login.Env(verify: { _ in try await answer.wait() }, clock: clock),
            exhaustivity: .off)
    }

    @Test("A valid code signs the user in and clears the form")
    func welcome() async {
        let tester = tester(failures: 2)
        await tester.send(.form(.submit))
        answer.open(returning: .welcome(Self.kim, codesLeft: 3))
        await tester.receive(.verification(.answered(.welcome(Self.kim, codesLeft: 3)))) { $0 = Login.State() }
        tester.expectOutput(.signedIn(Self.kim, codesLeft: 3))
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("A wrong code clears the code and keeps the name")
    func refused() async {
        let tester = tester()
        await tester.send(.form(.submit))
        answer.open(returning: .refused)
        await tester.receive(.verification(.answered(.refused))) {
            $0.failures = 1
            $0.form = LoginForm.State([.name: "kim"])
            $0.step = .entering(wasRefused: true)
        }
        #expect(tester.state.prompt?.label == "code")
        #expect(tester.state.triesLeft == 2)
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }

    @Test("After the third wrong code the form is locked until its time-out")
    func lock() async {
        let tester = tester(failures: 2)
        await tester.send(.form(.submit))
        answer.open(returning: .refused)
        await tester.receive(.verification(.answered(.refused))) {
            $0.failures = 3
            $0.form = LoginForm.State([.name: "kim"])
            $0.step = .locked(seconds: 30)
        }
        #expect(tester.state.actions.isEmpty)
        let locked = tester.state
        for event in [Login.Event.form(.enter(.code, "oak")), .form(.submit), .back] {
            await tester.send(event) { $0 = locked }
        }
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

    @Test("A user cannot go back while a code is checked, but can after a failure")
    func failure() async {
        let problem = Problem("The file is gone.", advice: "Find it.")
        let tester = tester()
        await tester.send(.form(.submit))
        let waiting = tester.state
        await tester.send(.back) { $0 = waiting }
        answer.letThrough(throwing: problem)
        await tester.receive(.verification(.failed(problem)))
        #expect(tester.state.actions.map(\.id) == ["retry", "back"])
        await tester.send(.verification(.ask)) { $0 = waiting }
        answer.letThrough(throwing: problem)
        await tester.receive(.verification(.failed(problem)))
        await tester.send(.back) { $0.step = .entering(wasRefused: false) }
        #expect(tester.state.failures == 0)
        await tester.cancel()
        await tester.finish(throwing: TransducerError.cancelled)
    }
}
