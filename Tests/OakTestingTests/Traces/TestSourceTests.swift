import Oak
import Testing

@testable import OakTesting

@Suite("Tests made of traces")
struct TestSourceTests {
    @Test("A trace becomes a test")
    func testSource() async throws {
        let text = try await TraceRecorderTests.barrierTrace().testSource(named: "One coin lets one pass")
        #expect(
            text == """
                @Test("One coin lets one pass")
                func oneCoinLetsOnePass() {
                    var state: Barrier.State = .locked
                    let steps: [(event: Barrier.Event, state: Barrier.State)] = [
                        (.coin(1), .unlocked),
                        (.push, .locked),
                        (.push, .locked),
                    ]
                    for (number, step) in zip(1..., steps) {
                        _ = Barrier.step(&state, event: step.event)
                        #expect(state == step.state, "step \\(number)")
                    }
                }
                """)
        #expect(try await TraceRecorderTests.loaderTrace().testSource(named: "7") == Self.loaderTest)
        #expect(Trace<Int, Int, Int>(transducer: "X", entries: []).testSource(named: "x").hasPrefix("//"))
    }

    private static let loaderTest = """
        @Test("7")
        func run7() {
            var state: Loader.State = .idle
            let steps: [(event: Loader.Event, state: Loader.State, output: Loader.Output)] = [
                (.load, .loading(attempt: 1), "loading"),
                (.failed, .loading(attempt: 1), "failed"),
                (.log, .loading(attempt: 1), ""),
                (.retry, .loading(attempt: 2), "again"),
                (.loaded(7), .checking(7), "loaded"),
                (.log, .checking(7), ""),
                (.checked, .done(7), "checked"),
            ]
            for (number, step) in zip(1..., steps) {
                let (_, output) = Loader.step(&state, event: step.event)
                #expect(state == step.state, "step \\(number)")
                #expect(output == step.output, "step \\(number)")
            }
        }
        """

    /// The text above, compiled.
    @Test("7")
    func run7() {
        var state: Loader.State = .idle
        let steps: [(event: Loader.Event, state: Loader.State, output: Loader.Output)] = [
            (.load, .loading(attempt: 1), "loading"),
            (.failed, .loading(attempt: 1), "failed"),
            (.log, .loading(attempt: 1), ""),
            (.retry, .loading(attempt: 2), "again"),
            (.loaded(7), .checking(7), "loaded"),
            (.log, .checking(7), ""),
            (.checked, .done(7), "checked"),
        ]
        for (number, step) in zip(1..., steps) {
            let (_, output) = Loader.step(&state, event: step.event)
            #expect(state == step.state, "step \(number)")
            #expect(output == step.output, "step \(number)")
        }
    }

    @Test("With the machine at hand, the test states the effects as well")
    func scenario() async throws {
        let text = try await TraceRecorderTests.loaderTrace().testSource(of: Loader.self, named: "A second attempt")
        #expect(text == Self.scenarioTest)
        let barrier = try await TraceRecorderTests.barrierTrace().testSource(of: Barrier.self, named: "7")
        #expect(barrier.contains("        .on(.coin(1), to: .unlocked)\n"))
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
