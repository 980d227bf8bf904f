import Oak
import OakTesting
import TestSupport

/// A machine whose transitions, outputs, effects and end are random and depend on the seed only.
///
/// The output is an event for a machine of the same kind, so that such machines can form a sequence.
enum RandomMachine: EffectTransducer {
    struct State: Equatable, Sendable, Terminable {
        let name: String
        let seed: UInt64
        /// Whether the machine may end.
        var ends = true
        var timer = Timer()
        /// The events so far.
        var history: [Event] = []
        var isTerminal = false
    }

    struct Event: Equatable, Sendable {
        var number: Int
        /// The greatest depth of action events that follow from one another.
        var depth = 2
    }

    /// The clock of a machine, which is equal to any other.
    struct Timer: Equatable, Sendable {
        let clock = TestClock()
        static func == (lhs: Timer, rhs: Timer) -> Bool { true }
    }

    /// The environment of a random machine.
    struct Env: Sendable {
        let name: String
        let work: RandomWork
    }

    typealias Output = Event

    static func update(_ state: inout State, event: Event) -> (Effect?, Event) {
        var lots = Draws(state, event)
        state.history.append(event)
        state.isTerminal = state.ends && lots.draw(24) == 0
        let effect = lots.effect(parts: 2)
        return (effect, Event(number: lots.draw(4), depth: event.depth))
    }
}

/// The random choices of one transition.
private struct Draws {
    private let state: RandomMachine.State
    private let event: RandomMachine.Event
    private var random: SeededGenerator

    init(_ state: RandomMachine.State, _ event: RandomMachine.Event) {
        self.state = state
        self.event = event
        random = SeededGenerator(
            seed: state.seed &+ UInt64(state.history.count * 64 + event.number * 4 + event.depth) &* 0x9E37_79B9)
    }

    mutating func draw(_ count: Int) -> Int { Int(random.next() >> 33) % count }

    mutating func follower() -> RandomMachine.Event { RandomMachine.Event(number: draw(4), depth: event.depth - 1) }

    mutating func followers() -> [RandomMachine.Event] { (0..<draw(3)).map { _ in follower() } }

    /// - Parameter parts: How deep compositions may be.
    mutating func effect(parts: Int) -> RandomMachine.Effect? {
        switch draw(parts > 0 ? 14 : 10) {
        case 0, 1, 2: nil
        case 3 where event.depth > 0: .event(follower())
        case 4 where event.depth > 0: .events(followers())
        case 5: action()
        case 6, 7: operation(delayed: false)
        case 8: operation(delayed: true)
        case 9: .cancelTask(draw(4))
        case 10, 11: draw(2) == 0 ? .sequence(list(parts)) : .sequence(id: draw(4), .sequence(list(parts)))
        case 12: .combine(list(parts))
        case 13: .combine(id: draw(4), .combine(list(parts)))
        default: nil
        }
    }

    private mutating func list(_ parts: Int) -> [RandomMachine.Effect] {
        (0...draw(3)).compactMap { _ in effect(parts: parts - 1) }
    }

    private mutating func action() -> RandomMachine.Effect {
        let label = "\(state.name) action \(draw(100))"
        let answer = event.depth > 0 ? followers() : []
        return RandomMachine.Effect(action: { (env: RandomMachine.Env) -> [RandomMachine.Event] in
            env.work.act(label, in: env)
            return answer
        })
    }

    private mutating func operation(delayed: Bool) -> RandomMachine.Effect {
        let (name, label) = (state.name, "\(state.name) operation \(draw(1_000_000))")
        let answer = RandomMachine.Event(number: draw(4), depth: 1)
        let isIsolated = draw(3) == 0
        let id = draw(4)
        if delayed {
            return RandomMachine.Effect(
                id: id,
                operation: { env, input in
                    env.work.note(label + " due", in: env)
                    try input.send(answer)
                }, after: .seconds(1 + draw(3)), clock: state.timer.clock)
        }
        if isIsolated {
            return RandomMachine.Effect(
                id: id,
                isolatedOperation: { env, input, _ in
                    try await env.work.work(label, for: name, in: env)
                    try input.send(answer)
                })
        }
        return RandomMachine.Effect(id: id) { env, input in
            try await env.work.work(label, for: name, in: env)
            try input.send(answer)
        }
    }
}

/// Records the work of effects and lets operations continue.
final class RandomWork: Sendable {
    private let journal = Recorder<String>()
    private let works = Recorder<String>()
    private let gates = Recorder<(name: String, label: String, gate: Gate<Void>)>()

    /// The entries of actions, in order.
    var actions: [String] { journal.values }
    /// The entries of operations; entries of simultaneous operations are in no particular order.
    var operations: [String] { works.values }

    func act(_ label: String, in env: RandomMachine.Env) { journal.record("\(env.name): \(label)") }
    func note(_ label: String, in env: RandomMachine.Env) { works.record("\(env.name): \(label)") }

    func work(_ label: String, for name: String, in env: RandomMachine.Env) async throws {
        note(label + " begins", in: env)
        let gate = Gate<Void>()
        gates.record((name, label, gate))
        do {
            try await gate.wait()
        } catch {
            note(label + " is cancelled", in: env)
            throw error
        }
        note(label + " ends", in: env)
    }

    /// Lets one of the waiting operations of a machine continue, if there is any.
    func release(_ number: Int, of name: String) {
        let waiting = gates.values.filter { $0.name == name && $0.gate.waiters > 0 }.sorted { $0.label < $1.label }
        guard !waiting.isEmpty else { return }
        waiting[number % waiting.count].gate.open()
    }
}
