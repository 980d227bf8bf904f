import Counters
import Oak
import OakGraph

@testable import Timers

/// A timer that runs while a counter is above zero.
enum Ringing: Pipe {
    typealias Source = Counter
    typealias Sink = Timers

    static func event(for output: Int) -> Timers.Event? { output > 0 ? .start : .stop }
}

/// The same, except that the counter hears of each step of the timer while it waits for it.
enum Echoing: Pipe {
    typealias Source = Counter
    typealias Sink = Timers

    static func event(for output: Int) -> Timers.Event? { Ringing.event(for: output) }
    static func reply(to output: Void) -> Counter.Event? { .reset }
}

/// The same, except that the timer ends below zero.
enum Ending: Pipe {
    typealias Source = Counter
    typealias Sink = Timers

    static func event(for output: Int) -> Timers.Event? { output < 0 ? .terminate : Ringing.event(for: output) }
}

func discovery<Connection: Pipe>(in pipe: Connection.Type) -> Discovery
where Connection.Source == Counter, Connection.Sink == Timers {
    let graph = StateGraph(
        of: Piped<Connection>.self, from: [.init(.init(), .init())],
        events: .generated { state in
            (state.first.value < 2 ? [.first(.increment)] : []) + (state.first.value > -2 ? [.first(.decrement)] : [])
                + [.first(.reset)]
            // A timer that steps has no end of states.
        }.answers(of: EffectID(Timers.Work.timer, in: .second)))
    return Discovery(graph.check())
}

let pipeFaults: [PlantedFault] = [
    PlantedFault("Two machines wait for each other", foundBy: "deadEnds", after: 1) { discovery(in: Echoing.self) },
    PlantedFault("An output goes to a machine that has ended", foundBy: "deadEnds", after: 2) {
        discovery(in: Ending.self)
    },
]
