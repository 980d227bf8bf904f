import Oak

enum Search: Transducer {
    enum State: Equatable, Sendable, Terminable {
        case idle
        case searching(String)
        case closed

        var isTerminal: Bool { self == .closed }
    }

    enum Event: Sendable {
        case typed(String)
        case close
    }

    static func update(_ state: inout State, event: Event) -> String? {
        switch (state, event) {
        case (.idle, .typed(let text)), (.searching, .typed(let text)):
            state = .searching(text)
            return "Searching for \(text) …"
        case (.idle, .close), (.searching, .close):
            state = .closed
            return nil
        case (.closed, _):
            return nil
        }
    }
}
