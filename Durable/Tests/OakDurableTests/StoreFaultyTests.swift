import Foundation
import OakDurable
import OakDurableTesting
import OakTesting
import Testing

@Suite("A faulty store")
struct StoreFaultyTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func create(_ id: String) -> [StoreChange] {
        [
            .create(
                StoredInstance(InstanceSummary(name: InstanceName(machine: "order", id: id), version: 1), state: Data())
            )
        ]
    }

    @Test("A store with delays but no faults keeps the laws of stores")
    func laws() async {
        await checkLaws(ofStore: "FaultyStore", reopen: { $0 }) {
            FaultyStore(MemoryStore(), faults: .always(.delay(before: 1, after: 2)), seed: 1)
        }
    }

    @Test("A script decides which operations take effect and which report an error")
    func script() async throws {
        let contents = MemoryStore()
        let store = FaultyStore(
            contents, script: [.failureBefore, .failureAfter, .none, .delay(after: 3), .crashAfter],
            operations: [.commit])
        let lease = try await store.claim(by: StoreOwner(), at: now)[0]
        for (id, isTold) in [("a", false), ("b", false), ("c", true), ("d", true), ("e", false), ("f", false)] {
            do {
                _ = try await store.commit(create(id), under: lease, at: now)
                #expect(isTold, "\(id)")
            } catch {
                #expect(!isTold && error as? DurableError == FaultyStore.error, "\(id)")
            }
        }
        #expect(store.hasCrashed)
        await #expect(throws: FaultyStore.error) { _ = try await store.list(InstanceQuery()) }
        await #expect(throws: FaultyStore.error) { _ = try await store.claim(by: StoreOwner(), at: now)[0] }
        #expect(try await contents.list(InstanceQuery()).map(\.name.id) == ["b", "c", "d", "e"])
        #expect(store.history.map(\.fault).count == 6)
    }

    @Test("A crash during the delay of an operation prevents the operation")
    func crash() async throws {
        let contents = MemoryStore()
        let store = FaultyStore(contents, script: [.delay(before: 5)])
        let lease = try await store.claim(by: StoreOwner(), at: now)[0]
        let executor = DeterministicExecutor()
        let changes = create("a")
        let commit = executor.start { [now] in try await store.commit(changes, under: lease, at: now) }
        executor.runNext()
        store.crash()
        await executor.runUntilIdle()
        await #expect(throws: FaultyStore.error) { try await commit.value }
        #expect(try await contents.list(InstanceQuery()).isEmpty)
    }

    @Test("The same seed gives the same faults")
    func seeds() async throws {
        let faults = Generator<StoreFault>.any(of: [.none, .failureBefore, .failureAfter, .delay(before: 1)])
        var histories: [[FaultyStore.Occurrence]] = []
        for seed in [3, 3, 4] as [UInt64] {
            let store = FaultyStore(MemoryStore(), faults: faults, seed: seed)
            for _ in 1...50 { _ = try? await store.list(InstanceQuery()) }
            histories.append(store.history)
        }
        #expect(histories[0] == histories[1])
        #expect(histories[0] != histories[2])
    }
}
