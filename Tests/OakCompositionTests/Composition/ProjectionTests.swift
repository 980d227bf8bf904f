import Oak
import OakTesting
import TestSupport
import Testing

/// Random machines wherever a child can be.
enum RandomComposite: CompositeTransducer {
    struct State: Sendable {
        enum Room: Sendable { case empty, taken(RandomMachine.State) }
        var always: RandomMachine.State
        var room: Room
        var guest: RandomMachine.State?
        var children = Children<String, RandomMachine.State>()
    }
    enum Event: Sendable {
        case always(RandomMachine.Event), room(RandomMachine.Event), guest(RandomMachine.Event), child(
            String, RandomMachine.Event)
    }
    struct Env: Sendable { let work: RandomWork }
    typealias Output = RandomMachine.Event?

    static let always = child(
        "always", RandomMachine.self, event: Event.always, env: { RandomMachine.Env(name: "A", work: $0.work) },
        failure: .endsTheRun)
    static let room = child(
        "room", RandomMachine.self, event: Event.room, env: { RandomMachine.Env(name: "B", work: $0.work) },
        failure: .endsTheRun)
    static let guest = child(
        "guest", RandomMachine.self, event: Event.guest, env: { RandomMachine.Env(name: "C", work: $0.work) },
        failure: .endsTheRun)
    static let member = children(
        "child", RandomMachine.self, event: Event.child, env: { RandomMachine.Env(name: $1, work: $0.work) },
        failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        always
        switch state.room {
        case .empty: nothing
        case .taken: room
        }
        guest(state.guest)
        member(state.children)
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch event {
        case .always(let event):
            let step = always.step(&state.always, event)
            return (step.effect, step.output)
        case .room(let event):
            guard case .taken(var inner) = state.room else { return (nil, nil) }
            let step = room.step(&inner, event)
            state.room = .taken(inner)
            return (step.effect, step.output)
        case .guest(let event):
            let step = guest.step(&state.guest, event)
            return (step.effect, step.output)
        case .child(let id, let event):
            let step = member.step(&state.children, id, event)
            return (step.effect, step.output)
        }
    }
}

@Suite("C19 Projection: children behave as they do alone")
struct ProjectionTests {
    private static let names = ["A", "B", "C", "D", "E"]

    private let layout = Layout<RandomComposite>(
        paths: [
            ("always", "A"), ("room", "B"), ("guest", "C"), ("child[D]", "D"), ("child[E]", "E"),
        ],
        state: { name, state in
            switch name {
            case "A": return state.always
            case "B":
                guard case .taken(let inner) = state.room else { return nil }
                return inner
            case "C": return state.guest
            default: return state.children[name]
            }
        },
        output: { _, output in output },
        address: { event in
            switch event {
            case .always(let event): ("A", event)
            case .room(let event): ("B", event)
            case .guest(let event): ("C", event)
            case .child(let name, let event): (name, event)
            }
        })

    @Test("Each child of a composite behaves as it does alone with the same events")
    func projection() async throws {
        for seed in Effort.seeds(40) {
            let moves = Move.draw(80, for: Self.names, seed: seed)
            var machines = RandomMachines()
            func player(_ name: String) -> RandomMachine.State { machines.add(name, seed: Self.seed(of: name, seed)) }
            var state = RandomComposite.State(always: player("A"), room: .taken(player("B")), guest: player("C"))
            for name in ["D", "E"] { state.children[name] = player(name) }
            let play = await play(
                RandomComposite.self, from: state, env: .init(work: machines.work), work: machines.work,
                timers: machines.timers, moves
            ) { name, event in
                switch name {
                case "A": .always(event)
                case "B": .room(event)
                case "C": .guest(event)
                default: .child(name, event)
                }
            }
            let account = layout.account(play)
            for name in Self.names {
                let alone = await playAlone(name, seed: Self.seed(of: name, seed), moves)
                try requireSame(account, alone, name, seed: seed)
            }
        }
    }

    private static func seed(of name: String, _ seed: UInt64) -> UInt64 {
        seed &+ UInt64(name.utf8.first ?? 0) &* 1_000_000
    }

    // MARK: - Two machines

    private typealias Two = Parallel<RandomMachine, RandomMachine>
    private typealias FirstWins = Race<RandomMachine, RandomMachine>

