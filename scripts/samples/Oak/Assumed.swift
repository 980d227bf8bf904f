// What samples in documentation comments take for granted.

import Oak

enum Counter: Transducer {
    struct State: NonTerminal { var count = 0 }
    enum Event { case increment }

    static func update(_ state: inout State, event: Event) -> Int {
        state.count += 1
        return state.count
    }
}

let proxy = Counter.Proxy()
