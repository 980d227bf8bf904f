// Declarations that samples in documentation comments assume.

import Oak

enum Counter: Transducer {
    struct State: Terminable, Codable { var count = 0, isTerminal = false }
    enum Event: Codable, Sendable { case increment, finish }

    static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .increment: state.count += 1
        case .finish: state.isTerminal = true
        }
        return state.count
    }
}

enum SignIn: EffectTransducer {
    enum State: Equatable { case signedOut, signingIn, signedIn(String) }
    enum Event: Equatable { case signInRequested, answered(String) }
    struct Env: Sendable { var signIn: @Sendable () async throws -> String }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.signedOut, .signInRequested):
            state = .signingIn
            return Effect(id: "sign-in") { env, input in try input.send(.answered(try await env.signIn())) }
        case (.signingIn, .answered(let name)):
            state = .signedIn(name)
            return nil
        case (.signingIn, .signInRequested), (.signedOut, .answered), (.signedIn, _):
            return nil
        }
    }
}

let proxy = Counter.Proxy()
