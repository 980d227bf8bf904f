import Oak

/// Lets a person pass for a coin: has an output, and no effects.
package enum Turnstile: Transducer {
    package enum State: Hashable, CaseIterable { case locked, unlocked }
    package enum Event: CaseIterable { case coin, push }

    /// Whether a person passes.
    package static func update(_ state: inout State, event: Event) -> Bool {
        switch (state, event) {
        case (.locked, .coin):
            state = .unlocked
            return false
        case (.unlocked, .push):
            state = .locked
            return true
        case (.locked, .push), (.unlocked, .coin): return false
        }
    }
}
