import Oak
import OakTesting
import TestSupport
import Testing

@globalActor
actor TestActor {
    static let shared = TestActor()
}

/// A machine whose state, event, output and environment are non-Sendable classes.
enum Unshared: EffectTransducer {
    final class State: Terminable {
        var items: [Item] = []
        var isTerminal = false
    }
    final class Item {
        var count: Int
        init(_ count: Int) { self.count = count }
    }
    enum Event {
        case fetch
        case item(Item)
        case work
        case worked
    }
    final class Env {
        let item = Item(1)
        var visits = 0
    }
    typealias Output = Item

    static func update(_ state: inout State, event: Event) -> (Effect?, Item) {
        switch event {
        case .fetch:
            let effect = Effect(isolatedAction: { env, actor in
                actor.preconditionIsolated()
                env.visits += 1
                return .item(env.item)
            })
            return (effect, Item(0))
        case .item(let item):
            state.items.append(item)
            item.count += 1
            let effect = Effect(isolatedAction: { env, actor async throws in
                actor.preconditionIsolated()
                await Task.yield()
                env.visits += 1
                return [.work]
            })
            return (effect, item)
        case .work:
            let effect = Effect(isolatedOperation: { env, input, actor in
                for _ in 0..<10 {
                    actor.preconditionIsolated()
                    env.visits += 1
                    env.item.count += 1
                    await Task.yield()
                }
                try input.send(.worked)
            })
            return (.combine(effect, effect), state.items[0])
        case .worked:
            state.items.append(Item(9))
            state.isTerminal = state.items.count == 3
            return (nil, state.items[0])
        }
    }
}

@Suite("C21–C22 Isolation")
struct IsolationTests {
    @Test("C21 A machine with non-Sendable values runs on a global actor")
    @MainActor
    func mainActor() async throws {
        try await runUnshared()
        MainActor.preconditionIsolated()
    }

    @Test("C21 A machine with non-Sendable values runs on a custom global actor")
    @TestActor
    func customGlobalActor() async throws { try await runUnshared() }

    @Test("C21 A machine with non-Sendable values runs without an actor of its caller")
    nonisolated func nonisolated() async throws { try await runUnshared() }

    @Test("C21 A machine with non-Sendable values runs on an actor instance")
    func actorInstance() async throws {
        actor Owner {
            func go() async throws { try await runUnshared() }
        }
        try await Owner().go()
    }

    @Test("C21 A machine with non-Sendable values runs in a host, whose actor can read its state")
    func unshared() async throws {
        let end = Gate<Void>()
        let host = TransducerHost(
            of: Unshared.self, initialState: .init(), env: .init(), completion: { _ in end.open() })
        try host.send(.fetch)
        try await end.wait()
        #expect(await host.count == 3)
    }

    @Test("C21 `update`, storage, actions and callbacks run on the system actor")
    @MainActor
    func systemActor() async throws {
        enum Probe: EffectTransducer {
            enum Event: Sendable { case go, action, done }
            struct State: Terminable {
                var isTerminal = false
            }
            typealias Output = Event
            static func update(_ state: inout State, event: Event) -> (Effect?, Event) {
                MainActor.preconditionIsolated()
                state.isTerminal = event == .done
                let effect: Effect? =
                    switch event {
                    case .go:
                        Effect(isolatedAction: { _, _ in
                            MainActor.preconditionIsolated()
                            return .action
                        })
                    case .action:
                        Effect(isolatedOperation: { _, input, _ in
                            MainActor.preconditionIsolated()
                            try input.send(.done)
                        })
                    case .done: nil
                    }
                return (effect, event)
            }
        }
        @MainActor final class Owner {
            var state = Probe.State() { didSet { MainActor.preconditionIsolated() } }
            var outputs: [Probe.Event] = []
            func run() async throws -> Probe.Event {
                try await Probe.run(
                    storage: PropertyStorage(\.state, of: self), proxy: Probe.Proxy(initialEvent: .go),
                    output: Callback { self.outputs.append($0) })
            }
        }
        let owner = Owner()
        #expect(try await owner.run() == .done)
        #expect(owner.outputs == [.go, .action, .done])
        #expect(owner.state.isTerminal)
    }

    @Test("C21 Actions without an actor run on the system actor unless they are `@concurrent`")
    @MainActor
    func actionsWithoutAnActor() async throws {
        MainQueue.mark
        let place: @Sendable () -> String = { MainQueue.isCurrent ? "main" : "elsewhere" }
        let effect = Script.Effect.sequence(
            Script.Effect(action: { _ in .init(place()) }),
            Script.Effect(action: { _ in [.init(place())] }),
            Script.Effect(action: { _ async in .init(place()) }),
            Script.Effect(action: { _ async in
                await Task.yield()
                return .init(place())
            }),
            Script.Effect(action: { @concurrent _ async in .init(place()) }))
        let proxy = Script.Proxy()
        try proxy.send(contentsOf: [.init("go", effect), .end])
        #expect(
            try await Script.run(initialState: .init(), proxy: proxy) == [
                "go", "main", "main", "main", "main", "elsewhere", "end",
            ])
    }

    @Test("C21 An action without an actor can return non-Sendable events")
    func unshareableAnswers() async throws {
        enum Box: EffectTransducer {
            final class Parcel { var places: [String] = [] }
            enum Event { case order, parcel(Parcel), parcels }
            struct State: Terminable {
                var parcels: [Parcel] = []
                var isTerminal = false
            }
            typealias Output = [String]

            static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
                switch event {
                case .order:
                    let one = Effect(action: { _ in .parcel(Parcel()) })
                    let another = Effect(action: { _ async in
                        await Task.yield()
                        return .parcel(Parcel())
                    })
                    let several = Effect(action: { _ in [.parcel(Parcel()), .parcels] })
                    return (.sequence(one, another, several), [])
                case .parcel(let parcel):
                    parcel.places.append("machine")
                    state.parcels.append(parcel)
                case .parcels: state.isTerminal = true
                }
                return (nil, state.parcels.flatMap(\.places))
            }
        }
        let places = try await Box.run(initialState: .init(), proxy: Box.Proxy(initialEvent: .order))
        #expect(places == ["machine", "machine", "machine"])
    }
}

private func runUnshared(isolation: isolated (any Actor)? = #isolation) async throws {
    let env = Unshared.Env()
    let last = try await Unshared.run(
        initialState: .init(), proxy: Unshared.Proxy(initialEvent: .fetch), env: env,
        output: Callback { (item: Unshared.Item) in item.count += 0 })
    #expect(last === env.item)
    #expect(last.count == 22)
    #expect(env.visits == 22)
}

extension TransducerHost where Machine == Unshared {
    fileprivate var count: Int { state.items.count }
}
