import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C22 Effects with a global actor of their own", .timeLimit(.minutes(5)))
struct GlobalActorEffectTests {
    /// The ways to write an effect whose function belongs to an actor.
    enum Form: CaseIterable, Sendable {
        case action, actions, operation, named, replacing, delayed, answering, caught, sequence, combination

        /// An effect that is on the test actor, and leads to an event `there`.
        var effect: Puppet.Effect {
            switch self {
            case .action:
                Puppet.Effect(action: { @TestActor _ in
                    TestActor.shared.preconditionIsolated()
                    return .init("there")
                })
            case .actions:
                Puppet.Effect(action: { @TestActor _ async in
                    await Task.yield()
                    TestActor.shared.preconditionIsolated()
                    return [.init("there")]
                })
            case .operation: operation { Puppet.Effect(operation: $0) }
            case .named: operation { Puppet.Effect(id: "there", operation: $0) }
            case .replacing: operation { Puppet.Effect(id: "there", replacing: .afterReturn, operation: $0) }
            case .delayed: operation { Puppet.Effect(operation: $0, after: .zero) }
            case .answering:
                Puppet.Effect(
                    { @TestActor _ in
                        TestActor.shared.preconditionIsolated()
                        return "there"
                    }, success: { .init($0) })
            case .caught:
                Puppet.Effect(operation: { @TestActor _, _ in
                    TestActor.shared.preconditionIsolated()
                    throw Failure()
                }).catch { _ in .init("there") }
            case .sequence: .sequence(.event(.init("before")), operation { Puppet.Effect(operation: $0) })
            case .combination: .combine(.event(.init("before")), operation { Puppet.Effect(operation: $0) })
            }
        }

        private func operation(
            _ effect: (@escaping @TestActor @Sendable (Void, Puppet.Input) async throws -> Void) -> Puppet.Effect
        ) -> Puppet.Effect {
            effect { _, input in
                TestActor.shared.preconditionIsolated()
                await Task.yield()
                TestActor.shared.preconditionIsolated()
                try input.send(.init("there"))
            }
        }
    }

    /// A machine whose only child does what the test tells it to.
    private enum Theatre: CompositeTransducer {
        struct State: Terminable {
            var puppet = Puppet.State()
            var isTerminal: Bool { puppet.isTerminal }
        }
        enum Event: Sendable { case puppet(Puppet.Event) }
        typealias Output = [String]

        static let puppet = child("puppet", Puppet.self, event: Event.puppet)

        static func activeChildren(in state: State) -> Active<Self> { puppet }

        static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
            switch event {
            case .puppet(let event):
                let step = puppet.step(&state.puppet, event)
                return (step.effect, state.puppet.names)
            }
        }
    }

    @Test("C22 They run there, and their machine goes on where it is", arguments: Form.allCases)
    @MainActor
    func places(form: Form) async throws {
        let proxy = Puppet.Proxy(initialEvent: .init("go", form.effect))
        let observer = Watch { occurrence in
            MainActor.preconditionIsolated()
            if case .eventTaken(let event, _) = occurrence, event.name == "there" { try? proxy.send(.end) }
        }
        let names = try await Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
        #expect(names.filter { $0 != "before" } == ["go", "there", "end"])
    }

    @Test("C22 They run there when they are effects of a child", arguments: Form.allCases)
    @MainActor
    func children(form: Form) async throws {
        let proxy = Theatre.Proxy(initialEvent: .puppet(.init("go", form.effect)))
        let observer = MachineObserver(of: Theatre.self) { occurrence in
            MainActor.preconditionIsolated()
            if case .eventTaken(.puppet(let event), _) = occurrence, event.name == "there" {
                try? proxy.send(.puppet(.end))
            }
        }
        let names = try await Theatre.run(initialState: .init(), proxy: proxy, observer: observer)
        #expect(names.filter { $0 != "before" } == ["go", "there", "end"])
    }

    @Test("C22 They receive the environment of the machine, and may touch what belongs to their actor")
    func environment() async throws {
        enum Courier: EffectTransducer {
            struct Env: Sendable { var address: String }
            enum Event: Sendable { case go, delivered(String) }
            struct State: Terminable {
                var deliveries: [String] = []
                var isTerminal: Bool { deliveries.count == 2 }
            }
            typealias Output = [String]

            static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
                switch event {
                case .go:
                    let action = Effect(action: { @TestActor env in .delivered(Letterbox.shared.put(env.address)) })
                    let operation = Effect { @TestActor env, input in
                        try input.send(.delivered(Letterbox.shared.put(env.address)))
                    }
                    return (.sequence(action, operation), state.deliveries)
                case .delivered(let delivery):
                    state.deliveries.append(delivery)
                    return (nil, state.deliveries)
                }
            }
        }
        await Letterbox.shared.empty()
        let deliveries = try await Courier.run(
            initialState: .init(), proxy: Courier.Proxy(initialEvent: .go), env: .init(address: "here"))
        #expect(deliveries == ["here 1", "here 2"])
    }
}

/// Something that belongs to the test actor, and is not `Sendable` by itself.
@TestActor
private final class Letterbox {
    static let shared = Letterbox()
    private var count = 0

    func empty() { count = 0 }

    func put(_ letter: String) -> String {
        TestActor.shared.preconditionIsolated()
        count += 1
        return "\(letter) \(count)"
    }
}
