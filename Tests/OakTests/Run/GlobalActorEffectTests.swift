import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C22 Effects on global actors")
struct GlobalActorEffectTests {
    /// The ways to write an effect whose function belongs to an actor.
    enum Form: CaseIterable, Sendable {
        case action, actions, operation, delayed, answering, caught, sequence

        /// An effect that is on the test actor, and leads to an event `there`.
        var effect: Script.Effect {
            switch self {
            case .action:
                Script.Effect(action: { @TestActor _ in
                    TestActor.shared.preconditionIsolated()
                    return .init("there")
                })
            case .actions:
                Script.Effect(action: { @TestActor _ async in
                    await Task.yield()
                    TestActor.shared.preconditionIsolated()
                    return [.init("there")]
                })
            case .operation: operation { Script.Effect(operation: $0) }
            case .delayed: operation { Script.Effect(operation: $0, after: .zero) }
            case .answering:
                Script.Effect(
                    { @TestActor _ in
                        TestActor.shared.preconditionIsolated()
                        return "there"
                    }, success: { .init($0) })
            case .caught:
                Script.Effect(operation: { @TestActor _, _ in
                    TestActor.shared.preconditionIsolated()
                    throw Failure()
                }).catch { _ in .init("there") }
            case .sequence: .sequence(.event(.init("before")), operation { Script.Effect(operation: $0) })
            }
        }

        private func operation(
            _ effect: (@escaping @TestActor @Sendable (Void, Script.Input) async throws -> Void) -> Script.Effect
        ) -> Script.Effect {
            effect { _, input in
                TestActor.shared.preconditionIsolated()
                await Task.yield()
                TestActor.shared.preconditionIsolated()
                try input.send(.init("there"))
            }
        }
    }

    @Test("C22 Effects run on their global actor, and the machine continues on its own", arguments: Form.allCases)
    @MainActor
    func places(form: Form) async throws {
        let proxy = Script.Proxy(initialEvent: .init("go", form.effect))
        let observer = ScriptObserver { occurrence in
            MainActor.preconditionIsolated()
            if case .eventTaken(let event, _) = occurrence, event.name == "there" { try? proxy.send(.end) }
        }
        #expect(
            try await Script.run(initialState: .init(), proxy: proxy, observer: observer).filter { $0 != "before" } == [
                "go", "there", "end",
            ])
    }

    @Test("C22 Effects of a child run on their global actor", arguments: Form.allCases)
    @MainActor
    func children(form: Form) async throws {
        let proxy = ScriptComposite.Proxy(initialEvent: .a(.init("go", form.effect)))
        let observer = MachineObserver(of: ScriptComposite.self) { occurrence in
            MainActor.preconditionIsolated()
            if case .eventTaken(.a(let event), _) = occurrence, event.name == "there" {
                try? proxy.send(.end)
            }
        }
        let names = try await ScriptComposite.run(initialState: .init(.a), proxy: proxy, observer: observer)
        #expect(names.filter { $0 != "a before" } == ["a go", "a there"])
    }

    @Test("C22 Effects on a global actor receive the environment and can access the state of that actor")
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
