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
        let host = DurableHost(store: SQLiteStore(path: folder + "/movers.sqlite"))
        try await host.register(Mover.self, env: Mover.Env(bank: bank))
        try await host.open()
        var random = SeededRandom(seed: 1)
        func carryOut(_ commands: [Command]) async throws {
            for command in commands {
                switch command {
                case .start(let instance):
                    try await host.start(Mover.self, id: DurableID("\(instance)"), initialState: .idle(Mover.Tally()))
                case .move(let move, let instance):
                    // Without its key, a repetition is another move.
                    for number in 0..<(repeating ? 2 : 1) {
                        try await host.send(
                            .move(move), to: DurableID<Mover>("\(instance)"), deduplication: "\(move.id)/\(number)")
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
        #expect(try await problems(work(Traffic())) == [])
    }

    @Test("The proof finds a lost acknowledged event")
    func lostEvent() async throws {
        var traffic = try await work(Traffic())
        var random = SeededRandom(seed: 2)
        let more = traffic.next(settled: 0, &random)
        let lost = try #require(more.first { if case .move = $0 { true } else { false } })
        traffic.note(.done(lost.id))
        #expect(try await problems(traffic) == ["\(lost.id) was acknowledged and processed 0 times"])
    }

    @Test("The proof finds an event that was processed twice")
    func doubledEvent() async throws {
        let traffic = try await work(Traffic(), repeating: true)
        #expect(try await problems(traffic).contains { $0.hasSuffix("processed 2 times") })
    }

    @Test("The proof finds an effect without a journal entry and a key that was reused")
    func strangeEffects() async throws {
        let traffic = try await work(Traffic())
        let stranger = Booking(key: "mover/1/debit#1000", move: "m0", account: 1, cents: -5)
        try await bank.book(stranger)
        let known = try #require(try bank.audit().bookings.first?.0)
        try await bank.book(Booking(key: known.key, move: known.move, account: known.account, cents: known.cents + 1))
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
        #expect(try await problems(traffic) == ["the accounts have \(known.cents) cents too much"])
    }
}
