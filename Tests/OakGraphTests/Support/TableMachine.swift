import Oak
import OakGraph

/// A machine given by a table: the next state for each state and event, or `nil` where the event is ignored.
enum TableMachine: Transducer {
    struct State: Hashable {
        var at: Int
        let table: [[Int?]]
        var terminal: Set<Int> = []
    }
    typealias Event = Int

    static func isTerminal(_ state: State) -> Bool { state.terminal.contains(state.at) }

    static func update(_ state: inout State, event: Int) {
        if let next = state.table[state.at][event] { state.at = next }
    }
}
