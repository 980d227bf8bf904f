import Oak

/// Signs a user in: has effects, no output, and an end.
enum SignIn: EffectTransducer {
    enum State: Hashable, CaseIterable, Terminable {
        case idle, signingIn, failed, signedIn
        var isTerminal: Bool { self == .signedIn }
    }
    enum Event: CaseIterable { case signInRequested, succeeded, failed, cancelled }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .signInRequested), (.failed, .signInRequested):
            state = .signingIn
            return Effect(id: "sign-in") { _, input in try input.send(.succeeded) }
        case (.signingIn, .succeeded):
            state = .signedIn
            return nil
        case (.signingIn, .failed):
            state = .failed
            return nil
        case (.signingIn, .cancelled):
            state = .idle
            return .cancelTask("sign-in")
        case (.idle, .succeeded), (.idle, .failed), (.idle, .cancelled), (.signingIn, .signInRequested),
            (.failed, .succeeded), (.failed, .failed), (.failed, .cancelled), (.signedIn, _):
            return nil
        }
    }
}
