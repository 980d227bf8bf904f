@testable import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13–C16 Mailbox")
struct MailboxTests {
    @Test("C13 A mailbox of eight places processes eight events and rejects the ninth")
    func fullMailbox() async throws {
        let proxy = Script.Proxy()
        for number in 1...7 { try proxy.send(.init("\(number)")) }
        try proxy.send(.end)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.init("9")) }
        #expect(throws: TransducerError.bufferOverflow) { try proxy.input.send(.init("9")) }
        proxy.input(.init("9"))
        #expect(try await Script.run(initialState: .init(), proxy: proxy) == (1...7).map { "\($0)" } + ["end"])
        #expect(throws: TransducerError.terminated) { try proxy.send(.init("10")) }
        #expect(throws: TransducerError.terminated) { try proxy.input.send(.init("10")) }
    }

    @Test("C17 A sleeping loop hears of a return that came before a sender's frame began to wait for it")
    func returnBeforeWait() async {
        let mailbox = Mailbox<Int>(capacity: 1)
        let summary = EffectSummary(kind: .operation, id: nil, number: 1)
        await withUnsafeContinuation { (loop: UnsafeContinuation<Void, Never>) in
            let isParked = mailbox.park(loop, heedingInterruption: true)
            #expect(isParked)
            mailbox.post(endOf: Operation(summary: summary, role: .work), waking: false)
            mailbox.heedEnds(true)
            let isAsleep = mailbox.withLock { $0.sleeper != nil }
            #expect(!isAsleep)
            mailbox.wake()
        }
    }

    @Test("C13 Events that a busy machine has not begun to process still occupy places", .onOneExecutor)
    func busyMachine() async throws {
        let (begun, released) = (Gate<Void>(), Gate<Void>())
        let busy = Script.Effect(isolatedAction: { _, _ async throws in
            begun.open()
            try await released.wait()
            return .init("done")
        })
        let proxy = Script.Proxy(bufferSize: 4)
        try proxy.send(contentsOf: [.init("busy", busy), .init("a"), .init("b"), .init("c")])
        let run = Script.start(proxy)
        try await begun.wait()
        try proxy.send(.end)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.init("x")) }
        released.open()
        #expect(try await run.value == ["busy", "done", "a", "b", "c", "end"])
    }

    @Test("C13 A mailbox without places rejects every event but the initial event", arguments: [0, -1, .min])
    func noRoom(bufferSize: Int) async throws {
        let proxy = Script.Proxy(bufferSize: bufferSize, initialEvent: .end)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.end) }
        await #expect(throws: TransducerError.bufferOverflow) { try await proxy.sendWaitingForRoom(.end) }
        #expect(try await Script.run(initialState: .init(), proxy: proxy) == ["end"])
        let suspending = SyncSuspendingProxy<Int>(bufferSize: bufferSize)
        await #expect(throws: TransducerError.bufferOverflow) { try await suspending.send(1) }
    }

    @Test("C14 Of three runs that race for a proxy, one receives all events and the others fail")
    func racingRuns() async {
        await explore(seeds: Effort.seeds(100)) {
            let proxy = Sum.Proxy()
            let run: @Sendable @concurrent () async -> Result<Int, any Error> = {
                await result { try await Sum.run(initialState: .init(), proxy: proxy) }
            }
            async let runs = (run(), run(), run())
            for number in 1...3 {
                try proxy.send(.add(number))
                await Task.yield()
            }
            try proxy.send(.end)
            let (a, b, c) = await runs
            let totals = [a, b, c].compactMap { try? $0.get() }
            expectThat(totals == [6], "\(totals)")
            for case .failure(let error) in [a, b, c] {
                expectThat(error as? TransducerError == .proxyAlreadyInUse, "\(error)")
            }
        }
    }

    @Test("C16 Several events are accepted together or not at all")
    func allOrNone() async throws {
        let proxy = Sum.Proxy(bufferSize: 4)
        try proxy.send(contentsOf: [.add(1), .add(2)])
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(contentsOf: [.add(10), .add(10), .add(10)]) }
        try proxy.send(contentsOf: [])
        try proxy.input.send(contentsOf: [.add(3), .end])
        #expect(try await Sum.run(initialState: .init(), proxy: proxy) == 6)
    }

    @Test("C16 A sender that waits for room receives an error when it is cancelled or the machine ends", .onOneExecutor)
    func waitingInVain() async throws {
        let proxy = Script.Proxy(bufferSize: 1)
        try proxy.send(.end)
        let cancelled = Task { try await proxy.sendWaitingForRoom(.init("cancelled")) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let waiting = Task { try await proxy.sendWaitingForRoom(.init("too late")) }
        #expect(try await Script.run(initialState: .init(), proxy: proxy) == ["end"])
        await #expect(throws: TransducerError.terminated) { try await waiting.value }
        let unclaimed = Script.Proxy(bufferSize: 1)
        try unclaimed.send(.end)
        let other = Task { try await unclaimed.sendWaitingForRoom(.init("x")) }
        unclaimed.cancel()
        await #expect(throws: TransducerError.terminated) { try await other.value }
    }
}
