import Oak

/// A machine that does what its events ask for, and ends when it has had so many answers or is told to.
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
        try await run(initialState: .open(missing: missing), proxy: proxy, systemActor: Ground())
    }
}

/// Where the machines of crowds are: what else is going on does not get in their way.
actor Ground {}

extension Throng {
    /// Starts the machine in a task and waits until so many operations stay.
    ///
    /// - Parameters:
    ///   - missing: How many answers end the machine.
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

    /// An event for each of some numbers.
    static func events(_ numbers: some Sequence<Int>, _ effect: @escaping @Sendable (Int) -> Effect?) -> [Event] {
        numbers.map { number in .carryOut { effect(number) } }
    }
}
