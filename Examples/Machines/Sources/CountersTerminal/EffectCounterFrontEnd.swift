public import Counters
import Oak
public import Terminal

/// The counter with effects in a terminal.
public struct EffectCounterFrontEnd: FrontEnd {
    public typealias Machine = EffectCounter

    /// Creates a front end.
    public init() {}

    public let introduction = "A counter whose steps take a while."
    public let vocabulary: Set<String> = ["increment", "decrement", "reset"]

    public func commands(in state: EffectCounter.State) -> [Command<EffectCounter>] {
        switch state.pending {
        case .none:
            [
                Command("increment", "count one up", sends: .increment),
                Command("decrement", "count one down", sends: .decrement),
                Command("reset", "begin again at zero", sends: .reset),
            ]
        case .increment, .decrement:
            [Command("reset", "call the step off and begin again at zero", sends: .reset)]
        }
    }

    public func isWorking(in state: EffectCounter.State) -> Bool { state.isPending }

    public func opening(in state: EffectCounter.State) -> [Line] {
        [Line("Type increment, decrement or reset; help shows more.", .faint), "\(state.value)"]
    }

    public func report(
        _ event: EffectCounter.Event, from old: EffectCounter.State, to new: EffectCounter.State
    ) -> [Line] {
        switch new.pending {
        case .none: ["\(new.value)"]
        case .increment: [Line("\(new.value), counting up …", .faint)]
        case .decrement: [Line("\(new.value), counting down …", .faint)]
        }
    }
}
