import Oak
import OakTesting
import TestSupport
import Testing

/// Two machines with clocks of their own, as one.
private typealias Pair = Parallel<TimedScript, TimedScript>

@Suite("C19 Timed effects of children")
struct TimingLiftingTests {
    @Test("C19 The effects of a child use its clock and its identities", .interleaved)
    func parts() async throws {
        let clocks = (TestClock(), TestClock())
        func effects(_ name: String) -> [TimedScript.Effect] {
            [
                .timeout(.seconds(5), id: "t", sending: .told("\(name) late"), clock: \.clock),
                .every(.seconds(2), id: "e", sending: .told("\(name) tick"), clock: \.clock),
                .stream(
                    id: "s",
                    { _ in
                        AsyncStream {
                            $0.yield(1); $0.finish()
                        }
                    }, event: { .told("\(name) \($0)") }),
                .retry(
                    id: "r", attempts: 2, backoff: .constant(.seconds(3)), clock: \.clock, { _ in throw Failure() },
                    retrying: { _, number in .told("\(name) again \(number)") }, success: { .end },
                    failure: { (_: any Error) in .told("\(name) failed") }),
            ]
        }
        let proxy = Pair.Proxy()
        async let told = Pair.run(
            initialState: .init(.init(), .init()), proxy: proxy,
            env: .init(.init(clocks.0), .init(clocks.1)))
        try await proxy.sendWaitingForRoom(.first(.carryOut(effects("a"))))
        try await proxy.sendWaitingForRoom(.second(.carryOut(effects("b"))))
        await idle()
        await clocks.0.advance(by: .seconds(4))
        await idle()
        try await proxy.sendWaitingForRoom(.first(.carryOut([.cancelTask("e")])))
        await idle()
        await clocks.0.advance(by: .seconds(60))
        await clocks.1.advance(by: .seconds(2))
        await idle()
        try await proxy.sendWaitingForRoom(.first(.end))
        try await proxy.sendWaitingForRoom(.second(.end))
        let outputs = try await told
        let first = ["a 1", "a again 1", "a tick", "a failed", "a tick", "a late"]
        #expect(outputs.first.map { $0.sorted() } == first.sorted())
        #expect(outputs.second.map { $0.sorted() } == ["b 1", "b again 1", "b tick"])
    }
}
