// Declarations that samples in documentation comments assume.

import Oak
import OakDurable

enum Order: EffectTransducer, DurableTransducer {
    enum State: Codable, Sendable, Terminable {
        case open, paying(cents: Int), paid, rejected
        var isTerminal: Bool {
            switch self {
            case .open, .paying: false
            case .paid, .rejected: true
            }
        }
    }
    enum Event: Codable, Sendable { case pay(cents: Int), charged, declined, tooLate }
    struct Env: Sendable { var charge: @Sendable (Int, IdempotencyKey?) async throws -> Bool }

    static let machineName = "order"

    static func update(_ state: inout State, event: Event) -> Effect? {
        if case .pay = event { state = .paid }
        return nil
    }
}

enum OrderV1 {
    enum State: Codable { case open, paying(euros: Int), paid, rejected }
    enum Event: Codable { case pay(euros: Int), remind }
}
