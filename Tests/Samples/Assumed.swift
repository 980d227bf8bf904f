// Declarations that samples in documentation comments assume.

import Oak
import OakDurable

enum Counter: Transducer {
    struct State: Terminable, Codable { var count = 0, isTerminal = false }
    enum Event: Codable, Sendable { case increment, decrement, finish }

    static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        case .finish: state.isTerminal = true
        }
        return state.count
    }
}

let proxy = Counter.Proxy()

enum Turnstile: Transducer {
    enum State { case locked, unlocked }
    enum Event { case coin, push }

    static func update(_ state: inout State, event: Event) -> Bool {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (.locked, .push), (.unlocked, .coin): return false
        }
        return state == .locked
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

enum Order: EffectTransducer, DurableTransducer {
    enum State: Codable, Sendable { case open, paying(cents: Int), paid, rejected }
    enum Event: Codable, Sendable { case pay(cents: Int), charged, declined, tooLate }
    struct Env: Sendable { var charge: @Sendable (Int, IdempotencyKey?) async throws -> Bool }

    static let machineName = "order"

    static func isTerminal(_ state: State) -> Bool {
        switch state {
        case .open, .paying: false
        case .paid, .rejected: true
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        if case .pay = event { state = .paid }
        return nil
    }
}

enum OrderV1 {
    enum State: Codable { case open, paying(euros: Int), paid, rejected }
    enum Event: Codable { case pay(euros: Int), remind }
}
