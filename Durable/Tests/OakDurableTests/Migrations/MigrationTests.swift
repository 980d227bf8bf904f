import Foundation
import Oak
import OakDurable
import OakDurableTesting
import OakTesting
import TestSupport
import Testing

@Suite("Durable migrations")
struct MigrationTests {
    let fixture = HostFixture()

    @Test("D10 States, waiting events and deadlines of an older version are migrated")
    func everythingIsMigrated() async throws {
        let old = try await fixture.host(AccountV1.self, ())
        let id = try await old.start(AccountV1.self, id: "1", initialState: .init(euros: -3))
        try await old.send(.askLater, to: id)
        try await old.send(.remind, to: id)
        try await old.send(.busy, to: id)
        await old.close()

        let keys = Recorder<String>()
        let new = try await fixture.host(AccountV2.self, AccountV2.Env(greet: { keys.record($0) }))
        let migrated = DurableID<AccountV2>("1")
        try await new.send(.pay(cents: 1), to: migrated)
        try await new.state(of: migrated) { $0 == .init(cents: -299, note: "was v1") }
        await fixture.clock.advance(by: .seconds(10))
        try await new.state(of: migrated) { $0 == .init(cents: 201, note: "was v1") }
        #expect(keys.values.first?.hasPrefix("account/1@1/greeting#") ?? false)
        #expect(try await new.list().map(\.version) == [2])
        await new.close()
    }

    @Test("An instance whose state cannot be migrated fails, and a retry migrates it")
    func failedMigrationParks() async throws {
        let old = try await fixture.host(AccountV1.self, ())
        let bad = try await old.start(AccountV1.self, id: "bad", initialState: .init(euros: 666))
        try await old.start(AccountV1.self, id: "good", initialState: .init(euros: 1))
        await old.close()
        let new = try await fixture.host(AccountV2.self, AccountV2.Env())
        try await new.send(.pay(cents: 1), to: DurableID<AccountV2>("good"))
        try await new.send(.pay(cents: 1), to: DurableID<AccountV2>("bad"))
        #expect(try await new.state(of: DurableID<AccountV2>("good")).cents == 101)
        let failed = try await new.list(where: InstanceQuery(statuses: [.failed]))
        #expect(failed.map(\.name) == [bad.name])
        #expect(failed.first?.problem?.contains("NoMoney") ?? false)
        #expect(failed.first?.version == 1)
        await new.close()
    }

    @Test("D10 An instance of an unreadable version is left unchanged and listed")
    func unknownVersionIsLeftAlone() async throws {
        let new = try await fixture.host(AccountV2.self, AccountV2.Env())
        let id = try await new.start(AccountV2.self, id: "1", initialState: .init(cents: 7))
        await new.close()

        let old = try await fixture.host(AccountV1.self, ())
        await #expect(throws: DurableError.unsupportedVersion(id.name, version: 2, supported: 1)) {
            try await old.send(.remind, to: DurableID<AccountV1>("1"))
        }
        let listed = try await old.list()
        #expect(listed.map(\.status) == [.running])
        let obstacle = try await old.obstacle(to: #require(listed.first))
        #expect(obstacle == .unsupportedVersion(id.name, version: 2, supported: 1))
        await old.close()

        let again = try await fixture.host(AccountV2.self, AccountV2.Env())
        #expect(try await again.state(of: id) == .init(cents: 7))
        await again.close()
    }

    @Test("D10 An instance of an unregistered machine is left unchanged and reported")
    func unregisteredMachine() async throws {
        let host = try await fixture.host(AccountV1.self, ())
        try await host.start(AccountV1.self, id: "1", initialState: .init(euros: 7))
        await host.close()
        let other = try await fixture.host(Probe.self, Probe.Env())
        await #expect(throws: DurableError.unregisteredMachine("account")) {
            try await other.send(.remind, to: DurableID<AccountV1>("1"))
        }
        let listed = try await other.list()
        #expect(await other.obstacle(to: try #require(listed.first)) == .unregisteredMachine("account"))
        await other.close()
    }

    @Test("D7 An instance whose state cannot be decoded fails without affecting others")
    func undecodableStateParks() async throws {
        let old = try await fixture.host(AccountV2.self, AccountV2.Env())
        let id = try await old.start(AccountV2.self, id: "1", initialState: .init(cents: 7))
        await old.close()
        let changed = try await fixture.host(AccountV2Changed.self, ())
        let same = DurableID<AccountV2Changed>("1")
        let fine = try await changed.start(AccountV2Changed.self, id: "2", initialState: .init(amount: 1))
        try await changed.send(.pay(cents: 1), to: same)
        try await changed.send(.pay(cents: 1), to: fine)
        #expect(try await changed.list(where: InstanceQuery(statuses: [.failed])).map(\.name) == [id.name])
        await #expect(throws: DurableError.self) { try await changed.state(of: same) }
        await changed.close()

        // The program is repaired.
        let repaired = try await fixture.host(AccountV2.self, AccountV2.Env())
        try await repaired.retry(id)
        try await repaired.state(of: id) { $0.cents == 8 }
        await repaired.close()
    }
}

@Suite("Fixtures of durable machines")
struct FixtureTests {
    let file = FileManager.default.temporaryDirectory.appending(path: "oak-fixtures-\(UUID()).json")

    @Test("Fixtures catch a changed encoding, a missing migration and a throwing one")
    func fixturesCatchChanges() throws {
        defer { try? FileManager.default.removeItem(at: file) }
        func first(recording isRecording: Bool = false) {
            expectFixtures(
                of: AccountV1.self, states: [.init(euros: 1), .init(euros: -2)], events: [.pay(euros: 1), .remind],
                storedIn: file.path, recording: isRecording)
        }
        @discardableResult func second(recording isRecording: Bool = false) -> [Int: [AccountV2.State]] {
            expectFixtures(
                of: AccountV2.self, states: [.init(cents: 5, note: "n")], events: [.pay(cents: 1)],
                storedIn: file.path, recording: isRecording)
        }
        func expectIssue(_ parts: String..., body: () -> Void) {
            withKnownIssue(nil, body, matching: { issue in parts.allSatisfy { "\(issue)".contains($0) } })
        }
        expectIssue("recording") { first(recording: true) }
        first()
        expectIssue("recording") { second(recording: true) }
        #expect(second().mapValues { $0.map(\.cents) } == [1: [100, -200]])
        expectIssue("increase machineVersion to 3", "Version 1 has no migration") {
            expectFixtures(
                of: AccountV2Changed.self, states: [.init(amount: 5)], events: [.pay(cents: 1)], storedIn: file.path)
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacingOccurrences(of: "\"euros\" : -2", with: "\"euros\" : 666").write(
            to: file, atomically: true, encoding: .utf8)
        expectIssue("State 1 of version 1 cannot be migrated: NoMoney()") { second() }
    }
}
