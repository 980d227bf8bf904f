import Oak
import OakTesting
import Testing

protocol AuthService: Sendable {
    func signIn() async throws -> SignInTransducer.User
}

/// Signing in, once, however often the button is tapped.
enum SignInTransducer: EffectTransducer {
    struct User: Equatable { let name: String }
    struct Env { let authService: any AuthService }

    enum State: Terminable {
        case idle
        case signingIn
        case signedIn(User)
        case error(any Error)

        var isTerminal: Bool {
            switch self {
            case .signedIn, .error: true
            case .idle, .signingIn: false
            }
        }
    }

    enum Event {
        case signInRequested
        case signInCompleted(User)
        case signInFailed(any Error)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .signInRequested):
            state = .signingIn
            return signInEffect()

        case (.signingIn, .signInCompleted(let user)):
            state = .signedIn(user)
            return nil

        case (.signingIn, .signInFailed(let error)):
            state = .error(error)
            return nil

        case (.signingIn, .signInRequested):
            // The second of two taps.
            return nil

        case (.idle, .signInCompleted), (.idle, .signInFailed), (.signedIn, _), (.error, _):
            return nil
        }
    }

    static func signInEffect() -> Effect {
        Effect(id: "sign-in") { env, input in
            do {
                let user = try await env.authService.signIn()
                try input.send(.signInCompleted(user))
            } catch {
                try input.send(.signInFailed(error))
            }
        }
    }
}

struct MockAuthService: AuthService {
    struct WrongPassword: Error {}

    let answer = Gate<SignInTransducer.User>("the answer of the service")

    func signIn() async throws -> SignInTransducer.User { try await answer.wait() }
}

@Suite("Sign-in flow", .timeLimit(.minutes(20)))
struct SignInTests {
    typealias State = SignInTransducer.State

    let user = SignInTransducer.User(name: "Ada")

    @Test("Signing in asks the service once and keeps the user")
    func happyPath() {
        var state = State.idle

        let request = SignInTransducer.update(&state, event: .signInRequested)
        #expect("\(state)" == "\(State.signingIn)")
        #expect(request?.id == EffectID("sign-in"))
        #expect(request?.kind == .operation)

        let completion = SignInTransducer.update(&state, event: .signInCompleted(user))
        #expect("\(state)" == "\(State.signedIn(user))")
        #expect(state.isTerminal)
        #expect(completion == nil)
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let error = MockAuthService.WrongPassword()
        expectTable(
            of: SignInTransducer.self,
            states: [.idle, .signingIn, .signedIn(user), .error(error)],
            events: [.signInRequested, .signInCompleted(user), .signInFailed(error)])
    }

    @Test("A double tap signs in once")
    func doubleTap() async {
        let service = MockAuthService()
        let tester = TransducerTester(
            of: SignInTransducer.self, initialState: .idle, env: SignInTransducer.Env(authService: service))

        await tester.send(.signInRequested) { $0 = .signingIn }
        tester.expectStarted(.operation(id: "sign-in"))
        await tester.send(.signInRequested) { $0 = .signingIn }

        service.answer.open(returning: user)
        await tester.receive(.signInCompleted(user)) { $0 = .signedIn(user) }
        tester.expectCancelled(.operation(id: "sign-in"), because: .machineEnded)
        await tester.finish()
    }

    @Test("A failing service ends the flow in its error state, not in an error")
    func failure() async {
        let error = MockAuthService.WrongPassword()
        let service = MockAuthService()
        let tester = TransducerTester(
            of: SignInTransducer.self, initialState: .idle, env: SignInTransducer.Env(authService: service))

        await tester.send(.signInRequested) { $0 = .signingIn }
        tester.expectStarted(.operation(id: "sign-in"))
        service.answer.open(throwing: error)
        await tester.receive(.signInFailed(error)) { $0 = .error(error) }
        tester.expectCancelled(.operation(id: "sign-in"), because: .machineEnded)
        await tester.finish()
        #expect(throws: TransducerError.terminated) { try tester.proxy.send(.signInRequested) }
    }
}
