package import Oak
import OakTesting

/// A machine that adds up numbers.
package enum Sum: Transducer {
    package enum Event: Sendable { case add(Int), end }
    package struct State: Terminable {
        package var total = 0
        package var isTerminal: Bool

        package init(isTerminal: Bool = false) { self.isTerminal = isTerminal }
    }

    package static func update(_ state: inout State, event: Event) -> Int {
        switch event {
        case .add(let number): state.total += number
        case .end: state.isTerminal = true
        }
        return state.total
    }
}

/// A machine that follows a script: each event carries its effect.
package enum Script: EffectTransducer {
    package struct Event: Sendable {
        package let name: String
        package let ends: Bool
        private let effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>]
        package var effect: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>? { effects.first }

        package init(
            _ name: String, _ effect: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>? = nil, ends: Bool = false
        ) {
            self.name = name
            effects = effect.map { [$0] } ?? []
            self.ends = ends
        }

        package static let end = Event("end", ends: true)
    }

    package struct State: Terminable {
        package var names: [String] = []
        package var isTerminal = false

        package init() {}
    }

    package typealias Output = [String]

    package static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.names.append(event.name)
        state.isTerminal = event.ends
        return (event.effect, state.names)
    }

    /// Starts a run on the executor of the test.
    package static func start(
        _ proxy: Proxy, observer: sending some TransducerObserver & SendableMetatype = NoObserver()
    ) -> Task<[String], any Error> {
        Task { try await run(initialState: State(), proxy: proxy, observer: observer) }
    }

    package static func start(_ proxy: Proxy, output: some Subject<[String]> & Sendable) -> Task<[String], any Error> {
        Task { try await run(initialState: State(), proxy: proxy, output: output) }
    }

    /// Runs the machine with the given events up to its end.
    package static func play(_ events: Event..., observer: some TransducerObserver = NoObserver()) async throws
        -> [String]
    {
        let proxy = Proxy(bufferSize: max(8, events.count))
        try proxy.send(contentsOf: events)
        return try await run(initialState: State(), proxy: proxy, observer: observer)
    }
}

extension Callback<[String]> {
    /// A subject that yields in each macrostep.
    package static var hesitant: Callback { Callback { (_: [String]) async throws in await Task.yield() } }
}

package struct Failure: Error, Equatable {
    package var name: String

    package init(name: String = "failure") { self.name = name }
}
