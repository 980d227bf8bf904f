import Oak
import OakTesting
import Testing

@Suite("C19 Laws of machines side by side", .timeLimit(.minutes(20)))
struct ProductLawTests {
    private typealias Two = Parallel<Lottery, Lottery>
    private typealias FirstWins = Race<Lottery, Lottery>

    /// Two random machines side by side, or in a race.
    private func play<T: ProductTransducer<Lottery, Lottery> & SendableMetatype>(
        _ type: T.Type, _ left: String, _ right: String, seed: UInt64
    ) async -> Account {
        var players = Players()
        func state(_ name: String) -> Lottery.State {
            players.add(name, seed: name == "A" ? seed : seed &+ 1_000_000)
        }
        let states = T.State(state(left), state(right))
        let play = await OakTests.play(
            T.self, from: states, env: .init(players.env(left), players.env(right)), game: players.game,
            timers: players.timers, Move.draw(40, for: ["A", "B"], seed: seed)
        ) { name, event in name == left ? .first(event) : .second(event) }
        let seating = Seating<T>(
            paths: [("#0", left), ("#1", right)],
            state: { name, state in name == left ? state.first : state.second },
            output: { name, output in name == left ? output.first : output.second },
            address: { event in
                switch event {
                case .first(let event): (left, event)
                case .second(let event): (right, event)
                }
            })
        return seating.account(play)
    }

    @Test("Parallel is commutative: the other way round, everything is the same in the same order")
    func parallelIsCommutative() async throws {
        try await law(1...300) { seed in
            let there = await play(Two.self, "A", "B", seed: seed)
            let back = await play(Two.self, "B", "A", seed: seed)
            try require(back, equals: there, seed: seed)
        }
    }

    @Test("Race is commutative: the other way round, everything is the same in the same order")
    func raceIsCommutative() async throws {
        try await law(1...300) { seed in
            let there = await play(FirstWins.self, "A", "B", seed: seed)
            let back = await play(FirstWins.self, "B", "A", seed: seed)
            try require(back, equals: there, seed: seed)
        }
    }

    @Test("Three machines side by side are the same however they are put together")
    func parallelIsAssociative() async throws {
        try await law(1...300) { seed in
            let left = await leftNested(Parallel<Parallel<Lottery, Lottery>, Lottery>.self, seed: seed)
            let right = await rightNested(Parallel<Lottery, Parallel<Lottery, Lottery>>.self, seed: seed)
            try require(left, equals: right, seed: seed)
        }
    }

    @Test("Three machines in a race are the same however they are put together")
    func raceIsAssociative() async throws {
        try await law(1...300) { seed in
            let left = await leftNested(Race<Race<Lottery, Lottery>, Lottery>.self, seed: seed)
            let right = await rightNested(Race<Lottery, Race<Lottery, Lottery>>.self, seed: seed)
            try require(left, equals: right, seed: seed)
        }
    }

    private func leftNested<T: ProductTransducer & SendableMetatype>(_ type: T.Type, seed: UInt64) async -> Account
    where T.First: ProductTransducer<Lottery, Lottery>, T.Second == Lottery {
        var players = Players()
        let (a, b, c) = Self.three(&players, seed: seed)
        let play = await OakTests.play(
            T.self, from: .init(.init(a, b), c),
            env: .init(.init(players.env("A"), players.env("B")), players.env("C")), game: players.game,
            timers: players.timers, Move.draw(60, for: ["A", "B", "C"], seed: seed)
        ) { name, event in
            switch name {
            case "A": .first(.first(event))
            case "B": .first(.second(event))
            default: .second(event)
            }
        }
        let seating = Seating<T>(
            paths: [("#0/#0", "A"), ("#0/#1", "B"), ("#1", "C")],
            state: { ["A": $1.first.first, "B": $1.first.second, "C": $1.second][$0] },
            output: { ["A": $1.first?.first, "B": $1.first?.second, "C": $1.second][$0] ?? nil },
            address: { event in
                switch event {
                case .first(.first(let event)): ("A", event)
                case .first(.second(let event)): ("B", event)
                case .second(let event): ("C", event)
                }
            })
        return seating.account(play)
    }

    private func rightNested<T: ProductTransducer & SendableMetatype>(_ type: T.Type, seed: UInt64) async -> Account
    where T.First == Lottery, T.Second: ProductTransducer<Lottery, Lottery> {
        var players = Players()
        let (a, b, c) = Self.three(&players, seed: seed)
        let play = await OakTests.play(
            T.self, from: .init(a, .init(b, c)),
            env: .init(players.env("A"), .init(players.env("B"), players.env("C"))), game: players.game,
            timers: players.timers, Move.draw(60, for: ["A", "B", "C"], seed: seed)
        ) { name, event in
            switch name {
            case "A": .first(event)
            case "B": .second(.first(event))
            default: .second(.second(event))
            }
        }
        let seating = Seating<T>(
            paths: [("#0", "A"), ("#1/#0", "B"), ("#1/#1", "C")],
            state: { ["A": $1.first, "B": $1.second.first, "C": $1.second.second][$0] },
            output: { ["A": $1.first, "B": $1.second?.first, "C": $1.second?.second][$0] ?? nil },
            address: { event in
                switch event {
                case .first(let event): ("A", event)
                case .second(.first(let event)): ("B", event)
                case .second(.second(let event)): ("C", event)
                }
            })
        return seating.account(play)
    }

    private static func three(
        _ players: inout Players, seed: UInt64
    ) -> (Lottery.State, Lottery.State, Lottery.State) {
        (
            players.add("A", seed: seed), players.add("B", seed: seed &+ 1_000_000),
            players.add("C", seed: seed &+ 2_000_000)
        )
    }

    @Test("A machine does beside another what it does alone")
    func parallelProjection() async throws {
        try await law(1...300) { seed in
            let both = await play(Two.self, "A", "B", seed: seed)
            for (name, offset) in [("A", 0), ("B", 1_000_000)] as [(String, UInt64)] {
                let alone = await playAlone(name, seed: seed &+ offset, Move.draw(40, for: ["A", "B"], seed: seed))
                try requireSame(both, alone, name, seed: seed)
            }
        }
    }

    @Test("A machine does in a race what it does alone, as long as the race lasts")
    func raceProjection() async throws {
        try await law(1...300) { seed in
            let both = await play(FirstWins.self, "A", "B", seed: seed)
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
}

/// Lets a random machine play alone, with those of the moves that are for it.
func playAlone(_ name: String, seed: UInt64, _ moves: [(name: String, move: Move)]) async -> Account {
    var players = Players()
    let state = players.add(name, seed: seed)
    let play = await play(
        Lottery.self, from: state, env: players.env(name), game: players.game, timers: players.timers,
        moves.filter { $0.name == name }
    ) { _, event in event }
    return Seating.alone(name).account(play)
}

/// Fails unless a child has done what it does alone.
func requireSame(
    _ composite: Account, _ alone: Account, _ name: String, seed: UInt64, at site: SourceLocation = #_sourceLocation
) throws {
    var (composite, alone) = (composite.of(name), alone.of(name))
    // A machine that has ended alone rejects later events on arrival; a child does so within the composite.
    composite.outputs.removeAll { $0.what == nil }
    (composite.rejected, alone.rejected) = ([], [])
    try require(composite, equals: alone, seed: seed, at: site)
}
