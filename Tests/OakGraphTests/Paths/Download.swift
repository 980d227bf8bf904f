import Oak
import OakGraph

/// Loads with retries: effects with answers, action events, outputs, an activity, an end.
enum Download: EffectTransducer {
    struct Progress: Hashable {
        var attempt = 1
        var tags: [String] = []
    }
    enum State: Hashable, Terminable {
        case idle
        case loading(Progress)
        case done(String)

        var isTerminal: Bool {
            switch self {
            case .done: true
            case .idle, .loading: false
            }
        }
    }
    enum Event: Hashable, Sendable { case start, failed, retry(tag: String), loaded(String), stop }
    typealias Output = String?

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .loading: [Effect(id: "spinner") { _, _ in }]
        case .idle, .done: []
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, String?) {
        switch (state, event) {
        case (.idle, .start):
            state = .loading(Progress())
            return (load, "started")
        case (.loading(let progress), .failed):
            return progress.attempt < 2 ? (.event(.retry(tag: "again")), nil) : (.postpone, nil)
        case (.loading(var progress), .retry(let tag)):
            progress.attempt += 1
            progress.tags.append(tag)
            state = .loading(progress)
            return (load, nil)
        case (.loading, .loaded(let text)):
            state = .done(text)
            return (nil, "loaded")
        case (.loading, .stop):
            state = .idle
            return (.cancelTask("load"), nil)
        case (.idle, .stop), (.idle, .retry), (.done, _), (.loading, .start): return (nil, nil)
        case (.idle, .failed), (.idle, .loaded): return (.unexpected, nil)
        }
    }

    private static var load: Effect { Effect(id: "load") { _, _ in } }

    static var graph: StateGraph<Download> {
        let events: Alphabet<Download> = [.start, .stop]
        return StateGraph(
            of: Download.self, from: [.idle], events: events.answers(of: "load", .loaded("text"), .failed))
    }
}

/// Counts to a limit, and says when it is reached.
enum Counting: Transducer {
    struct State: Hashable { var count = 0 }
    enum Event: CaseIterable { case up, down, reset }

    static func update(_ state: inout State, event: Event) -> Bool {
        switch event {
        case .up: state.count = min(state.count + 1, 4)
        case .down: state.count = max(state.count - 1, 0)
        case .reset: state.count = 0
        }
        return state.count == 4
    }

    static var graph: StateGraph<Counting> { StateGraph(of: Counting.self, from: [.init()], events: .allCases) }
}

/// A machine whose output is its event.
enum Echo: Transducer {
    typealias State = String
    typealias Event = String

    static func update(_ state: inout String, event: String) { state = event }
}
