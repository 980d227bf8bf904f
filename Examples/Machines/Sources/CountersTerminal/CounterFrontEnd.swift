public import Counters
import Oak
public import Terminal

/// The pure counter in a terminal.
public struct CounterFrontEnd: FrontEnd {
    public typealias Machine = Counter

    /// Creates a front end.
    public init() {}

    public let introduction = "A counter."
    public let vocabulary: Set<String> = ["increment", "decrement", "reset"]

    public func commands(in state: Counter.State) -> [Command<Counter>] {
        [
            Command("increment", "count one up", sends: .increment),
            Command("decrement", "count one down", sends: .decrement),
            Command("reset", "begin again at zero", sends: .reset),
        ]
    }

    public func isWorking(in state: Counter.State) -> Bool { false }

    public func opening(in state: Counter.State) -> [Line] {
        [Line("Type increment, decrement or reset; help shows more.", .faint), "\(state.value)"]
    }

    public func report(_ event: Counter.Event, from old: Counter.State, to new: Counter.State) -> [Line] {
        ["\(new.value)"]
    }
}
