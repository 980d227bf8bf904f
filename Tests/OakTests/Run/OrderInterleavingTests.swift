import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C2, C4 Order in every interleaving")
struct OrderInterleavingTests {
    @Test("C2 Events are processed in the order in which `send` returned")
    func sendOrder() async {
        await explore(seeds: Effort.seeds(100)) {
            let proxy = Script.Proxy(bufferSize: 10)
            let sent = Recorder<String>()
            async let names = Script.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            try await withThrowingTaskGroup { senders in
                for sender in ["a", "b", "c"] {
                    senders.addTask {
                        for number in 1...3 {
                            try proxy.send(.init("\(sender)\(number)"))
                            sent.record("\(sender)\(number)")
                            await Task.yield()
                        }
                    }
                }
                try await senders.waitForAll()
            }
            try proxy.send(.end)
            let order = try await names
            expectThat(order == sent.values + ["end"], "\(order) is not in the order of \(sent.values)")
        }
    }

    @Test("C4 No event, result, timer or cancellation occurs between the transitions of a macrostep")
    func atomicMacrostep() async {
        await explore(seeds: Effort.seeds(200)) {
            let clock = TestClock(advancing: .whenIdle)
            @Sendable func step(_ number: Int) -> Script.Effect {
                Script.Effect(action: { _ async throws in
                    // The timer is due in the middle of it.
                    try await clock.sleep(for: .seconds(1))
                    return .init("step \(number)", number < 3 ? step(number + 1) : nil)
                })
            }
            let timer = Script.Effect(
                operation: { _, input in try input.send(.init("timer")) }, after: .seconds(2), clock: clock)
            let operation = Script.Effect(id: "operation") { _, input in
                await Task.yield()
                try input.send(.init("result"))
                // Another machine's worth of events would come in between here.
                try input.send(.init("cancel", .cancelTask("operation")))
            }
            let proxy = Script.Proxy(bufferSize: 16)
            async let names = Script.run(initialState: .init(), proxy: proxy, output: Callback.hesitant)
            async let feeding: Void = {
                for number in 1...3 {
                    try proxy.send(.init("sender \(number)"))
                    await Task.yield()
                }
            }()
            try proxy.send(.init("go", .combine(timer, operation, step(1))))
            try await feeding
            try await clock.sleep(for: .seconds(10))
            try proxy.send(.end)
            let order = try await names
            let macrostep = order.drop { $0 != "go" }.prefix(4)
            expectThat(macrostep == ["go", "step 1", "step 2", "step 3"], "\(order)")
            expectThat(Set(order).count == 11 && order.count == 11, "\(order)")
        }
    }
}
