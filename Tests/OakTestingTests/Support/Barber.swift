import Oak

/// Serves one customer at a time; others wait, also for the shop to open.
enum Barber: EffectTransducer {
    enum State: String, CaseIterable, Codable, Hashable { case closed, free, busy }
    enum Event: String, CaseIterable, Codable, Hashable, Sendable { case visit, open, close, finish }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.closed, .visit), (.busy, .visit): return .postpone
        case (.closed, .finish), (.free, .finish): return .unexpected
        case (.closed, .open), (.busy, .finish): state = .free
        case (.free, .visit): state = .busy
        case (.free, .close): state = .closed
        case (.free, .open), (.closed, .close), (.busy, .open), (.busy, .close): break
        }
        return nil
    }
}
