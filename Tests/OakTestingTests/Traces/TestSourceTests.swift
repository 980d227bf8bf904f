import Oak
import Testing

@testable import OakTesting

@Suite("Tests made of traces")
struct TestSourceTests {
    @Test("A trace becomes a test that states the effects as well")
    func scenario() async throws {
        let text = try await TraceRecorderTests.loaderTrace().testSource(of: Loader.self, named: "A second attempt")
        #expect(text == Self.scenarioTest)
        let barrier = try await TraceRecorderTests.barrierTrace().testSource(of: Barrier.self, named: "7")
        #expect(barrier.hasPrefix("@Test(\"7\")\nfunc run7() {"))
        #expect(barrier.contains("        .on(.coin(1), to: .unlocked)\n"))
        #expect(
            Trace<Barrier.State, Barrier.Event, Int>(transducer: "X", entries: [])
                .testSource(of: Barrier.self, named: "x").hasPrefix("//"))
    }

    private static let scenarioTest = #"""
        @Test("A second attempt")
        func aSecondAttempt() {
            expectTransitions(of: Loader.self, from: .idle)
                .on(.load, to: .loading(attempt: 1), effect: .operation(id: "load"), output: "loading")
                .on(.failed, to: .loading(attempt: 1), effect: .events([.log, .retry]), output: "failed")
                .on(.log, to: .loading(attempt: 1), output: "")
                .on(.retry, to: .loading(attempt: 2), effect: .operation(id: "load"), output: "again")
                .on(.loaded(7), to: .checking(7), effect: .sequence([.event(.log), .action]), output: "loaded")
                .on(.log, to: .checking(7), output: "")
                .on(.checked, to: .done(7), effect: .cancelTask("load"), output: "checked")
        }
        """#

    /// The text above, compiled.
    @Test("A second attempt")
    func aSecondAttempt() {
        expectTransitions(of: Loader.self, from: .idle)
            .on(.load, to: .loading(attempt: 1), effect: .operation(id: "load"), output: "loading")
            .on(.failed, to: .loading(attempt: 1), effect: .events([.log, .retry]), output: "failed")
            .on(.log, to: .loading(attempt: 1), output: "")
            .on(.retry, to: .loading(attempt: 2), effect: .operation(id: "load"), output: "again")
            .on(.loaded(7), to: .checking(7), effect: .sequence([.event(.log), .action]), output: "loaded")
            .on(.log, to: .checking(7), output: "")
            .on(.checked, to: .done(7), effect: .cancelTask("load"), output: "checked")
    }
}
