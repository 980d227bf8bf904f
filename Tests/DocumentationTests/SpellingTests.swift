import Oak
import Testing

/// The spellings in documents that were written for Oak 0.28, each of which still compiles and runs.
@Suite("Spellings of Oak 0.28")
struct SpellingTests {
    @globalActor actor ServiceActor { static let shared = ServiceActor() }

    /// A machine without effects, whose output describes the transition.
    enum Score: Transducer {
        struct State: NonTerminal, Equatable { var points = 0 }
        static var initialState: State { State() }
        enum Event { case win, lose }
        enum Output: Equatable { case none, points(Int) }

        static func update(_ state: inout State, event: Event) -> Output {
            switch event {
            case .win:
                state.points += 1
                return .points(state.points)
            case .lose:
                guard state.points > 0 else { return .none }
                state.points -= 1
                return .points(state.points)
            }
        }
    }

    @Test("A machine without effects runs in a task, and a callback receives its outputs")
    func machineWithoutEffects() async throws {
        let proxy = Score.Proxy()
        let (outputs, delivery) = AsyncStream<Score.Output>.makeStream()
        let task = Task {
            try await Score.run(
                initialState: Score.initialState,
                proxy: proxy,
                output: Callback { output in delivery.yield(output) })
        }
        try proxy.send(.win)
        try proxy.send(.lose)
        try proxy.send(.lose)
        var received: [Score.Output] = []
        for await output in outputs.prefix(3) { received.append(output) }
        #expect(received == [.points(1), .points(0), .none])

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
        #expect(throws: TransducerError.terminated) { try proxy.send(.win) }
    }

