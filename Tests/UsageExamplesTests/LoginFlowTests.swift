import Oak
import Testing

/// Logging in, step by step, as a pure machine without outputs.
enum LoginFlow: Transducer {
    enum State: Terminable, Equatable {
        case start
        case enteringCredentials(String, String)
        case authenticating(String)
        case authenticated(user: String)
        case cancelled

        var isTerminal: Bool {
            switch self {
            case .authenticated, .cancelled: true
            case .start, .enteringCredentials, .authenticating: false
            }
        }
    }

    enum Event: Equatable {
        case startLogin
        case emailChanged(String)
        case passwordChanged(String)
        case submit
        case accepted
        case rejected
        case cancel
    }

    static func update(_ state: inout State, event: Event) {
        switch (state, event) {
        case (.start, .startLogin):
            state = .enteringCredentials("", "")
        case (.enteringCredentials(_, let password), .emailChanged(let email)):
            state = .enteringCredentials(email, password)
        case (.enteringCredentials(let email, _), .passwordChanged(let password)):
            state = .enteringCredentials(email, password)
        case (.enteringCredentials(let email, let password), .submit):
            guard !email.isEmpty, !password.isEmpty else { return }
            state = .authenticating(email)
        case (.authenticating(let email), .accepted):
            state = .authenticated(user: email)
        case (.authenticating(let email), .rejected):
            state = .enteringCredentials(email, "")
        case (.start, .cancel), (.enteringCredentials, .cancel), (.authenticating, .cancel):
            state = .cancelled

        case (.start, .emailChanged), (.start, .passwordChanged), (.start, .submit), (.start, .accepted),
            (.start, .rejected):
            return
        case (.enteringCredentials, .startLogin), (.enteringCredentials, .accepted), (.enteringCredentials, .rejected):
            return
        case (.authenticating, .startLogin), (.authenticating, .emailChanged), (.authenticating, .passwordChanged),
            (.authenticating, .submit):
            return
        case (.authenticated, _), (.cancelled, _):
            return
        }
    }
}

@Suite("Login flow")
struct LoginFlowTests {
    @Test("A transition is a function call")
    func singleTransition() {
        var state = LoginFlow.State.start
        LoginFlow.update(&state, event: .startLogin)
        if case .enteringCredentials(let email, let password) = state {
            #expect(email == "")
            #expect(password == "")
        } else {
            Issue.record("\(state)")
        }
    }

    @Test("A rejected password is asked for again")
    func happyPath() {
        var state = LoginFlow.State.start
        let events: [LoginFlow.Event] = [
            .startLogin, .emailChanged("ada@example.org"), .passwordChanged("1815"), .submit, .rejected,
        ]
        for event in events { LoginFlow.update(&state, event: event) }
        #expect(state == .enteringCredentials("ada@example.org", ""))
        for event in [.passwordChanged("1843"), .submit, .accepted] as [LoginFlow.Event] {
            LoginFlow.update(&state, event: event)
        }
        #expect(state == .authenticated(user: "ada@example.org"))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            [
                Row<LoginFlow>(.start, .startLogin, to: .enteringCredentials("", "")),
                Row(.start, .cancel, to: .cancelled),
                Row(.enteringCredentials("a", "b"), .emailChanged("e"), to: .enteringCredentials("e", "b")),
                Row(.enteringCredentials("a", "b"), .passwordChanged("p"), to: .enteringCredentials("a", "p")),
                Row(.enteringCredentials("a", "b"), .submit, to: .authenticating("a")),
                Row(.enteringCredentials("a", "b"), .cancel, to: .cancelled),
                Row(.enteringCredentials("", "b"), .emailChanged("e"), to: .enteringCredentials("e", "b")),
                Row(.enteringCredentials("", "b"), .passwordChanged("p"), to: .enteringCredentials("", "p")),
                Row(.enteringCredentials("", "b"), .cancel, to: .cancelled),
                Row(.authenticating("a"), .accepted, to: .authenticated(user: "a")),
                Row(.authenticating("a"), .rejected, to: .enteringCredentials("a", "")),
                Row(.authenticating("a"), .cancel, to: .cancelled),
            ],
            states: [
                .start, .enteringCredentials("a", "b"), .enteringCredentials("", "b"), .authenticating("a"),
                .authenticated(user: "a"), .cancelled,
            ],
            events: [.startLogin, .emailChanged("e"), .passwordChanged("p"), .submit, .accepted, .rejected, .cancel])
    }

    @Test("The run returns when somebody is logged in")
    func integration() async throws {
        let proxy = LoginFlow.Proxy()
        let recorder = StateRecorder(of: LoginFlow.self)
        async let run: Void = LoginFlow.run(initialState: .start, proxy: proxy, observer: recorder)

        try proxy.send(contentsOf: [.startLogin, .emailChanged("ada"), .passwordChanged("1815"), .submit])
        var state = LoginFlow.State.start
        while state != .authenticating("ada") { state = try await recorder.next() }
        // Here the server would be asked.
        try proxy.send(.accepted)

        try await run
        #expect(await recorder.states() == [.authenticated(user: "ada")])
    }
}
