import Foundation
import OakDurable

/// Compares what the driver has heard with what store and bank say.
struct Proof {
    let traffic: Traffic
    /// Whether all instances have ended.
    let isFinal: Bool
    private(set) var problems: [String] = []
    private(set) var transitions = 0
    private(set) var repetitions = 0

    init(_ traffic: Traffic, isFinal: Bool) {
        self.traffic = traffic
        self.isFinal = isFinal
    }

    /// Reads a store and the books of a bank while no worker uses them.
    mutating func check(folder: String) async throws {
        let store = SQLiteStore(path: folder + "/movers.sqlite")
        let leases = try await store.claim(by: StoreOwner(), at: Date())
        var processed: [String: Int] = [:]
        var keys: [String: (move: String, isDebit: Bool)] = [:]
        let instances = try await store.list(InstanceQuery(machine: Mover.machineName, limit: 1000))
        var books = Books()
        for instance in instances {
            let journal = try await store.journal(of: instance.key, after: 0, limit: .max)
            check(instance, journal, &processed, &keys)
            books.expect(of: instance, journal)
            if let state = try await store.instance(instance.name)?.state {
                let tags = Mover.tags(in: try JSONDecoder().decode(Mover.State.self, from: state))
                expect(
                    instance.tags == tags, "\(instance.name) has the tags \(instance.tags) instead of \(tags)"
                )
            }
            // Events that were acknowledged and not processed wait in the inbox.
            for event in try await store.inbox(of: instance.key, after: 0, limit: .max) {
                note(try JSONDecoder().decode(Mover.Event.self, from: event.event), &processed)
            }
        }
        for ledger in try await store.list(InstanceQuery(machine: Ledger.machineName)) {
            for entry in try await store.journal(of: ledger.key, after: 0, limit: .max) {
                try books.take(entry.event, isProcessed: true)
            }
            for event in try await store.inbox(of: ledger.key, after: 0, limit: .max) {
                try books.take(event.event, isProcessed: false)
            }
        }
        problems += books.problems
        try await store.release(leases, at: Date())
        for id in traffic.acknowledged where traffic.moves[id] != nil || traffic.notes.contains(id) {
            expect(
                processed[id] ?? 0 == 1, "\(id) was acknowledged and processed \(processed[id] ?? 0) times")
        }
        for (id, count) in processed where count > 1 {
            expect(false, "\(id) was processed \(count) times")
        }
        try check(try Bank(path: folder + "/bank.sqlite").audit(), keys)
        if isFinal {
            expect(instances.count == Traffic.instances, "there are \(instances.count) instances")
            expect(
                traffic.ended.count == Traffic.instances, "\(traffic.ended.count) instances have ended")
        }
    }

    /// Checks the journal of an instance, and collects the events that it has processed and the keys that it has used.
    private mutating func check(
        _ instance: InstanceSummary, _ journal: [JournalEntry], _ processed: inout [String: Int],
        _ keys: inout [String: (move: String, isDebit: Bool)]
    ) {
        transitions += journal.count
        expect(
            journal.map(\.number) == Array(1..<instance.number + 1),
            "the journal of \(instance.name) has gaps")
        let statuses: Set<InstanceStatus> = isFinal ? [.ended] : [.running, .failed]
        expect(statuses.contains(instance.status), "\(instance.name) is \(instance.status)")
        var current: String?
        for entry in journal {
            guard let data = entry.event,
                let event = try? JSONDecoder().decode(Mover.Event.self, from: data)
            else {
                expect(false, "entry \(entry.number) of \(instance.name) has no event")
                continue
            }
            expect(entry.cause != .unexpectedEvent, "\(instance.name) has not expected \(event)")
            switch event {
            case .move(let move):
                current = move.id
                keys["\(instance.name)@\(instance.key)/debit#\(entry.number)"] = (move.id, true)
            case .debited:
                keys["\(instance.name)@\(instance.key)/credit#\(entry.number)"] = (current ?? "", false)
            case .note, .credited, .rested, .stuck, .finish: break
            }
            note(event, &processed)
        }
    }

    private func note(_ event: Mover.Event, _ processed: inout [String: Int]) {
        switch event {
        case .move(let move): processed[move.id, default: 0] += 1
        case .note(let note): processed[note, default: 0] += 1
        case .debited, .credited, .rested, .stuck, .finish: break
        }
    }

    /// Checks that each key stands for one booking, and that the journals name the same keys.
    private mutating func check(_ audit: Bank.Audit, _ keys: [String: (move: String, isDebit: Bool)])
        throws
    {
        for count in audit.crowds { expect(false, "the bank had \(count) requests at once") }
        for conflict in audit.conflicts {
            expect(false, "a key was used for something else: \(conflict)")
        }
        var onTheWay = 0
        var known: Set<String> = []
        for (booking, repetitions) in audit.bookings {
            known.insert(booking.key)
            self.repetitions += repetitions
            onTheWay -= booking.cents
            guard let (id, isDebit) = keys[booking.key], let move = traffic.moves[id] else {
                expect(false, "no journal has the key \(booking.key)")
                continue
            }
            let expected = Booking(
                key: booking.key, move: id, account: isDebit ? move.from : move.to,
                cents: isDebit ? -move.cents : move.cents)
            expect(booking == expected, "\(booking) should be \(expected)")
        }
        let total = Bank.accounts * Bank.balance
        expect(
            audit.sum + onTheWay == total,
            "the accounts have \(audit.sum + onTheWay - total) cents too much")
        guard isFinal else { return }
        expect(onTheWay == 0, "\(onTheWay) cents are on their way for ever")
        expect(
            known.count == keys.count, "the journals name \(keys.count) keys, the bank has \(known.count)"
        )
    }

    private mutating func expect(_ condition: Bool, _ problem: String) {
        if !condition { problems.append(problem) }
    }
}
