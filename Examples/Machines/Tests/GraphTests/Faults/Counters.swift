import Oak
import OakGraph
import Synchronization

@testable import Counters

let stays = "The value stays within its bounds"
let counts = "It counts in both directions"

@Sendable func effectCounter() -> Guarded<EffectCounter, EffectCounter.State> {
    Guarded(
        initial: .init(),
        events: { state in
            // A value out of bounds is a fault by itself, and must not grow without end.
            switch state.value {
            case -1...1: [.increment, .decrement, .reset]
            case -2: [.increment, .reset]
            case 2: [.decrement, .reset]
            default: [.reset]
            }
        },
        part: { $0 },
        answers: { $0.answers(of: EffectCounter.Work.step, .incrementReady, .decrementReady) },
        checks: .standard.union([.replacedOperations]),
        properties: [
            .always(stays) { abs($0.original.value) <= 2 },
            .sometimes(counts) { $0.original.value == -1 },
        ])
}

private let effectCounterSteps:
    @Sendable (
        _ change:
            @escaping @Sendable (inout EffectCounter.State, EffectCounter.Event) -> (
                changed: Bool, EffectCounter.Effect?
            )
    ) -> Fault<EffectCounter> = { change in
        Fault(step: { state, event in
            var changed = state
            let (isChanged, effect) = change(&changed, event)
            guard isChanged else { return EffectCounter.step(&state, event: event) }
            state = changed
            return (effect, ())
        })
    }

private let calls = Atomic<Int>(0)

let counterFaults: [PlantedFault] = [
    PlantedFault(
        "A reset forgets to cancel the step", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .reset, state.isPending else { return (false, nil) }
            state = .init()
            return (true, nil)
        }, foundBy: .outlivingOperations, after: 3),
    PlantedFault(
        "A step starts twice", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .increment, state.pending == .increment else { return (false, nil) }
            return (true, EffectCounter.increasing)
        }, foundBy: .replacedOperations, after: 2),
    PlantedFault(
        "A step is not started", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .increment, state.pending == .none else { return (false, nil) }
            state.pending = .increment
            return (true, nil)
        }, foundBy: .unansweredEffects, after: 2),
    PlantedFault(
        "A result is accepted in the wrong state", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .incrementReady, state.pending == .decrement else { return (false, nil) }
            state = .init(value: state.value + 1)
            return (true, nil)
        }, foundBy: stays, after: 6),
    PlantedFault(
        "A step counts twice", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .incrementReady, state.pending == .increment else { return (false, nil) }
            state = .init(value: state.value + 2)
            return (true, nil)
        }, foundBy: stays, after: 6),
    PlantedFault(
        "A step goes the wrong way", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .decrementReady, state.pending == .decrement else { return (false, nil) }
            state = .init(value: min(state.value + 1, 2))
            return (true, nil)
        }, foundBy: counts, after: nil),
    PlantedFault(
        "A reset resets for ever", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .reset, state.pending == .none else { return (false, nil) }
            state = .init()
            return (true, .event(.reset))
        }, foundBy: .endlessActions, after: 1),
    PlantedFault(
        "A result depends on more than state and event", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .reset, state.value == 1, state.pending == .none else { return (false, nil) }
            let call = calls.add(1, ordering: .relaxed).newValue
            state = call.isMultiple(of: 2) ? .init(value: 0) : .init(value: -1)
            return (true, nil)
        }, foundBy: .determinism, after: 3),
    PlantedFault(
        "A result below zero ends the process", in: effectCounter,
        effectCounterSteps { state, event in
            precondition(event != .decrementReady || state.value > 0, "below zero")
            return (false, nil)
        }, foundBy: .traps, after: 2, findingTraps: true),
    PlantedFault(
        "A result is unexpected", in: effectCounter,
        effectCounterSteps { state, event in
            guard event == .incrementReady, state.pending == .increment else { return (false, nil) }
            return (true, .unexpected)
        }, foundBy: .unexpectedEvents, after: 2),
]
