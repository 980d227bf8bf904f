import Oak

/// A machine that carries out the effects in its events, and ends after a number of answers or when closed.
enum Throng: EffectTransducer {
    enum State: Terminable {
        case open(missing: Int)
        case closed

        var isTerminal: Bool {
            switch self {
            case .open: false
            case .closed: true
            }
        }
    }

    enum Event: Sendable {
        case carryOut(@Sendable () -> Throng.Effect?)
        case answered
        case close
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open, .carryOut(let effect)):
            return effect()
        case (.open(missing: let count), .answered) where count > 1:
            state = .open(missing: count - 1)
            return nil
        case (.open, .answered), (.open, .close):
            state = .closed
            return nil
        case (.closed, _):
            return nil
        }
    }
}

extension Throng {
    /// An operation that answers at once.
    static let answer = Effect { _, input in try input.send(.answered) }

    /// An operation that stays until it is cancelled or dismissed.
    static func stay(_ number: Int, at assembly: Assembly) -> Effect {
        Effect(id: number) { _, _ in await assembly.stay() }
    }

    /// Runs the machine on an actor of its own.
    static func run(missing: Int, proxy: Proxy) async throws {
        try await run(initialState: .open(missing: missing), proxy: proxy, env: (), systemActor: Ground())
    }
}

/// The actor of the machines of crowds, apart from all other work.
actor Ground {}

extension Throng {
    /// Starts the machine in a task and waits until a number of operations stay.
    ///
    /// - Parameters:
    ///   - missing: The number of answers that end the machine.
    ///   - begin: Makes the effects, each from its number.
    static func gathered(
        _ count: Int, at assembly: Assembly, missing: Int = 1, proxy: Proxy,
        begin: @escaping @Sendable (Int) -> Effect
    ) async throws -> Task<Void, any Error> {
        try proxy.send(contentsOf: events(0..<count, begin))
        let run = Task { try await Self.run(missing: missing, proxy: proxy) }
        await assembly.complete()
        return run
    }

    /// An event for each number.
    static func events(_ numbers: some Sequence<Int>, _ effect: @escaping @Sendable (Int) -> Effect?) -> [Event] {
        numbers.map { number in .carryOut { effect(number) } }
    }
}
