import Foundation
import OakDurable

/// Compares what the ledgers have received with what the movers have sent.
struct Books {
    private var sent: [Int: [String]] = [:]
    private var ended: Set<Int> = []
    private var received: [Int: [String]] = [:]
    /// The movers whose ledgers have begun to watch them.
    private var watched: Set<Int> = []
    private var partings: [Int: Int] = [:]
    private var ends: [Int: Int] = [:]
    private var ticks: [Date] = []

    /// Notes the messages that a mover has sent, as its journal tells.
    mutating func expect(of mover: InstanceSummary, _ journal: [JournalEntry]) {
        guard let number = Int(mover.name.id) else { return }
        if mover.status == .ended { ended.insert(number) }
        var current = ""
        for case let data? in journal.map(\.event) {
            switch try? JSONDecoder().decode(Mover.Event.self, from: data) {
            case .move(let move): current = move.id
            case .credited: sent[number, default: []].append(current)
            case .note, .debited, .rested, .stuck, .finish, nil: break
            }
        }
    }

    /// Takes an event that a ledger has processed, or that waits in its inbox.
    mutating func take(_ data: Data?, isProcessed: Bool) throws {
        guard let data else { return }
        switch try JSONDecoder().decode(Ledger.Event.self, from: data) {
        case .moved(let move, let mover):
            received[mover, default: []].append(move)
            if isProcessed { watched.insert(mover) }
        case .parting(let mover):
            partings[mover, default: 0] += 1
            if isProcessed { watched.insert(mover) }
        case .over(let mover): ends[mover, default: 0] += 1
        case .tick(let time): ticks.append(time)
        case .troubled: break
        }
    }

    /// Everything in which the two differ, at any moment between two transactions.
    var problems: [String] {
        var problems: [String] = []
        for mover in Set(sent.keys).union(received.keys).sorted() where sent[mover] != received[mover] {
            problems.append(
                "mover \(mover) has sent \(sent[mover] ?? []), and its ledger has \(received[mover] ?? [])")
        }
        for mover in ended.union(partings.keys).union(ends.keys).sorted() {
            let expected = (
                partings: ended.contains(mover) ? 1 : 0,
                ends: ended.contains(mover) && watched.contains(mover) ? 1 : 0
            )
            let seen = (partings: partings[mover] ?? 0, ends: ends[mover] ?? 0)
            if seen != expected {
                problems.append("of mover \(mover), its ledger has \(seen) instead of \(expected)")
            }
        }
        for (last, next) in zip(ticks, ticks.dropFirst()) where next.timeIntervalSince(last) != 1 {
            problems.append("the second \(next) comes after \(last)")
        }
        return problems
    }
}
