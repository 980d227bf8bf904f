import Foundation
import Oak
import OakDurable
import TestSupport

/// An order that is charged by an activity, within a time limit, and confirmed by an action.
enum Order: EffectTransducer, DurableTransducer {
    enum State: Codable, Sendable, Hashable, Terminable {
        case open(cents: Int)
        case paying(cents: Int)
        case paid(cents: Int)
        case rejected

        var isTerminal: Bool {
            switch self {
            case .open, .paying: false
            case .paid, .rejected: true
            }
        }
    }

    enum Event: Codable, Sendable, Hashable {
        case add(cents: Int)
        case pay
        case charged(Bool)
        case tooLate
        case confirmed
    }

    struct Env: Sendable {
        var charge: @Sendable (Int, IdempotencyKey) async throws -> Bool = { _, _ in true }
        var confirm: @Sendable (Int) async throws -> Void = { _ in }
    }

    static let machineName = "order"

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .paying(let cents):
            [
                Effect(
                    id: "charge",
                    { env in
                        guard let key = DurableActivity.current?.key else { throw MissingKey() }
                        return try await env.charge(cents, key)
                    },
                    success: Event.charged),
                .timeout(.seconds(60), id: "limit", sending: .tooLate),
            ]
        case .open, .paid, .rejected: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.open(let cents), .add(let more)):
            state = .open(cents: cents + more)
            return nil
        case (.open(let cents), .pay):
            state = .paying(cents: cents)
            return Effect(action: { env in
                try await env.confirm(cents)
                return .confirmed
            })
        case (.paying, .confirmed): return nil
        case (.paying, .add): return .postpone
        case (.paying(let cents), .charged(true)):
            state = .paid(cents: cents)
            return nil
        case (.paying, .charged(false)), (.paying, .tooLate):
            state = .rejected
            return nil
        case (.paying, .pay), (.paid, _), (.rejected, _), (.open, _): return .unexpected
        }
    }

    struct MissingKey: Error {}
}
