import Foundation
import OakDurable
import Testing

@testable import kill_test

/// A proof without findings has a value only if the proof finds each fault.
@Suite("The proof of the kill test", .timeLimit(.minutes(2)))
struct ProofTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("proof-\(UUID())").path
    let bank: Bank

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        bank = try Bank(path: folder + "/bank.sqlite")
    }

    /// Carries out commands as a worker does, and returns the driver's record.
    private func work(_ traffic: Traffic, repeating: Bool = false) async throws -> Traffic {
        var traffic = traffic
        let host = DurableHost(store: SQLiteStore(path: folder + "/movers.sqlite"), settings: .withBank)
        try await host.openBooks(bank)
        var random = SeededRandom(seed: 1)
        func carryOut(_ commands: [Command]) async throws {
            for command in commands {
                switch command {
                case .start(let instance):
                    try await host.start(
                        Mover.self, id: DurableID("\(instance)"),
                        initialState: .idle(Mover.Tally(mover: instance)))
                case .move(let move, let instance):
                    // Without its key, a repetition is another move.
                    for number in 0..<(repeating ? 2 : 1) {
                        try await host.send(
                            .move(move), to: DurableID<Mover>("\(instance)"),
                            deduplication: "\(move.id)/\(number)")
                    }
                case .note(let note, let instance):
                    try await host.send(.note(note), to: DurableID<Mover>("\(instance)"))
                case .retry: break
                case .finish(let instance):
                    try await host.send(.finish, to: DurableID<Mover>("\(instance)"), deduplication: "finish")
                    try await host.value(of: DurableID<Mover>("\(instance)"))
                    traffic.note(.ended(instance: instance))
                }
                traffic.note(.done(command.id))
            }
        }
        try await carryOut(traffic.takeQueue())
        try await carryOut(traffic.next(settled: 0, &random))
        traffic.finish()
        try await carryOut(traffic.takeQueue())
        await host.close()
        return traffic
    }

    private func problems(_ traffic: Traffic) async throws -> [String] {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var proof = Proof(traffic, isFinal: true)
        try await proof.check(folder: folder)
        return proof.problems
    }

    @Test("The proof finds nothing in a correct run")
    func right() async throws {
        let problems = try await problems(work(Traffic()))
        #expect(problems == [], "\(problems)")
    }

    @Test("The proof finds a lost acknowledged event")
    func lostEvent() async throws {
        var traffic = try await work(Traffic())
        var random = SeededRandom(seed: 2)
        let more = traffic.next(settled: 0, &random)
        let lost = try #require(more.first { if case .move = $0 { true } else { false } })
        traffic.note(.done(lost.id))
        let problems = try await problems(traffic)
        #expect(problems == ["\(lost.id) was acknowledged and processed 0 times"], "\(problems)")
    }

    @Test("The proof finds an event that was processed twice")
    func doubledEvent() async throws {
        let traffic = try await work(Traffic(), repeating: true)
        #expect(try await problems(traffic).contains { $0.hasSuffix("processed 2 times") })
    }

    @Test("The proof finds messages, ends and seconds that are lost, doubled or early")
    func books() throws {
        let mover = InstanceName(machine: Mover.machineName, id: "3")
        let sent = [Mover.Event.move(Move(id: "m1", from: 0, to: 1, cents: 1)), .credited]
        let journal = try sent.enumerated().map {
            JournalEntry(number: $0 + 1, time: Date(), cause: .event, version: 1, event: try JSONEncoder().encode($1))
        }
        func problems(_ events: [(event: Ledger.Event, isProcessed: Bool)]) throws -> Int {
            var books = Books()
            books.expect(of: InstanceSummary(name: mover, version: 1, status: .ended), journal)
            for (event, isProcessed) in events { try books.take(JSONEncoder().encode(event), isProcessed: isProcessed) }
            return books.problems.count
        }
        func second(_ number: Double) -> (Ledger.Event, Bool) {
            (.tick(Date(timeIntervalSinceReferenceDate: number)), false)
        }
        let right: [(Ledger.Event, Bool)] = [(.moved("m1", by: 3), true), (.over(3), false), (.parting(3), false)]
        #expect(try problems(right + [second(1), second(2)]) == 0)
        #expect(try problems(right + [second(1), second(3)]) == 1)
        #expect(try problems(right + [second(1), second(1)]) == 1)
        #expect(try problems(right + [(.over(3), false)]) == 1)
        #expect(try problems(right + [(.over(4), false)]) == 1)
        #expect(try problems(right + [(.moved("m1", by: 3), false)]) == 1)
        // The ledger watches the mover, and has not heard of its end.
        #expect(try problems([(.moved("m1", by: 3), true), (.parting(3), false)]) == 1)
        #expect(try problems([(.moved("m1", by: 3), false), (.parting(3), false)]) == 0)
        #expect(try problems([(.parting(3), false)]) == 1)
        #expect(try problems([(.moved("m1", by: 3), false)]) == 1)
    }

    @Test("The proof finds an effect without a journal entry and a key that was reused")
    func strangeEffects() async throws {
        let traffic = try await work(Traffic())
        let stranger = Booking(key: "mover/1/debit#1000", move: "m0", account: 1, cents: -5)
        try await bank.book(stranger)
        let known = try #require(try bank.audit().bookings.first?.0)
        try await bank.book(
            Booking(key: known.key, move: known.move, account: known.account, cents: known.cents + 1))
        let problems = try await problems(traffic)
        #expect(problems.contains("no journal has the key mover/1/debit#1000"))
        #expect(problems.contains { $0.hasPrefix("a key was used for something else: \(known.key)") })
        #expect(problems.contains("5 cents are on their way for ever"))
    }

    @Test("The proof finds money created by a bank that ignores keys")
    func madeMoney() async throws {
        let traffic = try await work(Traffic())
        let forgetful = try Bank(path: folder + "/bank.sqlite", ignoresKeys: true)
        let known = try #require(try bank.audit().bookings.first?.0)
        try await forgetful.book(known)
        let problems = try await problems(traffic)
        #expect(problems == ["the accounts have \(known.cents) cents too much"], "\(problems)")
    }
}
