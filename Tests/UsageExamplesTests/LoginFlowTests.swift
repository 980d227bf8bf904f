import Oak
import OakTesting
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

@Suite("Login flow", .timeLimit(.minutes(20)))
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
        expectTransitions(of: LoginFlow.self, from: .start)
            .on(.startLogin, to: .enteringCredentials("", ""))
            .on(.emailChanged("ada@example.org"), to: .enteringCredentials("ada@example.org", ""))
            .on(.passwordChanged("1815"), to: .enteringCredentials("ada@example.org", "1815"))
            .on(.submit, to: .authenticating("ada@example.org"))
            .on(.rejected, to: .enteringCredentials("ada@example.org", ""))
            .on(.passwordChanged("1843"), to: .enteringCredentials("ada@example.org", "1843"))
            .on(.submit, to: .authenticating("ada@example.org"))
            .on(.accepted, to: .authenticated(user: "ada@example.org"))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            of: LoginFlow.self,
            states: [
                .start, .enteringCredentials("a", "b"), .enteringCredentials("", "b"), .authenticating("a"),
                .authenticated(user: "a"), .cancelled,
            ],
            events: [.startLogin, .emailChanged("e"), .passwordChanged("p"), .submit, .accepted, .rejected, .cancel])
    }

    @Test("The run returns when somebody is logged in")
    func integration() async {
        let tester = TransducerTester(of: LoginFlow.self, initialState: .start)
        await tester.send(.startLogin) { $0 = .enteringCredentials("", "") }
        await tester.send(.emailChanged("ada")) { $0 = .enteringCredentials("ada", "") }
        await tester.send(.passwordChanged("1815")) { $0 = .enteringCredentials("ada", "1815") }
        await tester.send(.submit) { $0 = .authenticating("ada") }
        // Here the server would be asked.
        #expect(!tester.hasEnded)
        await tester.send(.accepted) { $0 = .authenticated(user: "ada") }
        #expect(tester.hasEnded)
        await tester.finish()
    }
}
