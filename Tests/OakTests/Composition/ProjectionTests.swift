import Oak
import OakTesting
import Testing

/// Random machines wherever a component can be.
enum Residence: CompositeTransducer {
    struct State: Sendable {
        enum Room: Sendable { case empty, taken(Lottery.State) }
        var always: Lottery.State
        var room: Room
        var guest: Lottery.State?
        var children = Children<String, Lottery.State>()
    }
    enum Event: Sendable {
        case always(Lottery.Event), room(Lottery.Event), guest(Lottery.Event), child(String, Lottery.Event)
    }
    struct Env: Sendable { let game: Game }
    typealias Output = Lottery.Event?

    static let always = Component<Self, Lottery>(
        "always", event: Event.always, extract: { if case .always(let event) = $0 { event } else { nil } },
        env: { Lottery.Env(name: "A", game: $0.game) })
    static let room = Component<Self, Lottery>(
        "room", event: Event.room, extract: { if case .room(let event) = $0 { event } else { nil } },
        env: { Lottery.Env(name: "B", game: $0.game) })
    static let guest = Component<Self, Lottery>(
        "guest", event: Event.guest, extract: { if case .guest(let event) = $0 { event } else { nil } },
        env: { Lottery.Env(name: "C", game: $0.game) })
    static let child = ComponentCollection<Self, String, Lottery>(
        "child", event: Event.child,
        extract: { if case .child(let id, let event) = $0 { (id, event) } else { nil } },
        env: { Lottery.Env(name: "children", game: $0.game) })

    static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
        roll.call(room) { if case .taken = state.room { true } else { false } }
        roll.call(guest) { state.guest != nil }
        roll.call(child, in: &state.children)
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch event {
        case .always(let event):
            let step = always.step(&state.always, event: event)
            return (step.effect, step.output)
        case .room(let event):
            guard case .taken(var inner) = state.room else { return (nil, nil) }
            let step = room.step(&inner, event: event)
            state.room = .taken(inner)
            return (step.effect, step.output)
        case .guest(let event):
            let step = guest.step(&state.guest, event: event)
            return (step.effect, step.output)
        case .child(let id, let event):
            let step = child.step(&state.children, id, event: event)
            return (step.effect, step.output)
        }
    }
}

@Suite("C19 A component does what it does alone", .timeLimit(.minutes(5)))
struct ProjectionTests {
    private static let names = ["A", "B", "C", "D", "E"]

    private let seating = Seating<Residence>(
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

    @Test("Always there, in a case, in an optional and under a key: each does what it does alone on the same events")
    func projection() async throws {
        try await law(1...150) { seed in
            let moves = Move.draw(80, for: Self.names, seed: seed)
            var players = Players()
            func player(_ name: String) -> Lottery.State { players.add(name, seed: Self.seed(of: name, seed)) }
            var state = Residence.State(always: player("A"), room: .taken(player("B")), guest: player("C"))
            for name in ["D", "E"] { state.children.add(player(name), as: name) }
            let play = await play(
                Residence.self, from: state, env: .init(game: players.game), game: players.game,
                timers: players.timers, moves
            ) { name, event in
                switch name {
                case "A": .always(event)
                case "B": .room(event)
                case "C": .guest(event)
                default: .child(name, event)
                }
            }
            var account = seating.account(play)
            // The elements of a collection share one environment; the label tells whose deed it was.
            func name(_ deed: String) -> String {
                guard deed.hasPrefix("children: ") else { return deed }
                let label = deed.dropFirst("children: ".count)
                return "\(label.prefix(1)): \(label)"
            }
            account.actions = account.actions.map(name)
            account.operations = account.operations.map { $0.map(name) }
            for name in Self.names {
                let alone = await playAlone(name, seed: Self.seed(of: name, seed), moves)
                try requireSame(account, alone, name, seed: seed)
            }
        }
    }

    private static func seed(of name: String, _ seed: UInt64) -> UInt64 {
        seed &+ UInt64(name.utf8.first ?? 0) &* 1_000_000
    }
}
