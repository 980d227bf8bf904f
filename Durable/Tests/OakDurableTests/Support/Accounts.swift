import Foundation
import Oak
import OakDurable

/// Three versions of one machine, as three programs have it.
enum AccountV1: EffectTransducer, DurableTransducer {
    struct State: Codable, Sendable, Hashable, NonTerminal { var euros: Int }
    enum Event: Codable, Sendable, Hashable {
        case pay(euros: Int), remind, askLater, busy
    }
    static let machineName = "account"

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .pay(let euros): state.euros += euros
        case .remind, .busy: return state.euros < 0 ? .postpone : nil
        case .askLater: return .timeout(nanoseconds: 10_000_000_000, id: "later", sending: .pay(euros: 5))
        }
        return nil
    }
}

enum AccountV2: EffectTransducer, DurableTransducer {
    struct State: Codable, Sendable, Hashable, NonTerminal {
        var cents: Int
        var note: String?
    }
    enum Event: Codable, Sendable, Hashable { case pay(cents: Int) }
    struct Env: Sendable {
        var greet: @Sendable (String) async throws -> Void = { _ in }
    }
    struct NoMoney: Error {}
    static let machineName = "account"
    static let machineVersion = 2

    static let migrations: [DurableMigration<AccountV2>] = [
        DurableMigration(
            from: 1, state: AccountV1.State.self, event: AccountV1.Event.self,
            migrateState: { old in
                if old.euros == 666 { throw NoMoney() }
                return State(cents: old.euros * 100, note: "was v1")
            },
            migrateEvent: { old in
                switch old {
                case .pay(let euros): .pay(cents: euros * 100)
                case .remind, .askLater, .busy: nil
                }
            })
    ]

    static func activities(in state: State) -> [Effect] {
        [Effect(id: "greeting") { env, _ in try await env.greet(DurableActivity.current?.key.description ?? "none") }]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        if case .pay(let cents) = event { state.cents += cents }
        return nil
    }
}

/// A version whose author has forgotten the migration, and to count.
enum AccountV2Changed: EffectTransducer, DurableTransducer {
    struct State: Codable, Sendable, Hashable, NonTerminal { var amount: Int }
    enum Event: Codable, Sendable, Hashable { case pay(cents: Int) }
    static let machineName = "account"
    static let machineVersion = 2
    static func update(_ state: inout State, event: Event) -> Effect? { nil }
}
