enum Search {
    enum State: Equatable, Sendable {
        case idle
        case searching(String)
        case closed
    }

    enum Event: Sendable {
        case typed(String)
        case close
    }
}
