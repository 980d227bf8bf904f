import Oak

/// One side of a game: each event is a ball, which the output plays back. A ball of zero is kept.
enum Player: Transducer {
    typealias Event = Int

    enum State: Terminable {
        case playing
        case done

        var isTerminal: Bool {
            switch self {
            case .playing: false
            case .done: true
            }
        }
    }

    static func update(_ state: inout State, event ball: Int) -> Int {
        if ball <= 0 { state = .done }
        return ball - 1
    }
}

/// The same with an effect that plays the ball.
enum EffectPlayer: EffectTransducer {
    typealias State = Player.State
    typealias Event = Int
    struct Env: Sendable { let other: Input }

    static func update(_ state: inout State, event ball: Int) -> Effect? {
        if ball <= 0 { state = .done }
        return Effect(action: { env -> [Event] in
            try env.other.send(ball - 1)
            return []
        })
    }
}

extension Comparison {
    /// Two machines, each the subject of the other; the events of both count.
    public static let pingPong = Comparison(
        Workload("ping-pong of two machines, piped") { count, stopwatch in
            let (first, second) = (Player.Proxy(), Player.Proxy())
            stopwatch.start()
            async let end: Void = untilOtherHasEnded {
                try await Player.run(initialState: .playing, proxy: first, output: second.input)
            }
            try first.send(count)
            try await untilOtherHasEnded {
                try await Player.run(initialState: .playing, proxy: second, output: first.input)
            }
            try await end
            stopwatch.stop()
        },
        count: 20_000,
        statistic: .median,
        limitInNanoseconds: 680,  // A `gen_statem` of Erlang on the machine where the limits were set.
        baselines: [
            Baseline(pingPongOfStreams, .timesFaster(2)),
            Baseline(pingPongOfMailboxes),
        ])

    /// Two machines that send to each other in actions.
    public static let pingPongThroughEffects = Comparison(
        Workload("ping-pong of two machines, with actions") { count, stopwatch in
            let (first, second) = (EffectPlayer.Proxy(), EffectPlayer.Proxy())
            stopwatch.start()
            async let end: Void = untilOtherHasEnded {
                try await EffectPlayer.run(
                    initialState: .playing, proxy: first, env: EffectPlayer.Env(other: second.input))
            }
            try first.send(count)
            try await untilOtherHasEnded {
                try await EffectPlayer.run(
                    initialState: .playing, proxy: second, env: EffectPlayer.Env(other: first.input))
            }
            try await end
            stopwatch.stop()
        },
        count: 20_000,
        statistic: .median,
        baselines: [
            Baseline(pingPongOfStreams),
            Baseline(pingPongOfMailboxes),
        ])

    private static let pingPongOfStreams = Workload("two `AsyncStream` loops") { count, stopwatch in
        let first = AsyncStream.makeStream(of: Int.self)
        let second = AsyncStream.makeStream(of: Int.self)
        stopwatch.start()
        async let end: Void = play(first.stream, against: second.continuation)
        first.continuation.yield(count)
        await play(second.stream, against: first.continuation)
        await end
        stopwatch.stop()
    }

    private static let pingPongOfMailboxes = Workload("two hand-written mailboxes") { count, stopwatch in
        let (first, second) = (HandwrittenMailbox<Int>(), HandwrittenMailbox<Int>())
        stopwatch.start()
        async let end: Void = play(first, against: second)
        first.send(count)
        await play(second, against: first)
        await end
        stopwatch.stop()
    }
}

/// The ball after the last one reaches a machine that has ended, which is the intended end of the game.
private func untilOtherHasEnded(_ run: () async throws -> Void) async throws {
    do { try await run() } catch TransducerError.terminated {}
}

private func play(_ balls: AsyncStream<Int>, against other: AsyncStream<Int>.Continuation) async {
    for await ball in balls {
        other.yield(ball - 1)
        if ball <= 0 { break }
    }
}

private func play(_ balls: HandwrittenMailbox<Int>, against other: HandwrittenMailbox<Int>) async {
    await balls.forEach { ball in
        other.send(ball - 1)
        return ball > 0
    }
}
