import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8–C12, C25 The end of a run in every interleaving")
struct EndingInterleavingTests {
    @Test("C12 The first cancellation ends a machine at any moment, and nothing happens after the end")
    func cancellation() async {
        await explore(seeds: Effort.seeds(200)) {
            let (cancellations, steps) = (Recorder<String>(), Recorder<String>())
            let clock = TestClock(advancing: .whenIdle)
            let action = Script.Effect(action: { _ async throws in
                await Task.yield()
                return .init("action")
            })
            let operation = Script.Effect(id: "operation") { _, input in
                while true {
                    try await clock.sleep(for: .seconds(1))
                    try input.send(.init("operation", action))
                }
            }
            let proxy = Script.Proxy(initialEvent: .init("go", .combine(operation, .sequence(action, operation))))
            async let run = result {
                try await Script.run(
                    initialState: .init(), proxy: proxy,
                    output: Callback { (names: [String]) async throws in
                        await Task.yield()
                        steps.record(names.last ?? "")
                    }, observer: ScriptObserver { _ in steps.record("observed") })
            }
            await withTaskGroup { group in
                for name in ["a", "b"] {
                    group.addTask {
                        try? await clock.sleep(for: .seconds(2))
                        cancellations.record(name)
                        proxy.cancel(with: Failure(name: name))
                    }
                }
                group.addTask { for _ in 0..<3 { try? await proxy.sendWaitingForRoom(.init("external", action)) } }
            }
            let outcome = await run
            let count = steps.values.count
            guard case .failure(let error as Failure) = outcome else { return expectThat(false, "\(outcome)") }
            expectThat(error.name == cancellations.values.first, "\(error.name) came second")
            try await clock.sleep(for: .seconds(5))
            expectThat(steps.values.count == count, "\(steps.values[count...]) happened after the end")
        }
    }

    @Test(
        "C8 A run whose terminal output was delivered does not report a cancellation"
    )
    func resultStands() async {
        await explore(seeds: Effort.seeds(100)) {
            let delivered = Recorder<[String]>()
            let proxy = Script.Proxy()
            let last = Script.Effect { _, input in
                try input.send(.end)
                for _ in 0..<3 { await Task.yield() }
            }
            async let run = result {
                try await Script.run(initialState: .init(), proxy: proxy, output: Callback { delivered.record($0) })
            }
            try proxy.send(.init("go", last))
            for _ in 0..<6 { await Task.yield() }
            proxy.cancel()
            switch await run {
            case .success(let output): expectThat(output == ["go", "end"], "the run has returned \(output)")
            case .failure(TransducerError.cancelled):
                expectThat(
                    delivered.values.last != ["go", "end"],
                    "the end was delivered, and the run says it was cancelled")
            case .failure(let error): expectThat(false, "\(error)")
            }
        }
    }
}
