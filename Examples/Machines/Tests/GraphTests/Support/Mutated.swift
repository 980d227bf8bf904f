import Oak

/// One difference from a machine.
struct Fault<Original: ExecutableTransducer & SendableMetatype>: Sendable {
    typealias Effect = TransducerEffect<Original.Event, Original.Env, Original.Input>
    typealias Step = @Sendable (inout Original.State, Original.Event) -> (Effect?, Original.Output)

    /// Computes a transition; that of the original, unless it is the fault.
    var step: Step = { Original.step(&$0, event: $1) }

    /// Lists the activities of a state.
    var activities: @Sendable (Original.State) -> [Effect] = { _ in [] }
}

/// A machine with a fault, which its state carries.
enum Mutated<Original: ExecutableTransducer & SendableMetatype>: ExecutableTransducer {
    struct State {
        var original: Original.State
        let fault: Fault<Original>
    }

    typealias Event = Original.Event
    typealias Output = Original.Output
    typealias Env = Original.Env
    typealias Proxy = Original.Proxy

    static func isTerminal(_ state: State) -> Bool { Original.isTerminal(state.original) }

    static func activities(in state: State) -> [TransducerEffect<Event, Env, Input>] {
        state.fault.activities(state.original)
    }

    static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Output) {
        state.fault.step(&state.original, event)
    }
}

extension Mutated.State: Sendable where Original.State: Sendable {}

extension Mutated.State: Equatable where Original.State: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.original == rhs.original }
}

extension Mutated.State: Terminable where Original.State: Terminable {
    var isTerminal: Bool { original.isTerminal }
}

extension Mutated.State: NonTerminal where Original.State: NonTerminal {}
