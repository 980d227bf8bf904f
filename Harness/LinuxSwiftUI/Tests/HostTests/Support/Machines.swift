import Oak
import OakTesting
import SwiftUI
import TestSupport

/// A counter that ends on request, with its count as the output.
enum Tally: Transducer {
    struct State: Terminable {
        var count = 0
        var isTerminal = false
    }
    enum Event { case add, finish }

    static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .add: state.count += 1
        case .finish: state.isTerminal = true
        }
        return state.count
    }
}

/// A machine with an operation that writes to the journal of its environment.
enum Worker: EffectTransducer {
    enum State: NonTerminal, Equatable { case idle, working(String) }
    enum Event { case start }
    struct Env: Sendable {
        var name = "work"
        let journal: Journal
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        state = .working("hard")
        return Effect(id: "work") { env, _ in
            await env.journal.note("begin of \(env.name)")
            // Until it is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            await env.journal.note("end of \(env.name)")
        }
    }
}

/// Shows and operates a tally.
struct TallyContent: View {
    var name = "tally"
    let state: Tally.State
    let input: Tally.Input

    var body: some View {
        Text("\(name): \(state.count)\(state.isTerminal ? ", done" : "")")
        Button("Add to \(name)") { input(.add) }
        Button("Finish \(name)") { input(.finish) }
    }
}

/// A counter that says when a run of it begins.
enum Opening: Transducer {
    struct State: NonTerminal { var count = 0 }
    enum Event { case add }

    static func initialOutput(initialState: State) -> String? { "begun with \(initialState.count)" }

    static func update(_ state: inout State, event: Event) -> String {
        state.count += 1
        return "\(state.count)"
    }
}

/// A timer that ticks each second of its clock.
enum Ticker: EffectTransducer {
    struct State: NonTerminal { var ticks = 0 }
    enum Event { case start, tick, skip }
    struct Env: Sendable { let clock: TestClock }
    typealias Output = Int

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .start: return (second, state.ticks)
        case .tick:
            state.ticks += 1
            return (second, state.ticks)
        case .skip:
            state.ticks += 1
            return (nil, state.ticks)
        }
    }

    private static var second: Effect {
        Effect(id: "second") { env, input in
            try await env.clock.sleep(for: .seconds(1))
            try input.send(.tick)
        }
    }
}

/// A machine that expects no event.
enum Door: EffectTransducer {
    struct State: NonTerminal {}
    enum Event { case knock }

    static func update(_ state: inout State, event: Event) -> Effect? { .unexpected }
}

extension TransducerObserver where Self == MachineObserver<Door> {
    /// Notes what nobody has expected.
    static func knocks(_ journal: Journal) -> MachineObserver<Door> {
        .each(Door.self) { occurrence in
            if case .eventUnexpected(let event, _) = occurrence {
                MainActor.assumeIsolated { journal.note("\(event)") }
            }
        }
    }
}

extension RunSettings {
    /// An event that nobody has expected ends the run.
    static let strict = RunSettings(unexpectedEvents: .endingTheRun)
}
