import Oak
import OakTesting
import Testing

@Suite("C19 Laws of machines one behind the other", .timeLimit(.minutes(20)))
struct CascadeLawTests {
    /// Gives back what it gets.
    private enum Identity: Transducer {
        struct State: Sendable, Equatable {}
        typealias Event = Lottery.Event
        static func update(_ state: inout State, event: Event) -> Event { event }
    }

    private static let names = ["A", "B", "C"]

    /// A machine that consists of random machines, its environment and where they are in it.
    private func account<T: ExecutableTransducer & SendableMetatype>(
        _ type: T.Type, _ seating: Seating<T>, seed: UInt64, from state: (inout Players) -> T.State,
        env: (Players) -> T.Env, event: (String, Lottery.Event) -> T.Event
    ) async -> Account
    where T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Output: Sendable {
        var players = Players()
        let state = state(&players)
        let names = seating.paths.map(\.name)
        // Events from outside are for the machine in front; what operations do is decided for each.
        let moves = Move.draw(40, for: names, seed: seed).filter { name, move in
            switch move {
            case .send: name == "A"
            case .release, .pass: true
            }
        }
        let play = await play(
            T.self, from: state, env: env(players), game: players.game, timers: players.timers, moves, event: event)
        return seating.account(play)
    }

    private func player(_ name: String, seed: UInt64, in players: inout Players) -> Lottery.State {
        players.add(name, seed: seed &+ UInt64(name.utf8.first ?? 0) &* 1_000_000)
    }

    private func alone(seed: UInt64) async -> Account {
        await account(Lottery.self, .alone("A"), seed: seed) { players in
            player("A", seed: seed, in: &players)
        } env: {
            $0.env("A")
        } event: {
            $1
        }
    }

    @Test("A machine that gives back what it gets changes nothing in front of another")
    func identityInFront() async throws {
        try await law(1...300) { seed in
            let found = await account(
                Sequential<Identity, Lottery>.self,
                Seating(
                    paths: [("#1", "A")], state: { $1.second }, output: { $1 }, address: { ("A", Self.event(of: $0)) }),
                seed: seed
            ) { players in
                .init(.init(), player("A", seed: seed, in: &players))
            } env: {
                .init((), $0.env("A"))
            } event: {
                .first($1)
            }
            try requireSameRun(found, await alone(seed: seed), seed: seed)
        }
    }

    @Test("A machine that gives back what it gets changes nothing behind another")
    func identityBehind() async throws {
        try await law(1...300) { seed in
            let found = await account(
                Sequential<Lottery, Identity>.self,
                Seating(
                    paths: [("#0", "A")], state: { $1.first }, output: { $1 }, address: { ("A", Self.event(of: $0)) }),
                seed: seed
            ) { players in
                .init(player("A", seed: seed, in: &players), .init())
            } env: {
                .init($0.env("A"), ())
            } event: {
                .first($1)
            }
            try requireSameRun(found, await alone(seed: seed), seed: seed)
        }
    }

    /// Fails unless a machine has done what another one does; what comes after the end is turned away by both.
    private func requireSameRun(_ found: Account, _ expected: Account, seed: UInt64) throws {
        var (found, expected) = (found, expected)
        (found.rejected, expected.rejected) = ([], [])
        try require(found, equals: expected, seed: seed)
    }

    private static func event(of event: PairEvent<Lottery.Event, Lottery.Event>) -> Lottery.Event {
        switch event {
        case .first(let event), .second(let event): event
        }
    }

    // MARK: - Associativity

    private typealias Front = Sequential<Lottery, Lottery>
    private typealias LeftNested = CompactSequential<Front, Lottery>

    /// The same three with the last two put together first.
    private enum RightNested: Cascade {
        typealias First = Lottery
        typealias Second = Sequential<Lottery, Lottery>
        static func event(from output: Lottery.Event) -> Second.Event? { .first(output) }
    }

    @Test("Three machines one behind the other are the same however they are put together")
    func associativity() async throws {
        try await law(1...300) { seed in
            let left = await account(
                LeftNested.self,
                Seating(
                    paths: [("#0/#0", "A"), ("#0/#1", "B"), ("#1", "C")],
                    state: { ["A": $1.first.first, "B": $1.first.second, "C": $1.second][$0] },
                    output: { $1 },
                    address: { event in
                        switch event {
                        case .first(.first(let event)): ("A", event)
                        case .first(.second(let event)): ("B", event)
                        case .second(let event): ("C", event)
                        }
                    }), seed: seed
            ) { players in
                let (a, b, c) = three(seed, &players)
                return .init(.init(a, b), c)
            } env: {
                .init(.init($0.env("A"), $0.env("B")), $0.env("C"))
            } event: { name, event in
                switch name {
                case "A": .first(.first(event))
                case "B": .first(.second(event))
                default: .second(event)
                }
            }
            let right = await account(
                RightNested.self,
                Seating(
                    paths: [("#0", "A"), ("#1/#0", "B"), ("#1/#1", "C")],
                    state: { ["A": $1.first, "B": $1.second.first, "C": $1.second.second][$0] },
                    output: { $1 ?? nil },
                    address: { event in
                        switch event {
                        case .first(let event): ("A", event)
                        case .second(.first(let event)): ("B", event)
                        case .second(.second(let event)): ("C", event)
                        }
                    }), seed: seed
            ) { players in
                let (a, b, c) = three(seed, &players)
                return .init(a, .init(b, c))
            } env: {
                .init($0.env("A"), .init($0.env("B"), $0.env("C")))
            } event: { name, event in
                switch name {
                case "A": .first(event)
                case "B": .second(.first(event))
                default: .second(.second(event))
                }
            }
            try require(left, equals: right, seed: seed)
        }
    }

    private func three(
        _ seed: UInt64, _ players: inout Players
    ) -> (Lottery.State, Lottery.State, Lottery.State) {
        (
            player("A", seed: seed, in: &players), player("B", seed: seed, in: &players),
            player("C", seed: seed, in: &players)
        )
    }

    // MARK: - Projection

    @Test("Each of two machines does what it does alone on the same events; the second gets what the first puts out")
    func projection() async throws {
        try await law(1...300) { seed in
            let both = await account(
                Front.self,
                Seating(
                    paths: [("#0", "A"), ("#1", "B")], state: { $0 == "A" ? $1.first : $1.second },
                    output: { $1 },
                    address: { event in
                        switch event {
                        case .first(let event): ("A", event)
                        case .second(let event): ("B", event)
                        }
                    }), seed: seed
            ) { players in
                .init(player("A", seed: seed, in: &players), player("B", seed: seed, in: &players))
            } env: {
                .init($0.env("A"), $0.env("B"))
            } event: {
                $0 == "A" ? .first($1) : .second($1)
            }
            let first = try #require(both.states["A"])
            let second = try #require(both.states["B"])
            // Each transition depends on the state and the event alone, so a history tells everything.
            var (alone, outputs) = (first, [Lottery.Event]())
            (alone.history, alone.isTerminal) = ([], false)
            for event in first.history { outputs.append(Lottery.update(&alone, event: event).1) }
            try #require(alone == first, "seed \(seed)")
            (alone, alone.history, alone.isTerminal) = (second, [], false)
            for event in second.history { _ = Lottery.update(&alone, event: event) }
            try #require(alone == second, "seed \(seed)")
            // In front of the second, what the first puts out comes in order, and nothing of it is missing.
            var rest = outputs[...]
            for event in second.history where event == rest.first { rest = rest.dropFirst() }
            try #require(rest.isEmpty || second.isTerminal, "seed \(seed): \(rest.count) outputs did not arrive")
        }
    }
}
