import OakTesting
import Testing

@Suite("Functions of an environment without a stub")
struct UnstubbedTests {
    private struct Env: Sendable {
        var find: @Sendable (_ text: String) async throws -> [String]
        var move: @Sendable (_ from: Int, _ to: Int) throws -> Void
        var now: @Sendable () -> Int
        var save: @Sendable (Int) async -> Bool

        static let unexpected = Env(
            find: unstubbed("find"), move: unstubbed("move"), now: unstubbed("now", returning: 7),
            save: unstubbed("save", returning: false))
    }

    @Test("A call fails the test with the name of the function, and throws or returns what the test has given")
    func called() async {
        let env = Env.unexpected
        let issues = await Issues.of {
            await #expect(throws: UnstubbedFunction.self) { try await env.find("oak") }
            #expect(throws: UnstubbedFunction.self) { try env.move(1, 2) }
            #expect(env.now() == 7)
            #expect(await !env.save(1))
        }
        #expect(issues.messages.count == 4)
        for (message, name) in zip(issues.messages, ["find", "move", "now", "save"]) {
            #expect(message.contains("'\(name)' is called, which this test does not expect."))
        }
    }

    @Test("A function that is never called is no failure, and neither is one with a stub")
    func uncalled() {
        var env = Env.unexpected
        env.now = { 1 }
        let issues = Issues.of { [env] in #expect(env.now() == 1) }
        #expect(issues.messages.isEmpty)
    }
}
