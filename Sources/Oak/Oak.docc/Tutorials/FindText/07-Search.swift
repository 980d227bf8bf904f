import Oak

enum Search: EffectTransducer {
    enum State: Equatable, Sendable, Terminable {
        case idle
        case searching(String)
        case closed

        var isTerminal: Bool { self == .closed }
    }

    enum Event: Equatable, Sendable {
        case typed(String)
        case found([String])
        case failed(String)
        case tooLate
        case close
    }

    struct Env: Sendable {
        var search: @Sendable (_ text: String) async throws -> [String]
        var clock: any Clock<Duration> = ContinuousClock()
    }

    typealias Output = String?

    enum Activity: Hashable {
        case search(String)
        case timeout(String)
    }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .searching(let text):
            [
                search(text),
                .timeout(.seconds(5), id: Activity.timeout(text), sending: .tooLate, clock: \.clock),
            ]
        case .idle, .closed:
            []
        }
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, String?) {
        switch (state, event) {
        case (.idle, .typed(let text)), (.searching, .typed(let text)):
            state = .searching(text)
            return (nil, "Searching for \(text) …")
        case (.searching(let text), .found(let files)):
            state = .idle
            return (nil, "\(text) is in \(files.isEmpty ? "no file" : files.joined(separator: ", "))")
        case (.searching, .failed(let reason)):
            state = .idle
            return (nil, "The search has failed: \(reason)")
        case (.searching, .tooLate):
            state = .idle
            return (nil, "The search takes too long.")
        case (.searching, .close):
            return (.postpone, nil)
        case (.idle, .close):
            state = .closed
            return (nil, nil)
        case (.idle, _), (.closed, _):
            return (nil, nil)
        }
    }

    static func search(_ text: String) -> Effect {
        Effect(
            id: Activity.search(text), { env in try await env.search(text) },
            success: Event.found, failure: { error in .failed("\(error)") })
    }
}
