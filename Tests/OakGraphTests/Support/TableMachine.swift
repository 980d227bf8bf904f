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

/// A generator with a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
