import OakTesting
import Testing

@Suite("Gates")
struct GateTests {
    private struct Refused: Error {}

    @Test("A gate resumes the waiting tasks with a value or an error, and stays closed for later tasks")
    func letThrough() async throws {
        let gate = Gate<Int>("the answer")
        let executor = DeterministicExecutor()
        let first = [executor.start { try await gate.wait() }, executor.start { try await gate.wait() }]
        executor.run()
        #expect(gate.letThrough(returning: 1) == 2)
        let second = executor.start { try await gate.wait() }
        executor.run()
        #expect(gate.waiters == 1)
        #expect(gate.letThrough(throwing: Refused()) == 1)
        for task in first { #expect(try await executor.value(of: task) == 1) }
        await #expect(throws: Refused.self) { try await executor.value(of: second) }
        #expect(!gate.isOpen)
    }

    @Test("Only the first opening of a gate counts")
    func open() async throws {
        let gate = Gate<Int>()
        gate.open(returning: 1)
        gate.open(throwing: Refused())
        #expect(try await interleave(seed: 1) { try await gate.wait() } == 1)
        #expect(gate.letThrough(returning: 2) == 0)
    }
}
