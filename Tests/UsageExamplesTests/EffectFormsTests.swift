import Oak
import OakTesting
import TestSupport
import Testing

@globalActor actor MyGlobalActor { static let shared = MyGlobalActor() }

/// The forms in which effects are written.
@Suite("Forms of effects", .timeLimit(.minutes(20)))
struct EffectFormsTests {
    /// An object that stays with its machine: no environment, event or state that holds it can leave the actor.
    final class Delegate { var calls = 0 }

    enum Wizard: EffectTransducer {
        struct Env { let delegate: Delegate }
        enum State: Terminable {
            case start, waiting(Delegate), done(Delegate)
            var isTerminal: Bool { if case .done = self { true } else { false } }
        }
        enum Event { case begin, delegate(Delegate), ready }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.start, .begin): return importEffect()
            case (.start, .delegate(let delegate)):
                state = .waiting(delegate)
                return .sequence(countEffect(), readyEffect())
            case (.waiting(let delegate), .ready):
                state = .done(delegate)
                return nil
            case (.start, .ready), (.waiting, .begin), (.waiting, .delegate), (.done, _): return nil
            }
        }

        static func importEffect() -> Effect {
            Effect(isolatedAction: { env, isolated in
                return .delegate(env.delegate)
            })
        }

        static func countEffect() -> Effect {
            Effect(isolatedOperation: { env, _, isolated in
                env.delegate.calls += 1
            })
        }

        static func readyEffect() -> Effect {
            Effect(isolatedOperation: { _, input, _ in
                try input.send(.ready)
            })
        }

        static func createDelegate() -> Effect {
            let delegate = Delegate()
            return .event(.delegate(delegate))
        }
    }

    enum Steps: EffectTransducer {
        struct Env: Sendable { let journal: Recorder<String> }
        struct State: Terminable, Equatable {
            var log: [Event] = []
            var isTerminal: Bool { log.last == .finished }
        }
        enum Event { case start, validateInput, updateUI, logAction, incrementReady, answered, finished }

        static func update(_ state: inout State, event: Event) -> Effect? {
            state.log.append(event)
            switch event {
            case .start: return .events([.validateInput, .updateUI, .logAction])
            case .logAction: return incrementEffect()
            case .incrementReady: return answerEffect()
            case .answered: return fetchEffect()
            case .validateInput, .updateUI, .finished: return nil
            }
        }

        static func incrementEffect() -> Effect {
            Effect(operation: { @MyGlobalActor _, input in
                MyGlobalActor.preconditionIsolated()
                try input.send(.incrementReady)
            })
        }

        static func answerEffect() -> Effect {
            Effect(action: { env in .answered })
        }

        static func fetchEffect() -> Effect {
            Effect(id: "fetch") { env, input in
                do {
                    try input.send(.finished)
                    try input.send(.finished)
                } catch {
                    // The machine may be gone by now, and that is fine.
                    env.journal.record("not accepted")
                }
            }
        }
    }

    @Test("Objects of the system actor can be imported into the state")
    @MainActor func nonSendable() async throws {
        let delegate = Delegate()
        let proxy = Wizard.Proxy(initialEvent: .begin)
        try await Wizard.run(initialState: .start, proxy: proxy, env: Wizard.Env(delegate: delegate))
        #expect(delegate.calls == 1)
    }

    @Test("An event made for the machine alone may carry an object")
    @MainActor func delegateEvent() {
        let effect = Wizard.createDelegate()
        #expect(effect.kind == .events)
        #expect(effect.events.count == 1)
    }

    @Test("Several events, an action and operations, also on a global actor, lead to the end one after the other")
    func forms() async throws {
        let recorder = TraceRecorder(of: Steps.self)
        try await Steps.run(
            initialState: Steps.State(), proxy: Steps.Proxy(initialEvent: .start), env: Steps.Env(journal: .init()),
            observer: recorder)
        let events = recorder.trace.events
        #expect(events == [.start, .validateInput, .updateUI, .logAction, .incrementReady, .answered, .finished])
    }

    @Test("A machine runs on the actor that its caller is on")
    @MyGlobalActor func systemActor() async throws {
        let delegate = Delegate()
        try await Wizard.run(
            initialState: .start, proxy: Wizard.Proxy(initialEvent: .begin), env: Wizard.Env(delegate: delegate),
            systemActor: MyGlobalActor.shared)
        #expect(delegate.calls == 1)
    }
}
