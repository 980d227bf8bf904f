import Oak
import OakTesting

/// A machine that signs a user in, with a time-out, and ends on request.
enum Login: EffectTransducer {
    enum State: Equatable, Terminable {
        case signedOut, signingIn
        case signedIn(name: String)
        case failed(reason: String)
        case closed

        var isTerminal: Bool { self == .closed }
    }
    enum Event: Equatable { case signInRequested, answered(String), timedOut, signOut, retry, close }
    struct Env: Sendable {
        var answer: @Sendable () async throws -> String
        var clock = TestClock()
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.signedOut, .signInRequested), (.failed, .retry):
            state = .signingIn
            return .combine(request, timeOut)
        case (.signingIn, .answered(let name)):
            state = .signedIn(name: name)
            return .cancelTask("time-out")
        case (.signingIn, .timedOut):
            state = .failed(reason: "no answer")
            return .cancelTask("sign-in")
        case (.signedIn, .signOut):
            state = .signedOut
            return nil
        case (_, .close):
            state = .closed
            return nil
        case (.signedOut, _), (.signingIn, _), (.signedIn, _), (.failed, _), (.closed, _):
            return nil
        }
    }

    private static var request: Effect {
        Effect(id: "sign-in") { env, input in try input.send(.answered(try await env.answer())) }
    }

    private static var timeOut: Effect {
        Effect(id: "time-out") { env, input in
            try await env.clock.sleep(for: .seconds(10))
            try input.send(.timedOut)
        }
    }
}
