import Foundation
import Oak

/// Delivers parcels, with a fault of each kind that a graph can show.
enum Courier: EffectTransducer {
    enum State: Hashable, Terminable {
        case waiting(parcels: Int)
        case driving(parcels: Int)
        case lost
        case home

        var isTerminal: Bool { self == .home }
    }
    enum Event: Hashable, Sendable {
        case parcel(named: String)
        case drive, turnBack, arrived, broken(at: Date), circle, goHome, wait
    }
    struct Env: Sendable {
        var drive: @Sendable () async throws -> Void
    }

    static func activities(in state: State) -> [Effect] {
        switch state {
        case .driving: [Effect(id: "engine", { env in try await env.drive() }, success: .wait)]
        case .waiting, .lost, .home: []
        }
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        // More than two parcels do not fit.
        case (.waiting(let parcels), .parcel):
            state = .waiting(parcels: min(parcels + 1, 3))
            return nil
        case (.waiting(let parcels), .drive):
            state = .driving(parcels: parcels)
            return Effect(id: "ride", { env in try await env.drive() }, success: .arrived)
        // The ride continues.
        case (.driving(let parcels), .turnBack):
            state = .waiting(parcels: parcels)
            return nil
        case (.driving, .arrived):
            state = .waiting(parcels: 0)
            return nil
        case (.driving, .broken):
            state = .lost
            return .cancelTask("ride")
        case (.waiting, .circle): return .event(.circle)
        case (.waiting(parcels: 0), .goHome):
            state = .home
            return nil
        case (.driving, .wait): return nil
        case (.driving, .goHome): return .postpone
        case (.waiting, .arrived), (.lost, .arrived): return .unexpected
        case (.waiting, _), (.driving, _), (.lost, _), (.home, _): return nil
        }
    }
}
