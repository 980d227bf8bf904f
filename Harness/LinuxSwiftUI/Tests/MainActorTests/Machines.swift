import Oak

// Machines as written in an application whose code is on the main actor by default.

/// A machine without named effects needs no attribute.
enum Turnstile: Transducer {
    enum State: Equatable { case locked, unlocked, closed }
    enum Event { case coin, push, close }

    static func isTerminal(_ state: State) -> Bool { state == .closed }

    static func update(_ state: inout State, event: Event) -> String {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (.locked, .close), (.unlocked, .close): state = .closed
        case (.locked, .push), (.unlocked, .coin), (.closed, _): break
        }
        return "\(state)"
    }
}

/// A machine whose text a view edits; its conformance belongs to the main actor.
enum Note: Transducer {
    struct State: NonTerminal { var text = "" }
    enum Event { case typed(String) }

    static func update(_ state: inout State, event: Event) {
        switch event {
        case .typed(let text): state.text = text.uppercased()
        }
    }
}

/// A machine of the main actor with operations: a type of identities, the environment that a key path reads, and a type
/// that effects use are `nonisolated`.
enum Fetch: EffectTransducer {
    nonisolated enum Work: Hashable { case load, pause }
    enum State: Equatable { case idle, waiting, loading, done(Report) }
    enum Event: Sendable { case start, load, received(Report) }
    nonisolated struct Env: Sendable {
        var fetch: @Sendable () async throws -> String
        var clock: any Clock<Duration> = ContinuousClock()
    }

    static func activities(in state: State) -> [Effect] { state == .loading ? [load] : [] }

    static func update(_ state: inout State, event: Event) -> Effect? {
        MainActor.preconditionIsolated()
        switch (state, event) {
        case (.idle, .start):
            state = .waiting
            return .timeout(.milliseconds(1), id: Work.pause, sending: .load, clock: \.clock)
        case (.waiting, .load): state = .loading
        case (.loading, .received(let report)): state = .done(report)
        case (.idle, _), (.waiting, _), (.loading, _), (.done, _): break
        }
        return nil
    }
}

extension Fetch {
    static let load = Effect(
        id: Work.load, { env in Report(text: try await env.fetch()).trimmed }, success: Event.received)
}

nonisolated struct Report: Equatable {
    var text: String

    var trimmed: Report { Report(text: String(text.prefix(80))) }
}

/// A machine of the main actor with children.
enum Desk: CompositeTransducer {
    struct State { var fetch = Fetch.State.idle }
    enum Event: Sendable { case fetch(Fetch.Event) }
    nonisolated struct Env: Sendable { var fetch: Fetch.Env }

    static let fetch = child("fetch", Fetch.self, event: Event.fetch, env: \.fetch, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { fetch(state.fetch) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .fetch(let event): fetch.step(&state.fetch, event).effect
        }
    }
}

/// A machine that also runs off the main actor, with operations, actions and identities.
nonisolated enum Search: EffectTransducer {
    enum Work: Hashable { case query, pause }
    enum State: Equatable, Terminable {
        case idle
        case searching(String)
        case found([String])
        case closed

        var isTerminal: Bool { self == .closed }
    }
    enum Event: Sendable { case type(String), search, found([String]), close }
    struct Env: Sendable {
        var find: @Sendable (String) async throws -> [String]
        var cached: @MainActor @Sendable (String) -> [String]? = { _ in nil }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .type(let text)), (.searching, .type(let text)), (.found, .type(let text)):
            state = .searching(text)
            return Effect(action: { @MainActor env in env.cached(text).map { .found($0) } ?? .search })
        case (.searching(let text), .search):
            return query(text)
        case (.searching, .found(let results)):
            state = .found(results)
            return .cancelTask(Work.query)
        case (.idle, .close), (.searching, .close), (.found, .close):
            state = .closed
            return endPause
        case (.idle, .found), (.idle, .search), (.found, .found), (.found, .search), (.closed, _):
            return nil
        }
    }
}

/// The effects of the machine, apart from its table.
nonisolated extension Search {
    static let endPause = Effect.cancelTask(Work.pause)

    static func query(_ text: String) -> Effect {
        Effect(id: Work.query) { env, input in
            let results = Results(found: try await env.find(text))
            try input.send(.found(results.distinct))
        }
    }
}

/// A type outside of the machine that its effects use.
nonisolated struct Results {
    var found: [String]

    var distinct: [String] { found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

/// With children: one in a case, several under keys. The key path in `env:` is another reason for `nonisolated`.
nonisolated enum Shop: CompositeTransducer {
    enum State: Terminable {
        case open(Search.State, baskets: Children<Int, Turnstile.State>)
        case closed

        var isTerminal: Bool {
            switch self {
            case .open: false
            case .closed: true
            }
        }
    }
    enum Event: Sendable { case search(Search.Event), basket(Int, Turnstile.Event), add(Int), close }
    struct Env: Sendable { var search: Search.Env }

    static let search = child("search", Search.self, event: Event.search, env: \.search, failure: .endsTheRun)
    static let baskets = children("basket", Turnstile.self, event: Event.basket)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state {
        case .open(let inner, let turnstiles):
            search(inner)
            baskets(turnstiles)
        case .closed: nothing
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open(var inner, let baskets), .search(let event)):
            let step = search.step(&inner, event)
            state = .open(inner, baskets: baskets)
            return step.effect
        case (.open(let inner, var baskets), .add(let id)):
            baskets[id] = .locked
            state = .open(inner, baskets: baskets)
            return nil
        case (.open(let inner, var children), .basket(let id, let event)):
            let step = baskets.step(&children, id, event)
            state = .open(inner, baskets: children)
            return step.effect
        case (.open, .close):
            state = .closed
            return nil
        case (.closed, _):
            return nil
        }
    }
}
