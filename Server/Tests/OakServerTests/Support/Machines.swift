import Oak
import OakDurable

/// Lets a person pass for a coin, until it is closed.
enum Turnstile: EffectTransducer {
    enum State: Hashable, Sendable, Terminable {
        case locked, unlocked, closed

        var isTerminal: Bool { self == .closed }
    }
    enum Event: Hashable, Sendable {
        case coin(cents: Int)
        case push
        case close
        /// Carries out work with a name; `last` closes the turnstile.
        case work(String)
        case done(String)
    }

    /// Carries out work.
    typealias Env = @Sendable (String) async throws -> Void

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (_, .close): state = .closed
        case (_, .work(let name)):
            return Effect(
                id: name, { env in try await env(name) }, success: { .done(name) }, failure: { _ in .done(name) })
        case (_, .done("last")): state = .closed
        case (_, .done): break
        case (.locked, .push), (.unlocked, .coin), (.closed, _): return .unexpected
        }
        return nil
    }
}

/// Passes on each number that it receives, in an action and as an output.
enum Relay: EffectTransducer {
    enum State: Hashable, Sendable, Terminable {
        case closed, open, ended
        var isTerminal: Bool { self == .ended }
    }
    enum Event: Hashable, Sendable { case open, pass(Int), passed, end }
    typealias Env = @Sendable (Int) async throws -> Void
    typealias Output = Int?

    static func update(_ state: inout State, event: Event) -> (Effect?, Int?) {
        switch (state, event) {
        case (.closed, .open): state = .open
        case (.closed, .pass): return (.postpone, nil)
        case (.open, .pass(let number)):
            let action = Effect(isolatedAction: { env, _ in
                try await env(number)
                return .passed
            })
            return (action, number)
        case (_, .passed): break
        case (_, .end): state = .ended
        case (.open, .open), (.ended, _): return (.unexpected, nil)
        }
        return (nil, nil)
    }
}

/// A durable machine with an activity that sends an event before it returns.
enum Courier: EffectTransducer, DurableTransducer {
    enum State: String, Codable, Sendable, Terminable {
        case riding, near, done

        var isTerminal: Bool { self == .done }
    }
    enum Event: String, Codable, Sendable { case approach, hand }

    typealias Env = Void

    static let machineName = "courier"

    static func activities(in state: State) -> [Effect] {
        if state == .done { return [] }
        return [
            Effect(id: "ride") { _, input in
                try input.send(.approach)
                try input.send(.hand)
            }
        ]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.riding, .approach): state = .near
        case (.near, .hand): state = .done
        case (.riding, .hand), (.near, .approach), (.done, _): return .unexpected
        }
        return nil
    }
}

/// A durable machine with one activity, which fails or returns as its environment says.
enum Errand: EffectTransducer, DurableTransducer {
    enum State: String, Codable, Sendable, Terminable {
        case waiting, working, done

        var isTerminal: Bool { self == .done }
    }
    enum Event: String, Codable, Sendable { case go, finish, leave }

    typealias Env = @Sendable () async throws -> Void

    static let machineName = "errand"

    static func activities(in state: State) -> [Effect] {
        guard state == .working else { return [] }
        return [Effect(id: "work", { env in try await env() }, success: { .finish })]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.waiting, .go): state = .working
        case (.working, .finish), (.waiting, .leave): state = .done
        case (.waiting, .finish), (.working, .go), (.working, .leave), (.done, _): return .unexpected
        }
        return nil
    }
}

extension Turnstile {
    /// Runs a turnstile that is locked.
    static func run(
        _ proxy: Proxy, env: @escaping Env = { _ in }, observer: sending some TransducerObserver
    ) async throws { try await run(initialState: .locked, proxy: proxy, env: env, observer: observer) }
}

extension DurableHost {
    /// Opens a host for errands.
    nonisolated static func forErrands(
        in store: MemoryStore = MemoryStore(), observer: DurableObserver, _ env: @escaping Errand.Env = {}
    ) async throws -> DurableHost {
        let host = DurableHost(store: store, observer: observer)
        try await host.register(Errand.self, env: env)
        try await host.open()
        return host
    }
}

struct Broken: Error {}
