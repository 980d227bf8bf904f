import Oak
import Testing

/// Proxies and inputs, terminal states, and the ways to run a machine.
@Suite("Proxies and runs", .timeLimit(.minutes(20)))
struct ProxyTests {
    enum Climb: Transducer {
        struct State: Terminable, Equatable {
            var value: Int = 0
            var isTerminal: Bool { value > 10 }
        }
        static var initialState: State { State() }
        enum Event { case increment, leap }

        static func update(_ state: inout State, event: Event) -> Int {
            switch event {
            case .increment: state.value += 1
            case .leap: state.value += 10
            }
            return state.value
        }
    }

    @Test("A terminal state ends the run, which returns the last output")
    func terminalState() async throws {
        let proxy = Climb.Proxy()
        try proxy.send(.leap)
        try proxy.send(.increment)
        try proxy.send(.leap)
        let output = try await Climb.run(
            initialState: Climb.initialState,
            proxy: proxy
        )
        #expect(output == 11)
    }

    @Test("After the end an event can only be refused")
    func afterTheEnd() async throws {
        let proxy = Climb.Proxy(initialEvent: .leap)
        let input = proxy.input
        try proxy.send(.increment)
        try await Climb.run(initialState: Climb.initialState, proxy: proxy)

        #expect(throws: TransducerError.terminated) { try input.send(.increment) }
        try? input.send(.increment)
        input(.increment)
    }

    @Test("A proxy can end the run by force, and tell why")
    func cancel() async throws {
        struct Lost: Error {}
        let (first, second) = (Climb.Proxy(), Climb.Proxy())
        try first.send(.increment)
        first.cancel()
        await #expect(throws: TransducerError.cancelled) {
            try await Climb.run(initialState: Climb.initialState, proxy: first)
        }
        second.cancel(with: Lost())
        await #expect(throws: Lost.self) { try await Climb.run(initialState: Climb.initialState, proxy: second) }
    }

    @Test("The state can be kept in a property of an object, in sight of its owner")
    @MainActor func keyPath() async throws {
        @MainActor final class Host {
            var state = Climb.State()
            var seen: [Int] = []
            func run(_ proxy: Climb.Proxy) async throws -> Int {
                try await Climb.run(
                    state: \.state, host: self, proxy: proxy,
                    output: Callback { [self] output in seen.append(output == state.value ? output : -1) })
            }
        }
        let host = Host()
        let proxy = Climb.Proxy()
        try proxy.send(contentsOf: [.increment, .leap])
        #expect(try await host.run(proxy) == 11)
        #expect(host.state == Climb.State(value: 11))
        #expect(host.seen == [1, 11])
    }

    @Test("An actor can hold the state of a machine")
    func actorHost() async throws {
        // Key paths cannot name what belongs to an actor instance, so the property is one of an object inside.
        final class Box { var state = Climb.State(value: 9) }
        actor Host {
            let box = Box()
            let proxy = Climb.Proxy()
            var value: Int { box.state.value }
            func run() async throws -> Int {
                try await Climb.run(state: \.state, host: box, proxy: proxy)
            }
        }
        let host = Host()
        let task = Task { try await host.run() }
        try host.proxy.send(.increment)
        try host.proxy.send(.increment)
        #expect(try await task.value == 11)
        #expect(await host.value == 11)
    }

    @Test("The state can be kept in any storage")
    func storage() async throws {
        final class Box: Storage {
            var storedValue = Climb.State() { didSet { history.append(storedValue.value) } }
            var history: [Int] = []
        }
        let box = Box()
        let proxy = Climb.Proxy()
        try proxy.send(contentsOf: [.increment, .leap])
        try await Climb.run(storage: box, proxy: proxy)
        #expect(box.history == [1, 11])

        let local = Climb.Proxy(initialEvent: .leap)
        try local.send(.increment)
        #expect(try await Climb.run(storage: LocalStorage(value: Climb.State()), proxy: local) == 11)
    }
}
