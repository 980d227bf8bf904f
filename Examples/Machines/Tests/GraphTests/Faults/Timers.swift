import Oak
import OakGraph

@testable import Timers

let keeps = "A stopped timer keeps its count"
let ends = "A user can end it at any time"

@Sendable func timers() -> Guarded<Timers, Timers.State> {
    Guarded(
        initial: .init(),
        events: { state in [.start, .stop, .terminate] + ((state.count ?? 0) < 2 ? [.ping] : []) },
        part: { $0 },
        properties: [
            .sometimes(keeps) { $0.original == .start(count: 1) },
            .eventually(ends, under: .weak(for: { $0 == .terminate })) { $0.original.isTerminal },
        ])
}

let exists = "The page shows a timer that exists"

@Sendable func timerBoard() -> Guarded<TimerBoard, [String]> {
    Guarded(
        initial: .init(), events: { _ in [.open(1), .back, .remove(1)] },
        part: { ["\($0.page)", $0.timers[1] == nil ? "removed" : "there"] },
        exemptions: [
            .init(.deadEnds, because: "Without the timer, the events of the others go on.") { state, _ in
                state.original.timers[1] == nil
            }
        ],
        properties: [
            .always(exists) { state in
                switch state.original.page {
                case .list: true
                case .detail(let number): state.original.timers[number] != nil
                }
            }
        ])
}

let timerFaults: [PlantedFault] = [
    PlantedFault(
        "Stopping a timer does nothing", in: timers,
        Fault(step: { state, event in event == .stop ? (nil, ()) : Timers.step(&state, event: event) }),
        foundBy: .unhandledEvents, after: nil),
    PlantedFault(
        "Stopping a timer forgets its count", in: timers,
        Fault(step: { state, event in
            guard event == .stop, case .running = state else { return Timers.step(&state, event: event) }
            state = .start(count: 0)
            return (nil, ())
        }), foundBy: keeps, after: nil),
    PlantedFault(
        "A running timer cannot be ended", in: timers,
        Fault(step: { state, event in
            if event == .terminate, case .running = state { return (nil, ()) }
            return Timers.step(&state, event: event)
        }), foundBy: ends, after: 1),
    PlantedFault(
        "The page of a removed timer stays", in: timerBoard,
        Fault(step: { state, event in
            let page = state.page
            let step = TimerBoard.step(&state, event: event)
            if event == .remove(1) { state.page = page }
            return step
        }), foundBy: exists, after: 2),
]
