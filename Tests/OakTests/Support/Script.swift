import Oak
import OakTesting

/// A machine that adds up numbers.
enum Sum: Transducer {
    enum Event: Sendable { case add(Int), end }
    struct State: Terminable {
        var total = 0
        var isTerminal = false
    }

    static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .add(let number): state.total += number
        case .end: state.isTerminal = true
        }
        return state.total
    }
}

/// A machine that follows a script: each event carries its effect.
enum Script: EffectTransducer {
    struct Event: Sendable {
        let name: String
        let ends: Bool
        private let effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>]
        var effect: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>? { effects.first }

        init(_ name: String, _ effect: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>? = nil, ends: Bool = false)
        {
            self.name = name
            effects = effect.map { [$0] } ?? []
            self.ends = ends
        }

        static let end = Event("end", ends: true)
    }

    struct State: Terminable {
        var names: [String] = []
        var isTerminal = false
    }

    typealias Output = [String]

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.names.append(event.name)
        state.isTerminal = event.ends
        return (event.effect, state.names)
    }

    /// Starts a run on the executor of the test.
    static func start(
        _ proxy: Proxy, observer: sending some TransducerObserver & SendableMetatype = NoObserver()
    ) -> Task<[String], any Error> {
        Task(executorPreference: DeterministicExecutor.current) {
            try await run(initialState: State(), proxy: proxy, observer: observer)
        }
    }

    static func start(_ proxy: Proxy, output: some Subject<[String]> & Sendable) -> Task<[String], any Error> {
        Task(executorPreference: DeterministicExecutor.current) {
            try await run(initialState: State(), proxy: proxy, output: output)
        }
    }

    /// Runs the machine with the given events up to its end.
    static func play(_ events: Event..., observer: some TransducerObserver = NoObserver()) async throws -> [String] {
        let proxy = Proxy(bufferSize: max(8, events.count))
        try proxy.send(contentsOf: events)
        return try await run(initialState: State(), proxy: proxy, observer: observer)
    }
}

extension Callback<[String]> {
    /// A subject that yields in each macrostep.
    static var hesitant: Callback { Callback { (_: [String]) async throws in await Task.yield() } }
}

struct Failure: Error, Equatable { var name = "failure" }
