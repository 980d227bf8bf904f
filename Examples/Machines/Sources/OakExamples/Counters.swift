import Counters
import Oak
import Terminal

extension Terminal<Counter> {
    static var counter: Self {
        Self(
            "A counter: increment, decrement, reset.", text: { "\($0.value)" },
            words: { _ in [("increment", .increment), ("decrement", .decrement), ("reset", .reset)] })
    }
}

extension Terminal<EffectCounter> {
    static var effectCounter: Self {
        Self(
            "A counter whose steps take a while: increment, decrement, reset.",
            text: { state in
                switch state.pending {
                case .none: "\(state.value)"
                case .increment: "\(state.value), counting up …"
                case .decrement: "\(state.value), counting down …"
                }
            },
            words: { state in
                (state.isPending ? [] : [("increment", .increment), ("decrement", .decrement)]) + [("reset", .reset)]
            })
    }
}
