import Foundation
import Oak
import OakDurable
import OakTesting
import TestSupport

/// A machine whose events select its effects.
enum Probe: EffectTransducer, DurableTransducer {
    struct State: Codable, Sendable, Hashable, Terminable {
        /// The activities to carry out.
        var activities: [String] = []
        /// The time-outs among the activities, in seconds.
        var limits: [String: Int] = [:]
        /// Events are postponed while this is set.
        var isBusy = false
        var log: [String] = []
        var isTerminal = false
    }

    enum Event: Codable, Sendable, Hashable {
        case activities([String])
        case limits([String: Int])
        case note(String)
        case busy(Bool)
        /// Postponed while the machine is busy.
        case request(String)
        case startTimer(String, seconds: Int)
        case cancelTimer(String)
        /// Cancels a time-out that an action event before it has begun.
        case brieflyStartTimer(String)
        case fired(String)
        case answered(String, Int)
        case progress(String)
        /// An action that succeeds or fails as the environment says.
        case act(String)
        case acted(String)
        /// A chain of action events.
        case chain(Int)
        case operation
        case sequence
        case oddTimer
        case mystery
        /// Sends a note to another probe.
        case tell(String, note: String)
        case end(String)
    }

    typealias Output = Int

    struct Env: Sendable {
        var work: @Sendable (String, IdempotencyKey) async throws -> Int? = { _, _ in nil }
        var act: @Sendable (String) async throws -> Void = { _ in }
    }

    static let machineName = "probe"

    static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy {
        switch timeout {
        case EffectID("remaining"): .remaining
        case EffectID("again"): .again
        default: .original
        }
    }

    static func initialOutput(initialState: State) -> Int? { initialState.isTerminal ? 0 : nil }

    static func activities(in state: State) -> [Effect] {
        state.activities.map { name in
            switch name.first {
            // An activity of two operations, one after the other.
            case "2": .sequence(id: name, work(name), work(name))
            // An activity that sends an event and returns without one.
            case "!":
                Effect(id: name) { env, input in
                    guard let key = DurableActivity.current?.key else { return }
                    _ = try await env.work(name, key)
                    try input.send(.progress(name))
                }
            default: work(name)
            }
        }
            + state.limits.sorted { $0.key < $1.key }.map { name, seconds in
                .timeout(nanoseconds: UInt64(seconds) * 1_000_000_000, id: name, sending: .fired(name))
            }
    }

    static func work(_ name: String) -> Effect {
        Effect(
            id: name,
            { env in
                guard let key = DurableActivity.current?.key else { throw CancellationError() }
                return try await env.work(name, key) ?? 0
            },
            success: { .answered(name, $0) })
    }

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        var effect: Effect?
        switch event {
        case .activities(let names): state.activities = names
        case .limits(let limits): state.limits = limits
        case .note(let text): state.log.append(text)
        case .busy(let isBusy): state.isBusy = isBusy
        case .request where state.isBusy: return (.postpone, 0)
        case .request(let text): state.log.append(text)
        case .startTimer(let name, let seconds):
            effect = .timeout(nanoseconds: UInt64(seconds) * 1_000_000_000, id: name, sending: .fired(name))
        case .cancelTimer(let name): effect = .cancelTask(name)
        case .brieflyStartTimer(let name):
            effect = .all([.event(.startTimer(name, seconds: 10)), .cancelTask(name)])
        case .fired(let name): state.log.append("fired \(name)")
        case .answered(let name, let value): state.log.append("\(name) answered \(value)")
        case .progress(let name): state.log.append("\(name) progressed")
        case .tell(let id, let note): effect = .send(.note(note), to: DurableID<Probe>(id))
        case .act(let text):
            effect = Effect(action: { env in
                try await env.act(text)
                return .acted(text)
            })
        case .acted(let text): state.log.append("acted \(text)")
        case .chain(let length):
            state.log.append("\(length)")
            if length > 0 { effect = .event(.chain(length - 1)) }
        case .operation: effect = Effect(id: "lost") { _, _ in }
        case .sequence:
            effect = .sequence(.timeout(nanoseconds: 1, id: "a", sending: .note("a")), .event(.note("b")))
        case .oddTimer: effect = .timeout(nanoseconds: 1, sending: .note("odd"))
        case .mystery: return (.unexpected, 0)
        case .end(let text):
            state.log.append(text)
            state.isTerminal = true
        }
        return (effect, state.log.count)
    }
}

extension Probe.Env {
    /// Notes each activity, which answers what a gate lets through, or 1.
    static func noting(
        in notes: Recorder<String>, until gate: Gate<Int?>? = nil,
        as text: @escaping @Sendable (String, IdempotencyKey) -> String
    ) -> Self {
        Self(work: { name, key in
            notes.record(text(name, key))
            return if let gate { try await gate.wait() } else { 1 }
        })
    }
}
