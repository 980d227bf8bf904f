import Foundation
import Oak
import OakDurable

/// Keeps the books of several movers, from messages alone: what they have moved, and which of them have ended.
enum Ledger: EffectTransducer, DurableTransducer {
    struct State: Codable, Hashable, Sendable, NonTerminal {
        var watched: Set<Int> = []
        var over: Set<Int> = []
    }

    enum Event: Codable, Hashable, Sendable {
        /// A mover has carried out a move.
        case moved(String, by: Int)
        /// A mover ends with the macrostep that sends this.
        case parting(Int)
        /// A mover has ended, as the store says.
        case over(Int)
        /// A mover has failed, as the store says.
        case troubled(Int)
        /// A second has passed.
        case tick(Date)
    }

    static let machineName = "ledger"
    static let count = 4

    static func id(for mover: Int) -> DurableID<Ledger> { DurableID("\(mover % count)") }

    static func tags(in state: State) -> [String: DurableTag] { ["over": .integer(state.over.count)] }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .moved(_, let mover), .parting(let mover):
            guard state.watched.insert(mover).inserted else { return nil }
            return .watch(DurableID<Mover>("\(mover)"), ended: .over(mover), failed: .troubled(mover))
        case .over(let mover): state.over.insert(mover)
        case .troubled, .tick: break
        }
        return nil
    }
}

extension DurableHost {
    /// Registers the machines of the test and its schedule, opens the host, and starts the ledgers.
    func openBooks(_ bank: Bank) async throws {
        try register(Mover.self, env: Mover.Env(bank: bank))
        try register(Ledger.self)
        let seconds = try ScheduleTimes.every(1, from: Date(timeIntervalSince1970: 0))
        try register(
            DurableSchedule("ticks", seconds, missed: .all(limit: 100_000)) {
                .send(.tick($0), to: Ledger.id(for: 0))
            })
        try await open()
        for number in 0..<Ledger.count {
            try await start(Ledger.self, id: Ledger.id(for: number), initialState: .init())
        }
    }
}
