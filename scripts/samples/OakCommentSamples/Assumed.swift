// Declarations that samples in documentation comments assume.

import Oak

enum Counter: Transducer {
    struct State: NonTerminal { var count = 0 }
    enum Event { case increment }

    static func update(_ state: inout State, event: Event) -> Int {
        state.count += 1
        return state.count
    }
}

enum Turnstile: Transducer {
    enum State { case locked, unlocked }
    enum Event { case coin, push }

    static func update(_ state: inout State, event: Event) -> Bool {
        switch (state, event) {
        case (.locked, .coin): state = .unlocked
        case (.unlocked, .push): state = .locked
        case (.locked, .push), (.unlocked, .coin): return false
        }
        return state == .locked
    }
}

let proxy = Counter.Proxy()
