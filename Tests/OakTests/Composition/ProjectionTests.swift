import Oak
import OakTesting
import Testing

/// Random machines wherever a child can be.
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

    static let always = child(
        "always", Lottery.self, event: Event.always, env: { Lottery.Env(name: "A", game: $0.game) })
    static let room = child("room", Lottery.self, event: Event.room, env: { Lottery.Env(name: "B", game: $0.game) })
    static let guest = child("guest", Lottery.self, event: Event.guest, env: { Lottery.Env(name: "C", game: $0.game) })
    static let member = children(
        "child", Lottery.self, event: Event.child, env: { Lottery.Env(name: $1, game: $0.game) })

    static func activeChildren(in state: State) -> Active<Self> {
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

@Suite("C19 A child does what it does alone", .timeLimit(.minutes(20)))
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
            for name in ["D", "E"] { state.children[name] = player(name) }
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
            let account = seating.account(play)
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