    @Test("A callback on the main actor writes to an object of the main actor")
    @MainActor func mainActorCallback() async {
        final class Model { var text = "" }
        let model = Model()
        let proxy = Score.Proxy(initialEvent: .win)
        await #expect(throws: TransducerError.cancelled) {
            try await Score.run(
                initialState: Score.State(), proxy: proxy,
                output: Callback { output in
                    model.text = "\(output)"
                    proxy.cancel()
                })
        }
        #expect(model.text == "points(1)")
    }

    /// A machine whose update returns nothing.
    enum Door: Transducer {
        enum State: Terminable {
            case open, closed, locked
            var isTerminal: Bool { self == .locked }
        }
        enum Event { case close, lock }

        static func update(_ state: inout State, event: Event) {
            switch (state, event) {
            case (.open, .close): state = .closed
            case (.closed, .lock): state = .locked
            case (.open, .lock), (.closed, .close), (.locked, _): return
            }
        }
    }

    @Test("An update without a result can be called in a test and run as a machine")
    func updateWithoutResult() async throws {
        var state = Door.State.open
        Door.update(&state, event: .close)
        #expect(state == .closed)

        let proxy = Door.Proxy(initialEvent: .lock)
        let input: Door.Input = proxy.input
        try await Door.run(initialState: state, proxy: proxy)
        #expect(throws: TransducerError.terminated) { try input.send(.close) }
        input(.close)
    }

    /// A stopwatch whose operation ticks until it is cancelled.
    enum Stopwatch: EffectTransducer {
        enum State: Terminable, DefaultInitializable {
            init() { self = .stopped(ticks: 0) }
            case stopped(ticks: Int = 0), running(ticks: Int), terminated
            var isTerminal: Bool { if case .terminated = self { true } else { false } }
        }
        enum Event { case start, tick, stop, terminate }
        struct Env: Sendable {
            init() { tick = { try await Task.sleep(nanoseconds: 1_000_000_000) } }
            var tick: @Sendable () async throws -> Void
        }

        static func update(_ state: inout State, event: Event) -> Self.Effect? {
            switch (event, state) {
            case (.start, .stopped(let ticks)):
                state = .running(ticks: ticks)
                return timer
            case (.tick, .running(let ticks)):
                state = .running(ticks: ticks + 1)
                return ticks == 2 ? .events([.stop, .tick]) : .none
            case (.stop, .running(let ticks)):
                state = .stopped(ticks: ticks)
                return .sequence(announceEffect(), Effect(action: { env in .terminate }))
            case (.terminate, .running), (.terminate, .stopped):
                state = .terminated
                return .cancelTask("timer")
            case (.start, _), (.tick, _), (.stop, _), (.terminate, .terminated): return nil
            }
        }

        static func announceEffect() -> Effect {
            Effect(operation: { @ServiceActor _, _ in ServiceActor.preconditionIsolated() })
        }

        static let timer = Effect(id: "timer") { env, input in
            while true {
                try await env.tick()
                try? input.send(.tick)
            }
        }
    }

    @Test("A machine uses stored operations, operations on a global actor, actions and cancellation by identity")
    func storedEffect() async throws {
        var env = Stopwatch.Env()
        env.tick = {
            try Task.checkCancellation()
            await Task.yield()
        }
        let proxy = Stopwatch.Proxy()
        try proxy.send(.start)
        try await Stopwatch.run(initialState: Stopwatch.initialState, proxy: proxy, env: env)
    }

    /// An object of one actor, which neither an event nor a state can carry to another.
    final class Delegate { var calls = 0 }

    /// A machine whose state has the input and an object of its actor.
    enum Loader: EffectTransducer {
        struct Env {
            let delegate: Delegate
            let input: Input
        }
        struct Context { let input: Loader.Input }
        enum State: Terminable {
            case start, ready(Delegate, Context), loaded(Int), failed(any Error)
            var isTerminal: Bool {
                switch self {
                case .loaded, .failed: true
                case .start, .ready: false
                }
            }
        }
        enum Event { case appear, configure(Delegate, Context), counted, called, load, loaded(Int), failed(any Error) }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.start, .appear): return configureEffect()
            case (.start, .configure(let delegate, let context)):
                state = .ready(delegate, context)
                return countEffect()
            case (.ready, .counted): return .event(.called)
            case (.ready(_, let context), .called):
                try? context.input.send(.load)
                return nil
            case (.ready, .load): return loadEffect()
            case (.ready, .loaded(let items)):
                state = .loaded(items)
                return nil
            case (.ready, .failed(let error)):
                state = .failed(error)
                return nil
            case (.start, _), (.ready, _), (.loaded, _), (.failed, _): return nil
            }
        }

        static func configureEffect() -> Self.Effect {
            Effect(isolatedAction: { env, isolated in
                return .configure(env.delegate, Context(input: env.input))
            })
        }

        static func countEffect() -> Self.Effect {
            Effect(isolatedOperation: { env, input, systemActor in
                env.delegate.calls += 1
                try input.send(.counted)
            })
        }

        static func loadEffect() -> Self.Effect {
            Effect(
                id: "load",
                isolatedOperation: { env, input, _ in
                    do {
                        try input.send(.loaded(env.delegate.calls))
                    } catch {
                        try input.send(.failed(error))
                    }
                })
        }
    }

    @Test("Isolated actions and operations bring objects of the actor into the state")
    @ServiceActor func formsOfEffects() async throws {
        let delegate = Delegate()
        let proxy = Loader.Proxy(initialEvent: .appear)
        var last: Loader.State?
        try await Loader.run(
            initialState: .start, proxy: proxy, env: Loader.Env(delegate: delegate, input: proxy.input),
            observer: .each(Loader.self) { if case .transition(_, _, let state) = $0 { last = state } },
            systemActor: ServiceActor.shared)
        guard case .loaded(1) = last else { throw TransducerError.noOutputProduced }
    }

    /// Counts to a limit, with an output.
    enum Climb: Transducer {
        struct State: Terminable {
            var height = 0
            var isTerminal: Bool { height > 10 }
        }
        enum Event { case step, leap }
        typealias Output = Int

        static func update(_ state: inout State, event: Event) -> Output {
            state.height += event == .step ? 1 : 10
            return state.height
        }
    }

    @Test("A state is kept in a property of a host, in a storage or in the run itself")
    func storages() async throws {
        final class Host { var state = Climb.State() }
        func proxy() throws -> Climb.Proxy {
            let proxy = Climb.Proxy()
            try proxy.send(contentsOf: [.step, .leap])
            return proxy
        }
        let host = Host()
        #expect(try await Climb.run(state: \.state, host: host, proxy: proxy()) == 11)
        #expect(host.state.height == 11)
        #expect(try await Climb.run(storage: LocalStorage(value: Climb.State()), proxy: proxy()) == 11)
        #expect(try await Climb.run(initialState: Climb.State(), proxy: proxy()) == 11)
    }

    /// The types of a coordinator that delegates its transitions.
    enum Coordinator: BaseTransducer {
        typealias State = Screen
        typealias Event = Route
        typealias Output = Int
    }
    enum Screen: Terminable {
        case launching, door(Door.State), terminating
        var isTerminal: Bool { if case .terminating = self { true } else { false } }
    }
    enum Route { case door(Door.Event), quit }

    /// A coordinator that declares its state and its event only.
    enum Flow: BaseTransducer {
        indirect enum State { case home, inner(Flow.State) }
        enum Event { case back }
    }

    @Test("A coordinator has types, a proxy and terminal states without an update function")
    func coordinator() throws {
        let screens: [Screen] = [.launching, .door(.open), .terminating]
        #expect(screens.map { Coordinator.isTerminal($0) } == [false, false, true])
        #expect(Coordinator.Effect.self == Never.self)
        #expect(Coordinator.Env.self == Void.self)
        #expect(Coordinator.Proxy.self == Oak.Proxy<Route>.self)
        #expect(Flow.Output.self == Void.self)
        #expect(Flow.initialOutput(initialState: .inner(.home)) == nil)
        #expect(!Flow.isTerminal(.home))

        let proxy = Coordinator.Proxy()
        let input: Coordinator.Input = proxy.input
        try input.send(.door(.close))
        proxy.cancel(with: nil)
        #expect(throws: TransducerError.terminated) { try input.send(.quit) }
    }
}
