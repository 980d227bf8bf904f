import Oak
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

    let calls = ControlledService<Void, SignInTransducer.User>()

    func signIn() async throws -> SignInTransducer.User { try await calls() }
}

@Suite("Sign-in flow")
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
            [
                Row<SignInTransducer>(.idle, .signInRequested, to: .signingIn, "operation(id: sign-in)"),
                Row(.signingIn, .signInCompleted(user), to: .signedIn(user)),
                Row(.signingIn, .signInFailed(error), to: .error(error)),
            ],
            states: [.idle, .signingIn, .signedIn(user), .error(error)],
            events: [.signInRequested, .signInCompleted(user), .signInFailed(error)])
    }

    @Test("A double tap signs in once")
    func doubleTap() async throws {
        let service = MockAuthService()
        let proxy = SignInTransducer.Proxy()
        let recorder = StateRecorder(of: SignInTransducer.self)
        async let run: Void = SignInTransducer.run(
            initialState: .idle, proxy: proxy, env: SignInTransducer.Env(authService: service), observer: recorder)

        try proxy.send(.signInRequested)
        try proxy.send(.signInRequested)
        try await service.calls.next().succeed(with: user)

        try await run
        #expect(descriptions(await recorder.states()) == descriptions([State.signingIn, .signingIn, .signedIn(user)]))
        #expect(await service.calls.close().isEmpty)
    }

    @Test("A failing service ends the flow in its error state, not in an error")
    func failure() async throws {
        let service = MockAuthService()
        let proxy = SignInTransducer.Proxy()
        let recorder = StateRecorder(of: SignInTransducer.self)
        async let run: Void = SignInTransducer.run(
            initialState: .idle, proxy: proxy, env: SignInTransducer.Env(authService: service), observer: recorder)

        try proxy.send(.signInRequested)
        try await service.calls.next().fail(with: MockAuthService.WrongPassword())

        try await run
        let expected: [State] = [.signingIn, .error(MockAuthService.WrongPassword())]
        #expect(descriptions(await recorder.states()) == descriptions(expected))
        #expect(throws: TransducerError.terminated) { try proxy.send(.signInRequested) }
    }
}
