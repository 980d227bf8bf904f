import Oak

/// Operations as in applications: named, made in `update`, with a value computed by `update`.
enum Loading: EffectTransducer {
    enum State: Terminable {
        case idle
        case loading(Naming, until: Int)
        case done

        var isTerminal: Bool {
            switch self {
            case .idle, .loading: false
            case .done: true
            }
        }
    }

    enum Event: Sendable {
        case begin(Naming, until: Int)
        case loaded(Int)
    }

    /// The names of the operations.
    enum Naming: Sendable {
        /// Two names in turn: the previous operation of a name has long ended.
        case inTurn
        /// One name: each operation replaces its predecessor, which has sent its event and may be about to return.
        case replacing
        /// The same two, with cases of an enum as names.
        case inTurnByCases, replacingByCase
        /// One name, and the event is the result: predecessor and answer end together.
        case answering
    }

    enum Name: Hashable, Sendable { case load, reload }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .begin(let naming, until: let last)):
            state = .loading(naming, until: last)
            return load(1, naming)
        case (.loading(let naming, until: let last), .loaded(let value)) where value < last:
            return load(value + 1, naming)
        case (.loading, .loaded):
            state = .done
            return nil
        case (.idle, .loaded), (.loading, .begin), (.done, _):
            return nil
        }
    }

    static func load(_ value: Int, _ naming: Naming) -> Effect {
        switch (naming, value.isMultiple(of: 2)) {
        case (.inTurn, true): Effect(id: "reload") { _, input in try input.send(.loaded(value)) }
        case (.inTurn, false), (.replacing, _): Effect(id: "load") { _, input in try input.send(.loaded(value)) }
        case (.inTurnByCases, true): Effect(id: Name.reload) { _, input in try input.send(.loaded(value)) }
        case (.inTurnByCases, false), (.replacingByCase, _):
            Effect(id: Name.load) { _, input in try input.send(.loaded(value)) }
        case (.answering, _): Effect(id: "load", { _ in value }, success: Event.loaded)
        }
    }
}

extension Comparison {
    /// An operation is made and started, and sends its captured value, which is processed.
    static let namedOperations = [
        named("operation round trip, named, made in `update`", .inTurn),
        named("operation round trip, named by an enum case", .inTurnByCases),
        named("operation round trip, replacing by name", .replacing),
        named("operation round trip, replacing by enum case", .replacingByCase),
        named("operation round trip, in one line", .answering),
    ]

    private static func named(_ name: String, _ naming: Loading.Naming) -> Comparison {
        Comparison(
            Workload(name) { count, stopwatch in
                let proxy = Loading.Proxy(initialEvent: .begin(naming, until: count))
                stopwatch.start()
                try await Loading.run(initialState: .idle, proxy: proxy)
                stopwatch.stop()
            },
            count: 10_000,
            statistic: .median,
            baselines: [Baseline(.bareTask, .timesAsLong(1.8))])
    }
}
