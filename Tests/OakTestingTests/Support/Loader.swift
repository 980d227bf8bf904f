import Oak

/// Loads a number and tries again when that fails: effects of several kinds, action events, outputs, an end.
enum Loader: EffectTransducer {
    enum State: Codable, Hashable, Terminable {
        case idle, loading(attempt: Int), checking(Int), done(Int?)

        var isTerminal: Bool {
            switch self {
            case .idle, .loading, .checking: false
            case .done: true
            }
        }
    }

    enum Event: Codable, Hashable { case load, failed, retry, loaded(Int), checked, log, stop }

    struct Env: Sendable {
        var load: @Sendable (_ attempt: Int) async throws -> Event
    }

    typealias Output = String

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        switch (state, event) {
        case (.idle, .load):
            state = .loading(attempt: 1)
            return (load(attempt: 1), "loading")
        case (.loading, .failed):
            return (.events([.log, .retry]), "failed")
        case (.loading(let attempt), .retry):
            state = .loading(attempt: attempt + 1)
            return (load(attempt: attempt + 1), "again")
        case (.loading, .loaded(let number)):
            state = .checking(number)
            return (.sequence(.event(.log), Effect(action: { _ in .checked })), "loaded")
        case (.checking(let number), .checked):
            state = .done(number)
            return (.cancelTask("load"), "checked")
        case (_, .stop):
            state = .done(nil)
            return (nil, "stopped")
        case (_, .log), (.idle, _), (.loading, _), (.checking, _), (.done, _):
            return (nil, "")
        }
    }

    private static func load(attempt: Int) -> Effect {
        Effect(id: "load") { env, input in try input.send(try await env.load(attempt)) }
    }
}

/// A barrier without outputs.
enum Barrier: Transducer {
    enum State: Codable, Hashable { case locked, unlocked }
    enum Event: Codable, Hashable { case coin(Int), push }

    static func update(_ state: inout State, event: Event) {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (.locked, .push), (.unlocked, .coin): break
        }
    }
}
