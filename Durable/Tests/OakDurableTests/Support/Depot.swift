import Foundation
import Oak
import OakDurable

/// A composite whose parcels have activities, time-outs and names of their own.
enum Depot: CompositeTransducer, DurableTransducer {
    struct State: Codable, Sendable, NonTerminal {
        var parcels = Children<Int, Parcel.State>()
        var log: [String] = []
    }

    enum Event: Codable, Sendable {
        case add(Int), replace(Int)
        /// Replaces a parcel before the time-out of the old one begins.
        case replaceReminded(Int)
        case parcel(Int, Parcel.Event)
    }

    struct Env: Sendable {
        var carry: @Sendable (IdempotencyKey) async throws -> Int = { _ in 0 }
    }

    static let machineName = "depot"

    static let parcels = children(
        "parcel", Parcel.self, event: Event.parcel, env: { env, _ in env }, failure: .endsTheRun)

    static func activeChildren(in state: State) -> some ActiveChildren<Self> { parcels(state.parcels) }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .add(let id): state.parcels[id] = Parcel.State()
        case .replace(let id):
            state.parcels[id] = nil
            state.parcels[id] = Parcel.State()
        case .replaceReminded(let id):
            let reminder = parcels.step(&state.parcels, id, .remind).effect
            return .all([.event(.replace(id))] + (reminder.map { [$0] } ?? []))
        case .parcel(let id, let event):
            if case .carried(let number) = event { state.log.append("\(id) carried \(number)") }
            return parcels.step(&state.parcels, id, event).effect
        }
        return nil
    }
}

enum Parcel: EffectTransducer {
    struct State: Codable, Sendable, NonTerminal { var isLate = false }
    enum Event: Codable, Sendable { case carried(Int), remind, late }

    typealias Env = Depot.Env

    static func activities(in state: State) -> [Effect] {
        [
            Effect(
                id: "carry",
                { env in
                    guard let key = DurableActivity.current?.key else { throw CancellationError() }
                    return try await env.carry(key)
                },
                success: Event.carried)
        ]
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .carried: return nil
        case .remind: return .timeout(nanoseconds: 10_000_000_000, id: "reminder", sending: .late)
        case .late:
            state.isLate = true
            return nil
        }
    }
}
