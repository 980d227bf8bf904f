import Oak
import OakTesting

/// Searches when nothing was typed for 300 milliseconds, and shows what was found for the latest text.
enum Suggestions: EffectTransducer {
    enum State: Equatable, Terminable {
        case open, closed

        var isTerminal: Bool {
            switch self {
            case .open: false
            case .closed: true
            }
        }
    }
    enum Event: Equatable { case typed(String), found([String]), close }
    struct Env: Sendable {
        let clock = TestClock()
        var search: @Sendable (String) async throws -> [String] = { ["about \($0)"] }
    }
    typealias Output = [String]?

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]?) {
        switch (state, event) {
        case (.open, .typed(let text)):
            return (search(for: text), nil)
        case (.open, .found(let suggestions)):
            return (nil, suggestions)
        case (.open, .close):
            state = .closed
            return (nil, [])
        case (.closed, _):
            return (nil, nil)
        }
    }

    private static func search(for text: String) -> Effect {
        Effect(id: "search") { env, input in
            try await env.clock.sleep(for: .milliseconds(300))
            try input.send(.found(try await env.search(text)))
        }
    }
}