    /// Two random machines side by side, or in a race.
    private func playTwo<T: ProductTransducer<RandomMachine, RandomMachine> & SendableMetatype>(
        _ type: T.Type, seed: UInt64
    ) async -> RunReport {
        var machines = RandomMachines()
        let states = T.State(machines.add("A", seed: seed), machines.add("B", seed: seed &+ 1_000_000))
        let play = await play(
            T.self, from: states, env: .init(machines.env("A"), machines.env("B")), work: machines.work,
            timers: machines.timers, Move.draw(40, for: ["A", "B"], seed: seed)
        ) { name, event in name == "A" ? .first(event) : .second(event) }
        let layout = Layout<T>(
            paths: [("#0", "A"), ("#1", "B")],
            state: { name, state in name == "A" ? state.first : state.second },
            output: { name, output in name == "A" ? output.first : output.second },
            address: { event in
                switch event {
                case .first(let event): ("A", event)
                case .second(let event): ("B", event)
                }
            })
        return layout.account(play)
    }

    @Test("Each of two parallel machines behaves as it does alone")
    func parallelProjection() async throws {
        for seed in Effort.seeds(60) {
            let both = await playTwo(Two.self, seed: seed)
            for (name, offset) in [("A", 0), ("B", 1_000_000)] as [(String, UInt64)] {
                let alone = await playAlone(name, seed: seed &+ offset, Move.draw(40, for: ["A", "B"], seed: seed))
                try requireSame(both, alone, name, seed: seed)
            }
        }
    }

    @Test("Each machine of a race behaves as it does alone until the race ends")
    func raceProjection() async throws {
        for seed in Effort.seeds(60) {
            let both = await playTwo(FirstWins.self, seed: seed)
            for (name, offset) in [("A", 0), ("B", 1_000_000)] as [(String, UInt64)] {
                let alone = await playAlone(name, seed: seed &+ offset, Move.draw(40, for: ["A", "B"], seed: seed))
                // The loser has not got as far as alone.
                let history = try #require(both.states[name]).history
                try #require(
                    alone.states[name]?.history.starts(with: history) == true, "\(name) with seed \(seed)")
                if both.states[name == "A" ? "B" : "A"]?.isTerminal != true {
                    try requireSame(both, alone, name, seed: seed)
                }
            }
        }
    }

    @Test("Each machine of a cascade behaves as it does alone, and the second receives the outputs of the first")
    func sequential() async throws {
        for seed in Effort.seeds(60) {
            var machines = RandomMachines()
            let states = Pair(
                machines.add("A", seed: Self.seed(of: "A", seed)), machines.add("B", seed: Self.seed(of: "B", seed)))
            // Events from outside are for the first machine; the acts of operations are chosen for each machine.
            let moves = Move.draw(40, for: ["A", "B"], seed: seed).filter { name, move in
                switch move {
                case .send: name == "A"
                case .release, .pass: true
                }
            }
            let both = await play(
                Sequential<RandomMachine, RandomMachine>.self, from: states,
                env: .init(machines.env("A"), machines.env("B")), work: machines.work, timers: machines.timers, moves
            ) { $0 == "A" ? .first($1) : .second($1) }.state
            // Each transition depends only on the state and the event, so a history determines everything.
            var (alone, outputs) = (both.first, [RandomMachine.Event]())
            (alone.history, alone.isTerminal) = ([], false)
            for event in both.first.history { outputs.append(RandomMachine.update(&alone, event: event).1) }
            try #require(alone == both.first, "seed \(seed)")
            (alone, alone.history, alone.isTerminal) = (both.second, [], false)
            for event in both.second.history { _ = RandomMachine.update(&alone, event: event) }
            try #require(alone == both.second, "seed \(seed)")
            // The second machine receives the outputs of the first in order and completely.
            var rest = outputs[...]
            for event in both.second.history where event == rest.first { rest = rest.dropFirst() }
            try #require(rest.isEmpty || both.second.isTerminal, "seed \(seed): \(rest.count) outputs did not arrive")
        }
    }
}

/// Runs a random machine alone, with the moves that concern it.
func playAlone(_ name: String, seed: UInt64, _ moves: [(name: String, move: Move)]) async -> RunReport {
    var machines = RandomMachines()
    let state = machines.add(name, seed: seed)
    let play = await play(
        RandomMachine.self, from: state, env: machines.env(name), work: machines.work, timers: machines.timers,
        moves.filter { $0.name == name }
    ) { _, event in event }
    return Layout.alone(name).account(play)
}

/// Fails unless a child has behaved as it does alone.
func requireSame(
    _ composite: RunReport, _ alone: RunReport, _ name: String, seed: UInt64, at site: SourceLocation = #_sourceLocation
) throws {
    var (composite, alone) = (composite.of(name), alone.of(name))
    // A machine that has ended alone rejects later events on arrival; a child does so within the composite.
    composite.outputs.removeAll { $0.what == nil }
    (composite.rejected, alone.rejected) = ([], [])
    try #require(composite == alone, "seed \(seed)", sourceLocation: site)
}
