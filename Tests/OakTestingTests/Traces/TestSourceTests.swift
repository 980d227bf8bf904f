import Oak
import Testing

@testable import OakTesting

@Suite("Tests generated from traces")
struct TestSourceTests {
    @Test("A trace becomes a test, and a trace without its beginning becomes a comment")
    func scenario() async throws {
        let barrier = try await TraceRecorderTests.barrierTrace().testSource(of: Barrier.self, named: "7")
        #expect(barrier.hasPrefix("@Test(\"7\")\nfunc run7() {"))
        #expect(barrier.contains("        .on(.coin(1), to: .unlocked)\n"))
        #expect(
            Trace<Barrier.State, Barrier.Event, Int>(transducer: "X", entries: [])
                .testSource(of: Barrier.self, named: "x").hasPrefix("//"))
    }
}
