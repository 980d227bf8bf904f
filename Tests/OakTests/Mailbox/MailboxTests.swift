import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13–C16 Mailbox", .timeLimit(.minutes(20)))
struct MailboxTests {
    @Test("C13 The ninth event of eight is rejected and the eight are processed")
    func fullMailbox() async throws {
        let proxy = Puppet.Proxy()
        for number in 1...7 { try proxy.send(.init("\(number)")) }
        try proxy.send(.end)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.init("9")) }
        #expect(throws: TransducerError.bufferOverflow) { try proxy.input.send(.init("9")) }
        proxy.input(.init("9"))
        #expect(try await Puppet.run(initialState: .init(), proxy: proxy) == (1...7).map { "\($0)" } + ["end"])
        #expect(throws: TransducerError.terminated) { try proxy.send(.init("10")) }
        #expect(throws: TransducerError.terminated) { try proxy.input.send(.init("10")) }
    }

    @Test("C13 Events that a busy machine has taken but not begun still count as waiting")
    func busyMachine() async throws {
        try await onOneExecutor {
            let (begun, released) = (Gate<Void>(), Gate<Void>())
            let busy = Puppet.Effect(isolatedAction: { _, _ async throws in
                begun.open()
                try await released.wait()
                return .init("done")
            })
            let proxy = Puppet.Proxy(bufferSize: 4)
            try proxy.send(contentsOf: [.init("busy", busy), .init("a"), .init("b"), .init("c")])
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            try await begun.wait()
            try proxy.send(.end)
            #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.init("x")) }
            released.open()
            #expect(try await run.value == ["busy", "done", "a", "b", "c", "end"])
        }
    }

    @Test("C13 A mailbox without room rejects every event, but not the initial one", arguments: [0, -1, .min])
    func noRoom(bufferSize: Int) async throws {
        let proxy = Puppet.Proxy(bufferSize: bufferSize, initialEvent: .end)
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.end) }
        await #expect(throws: TransducerError.bufferOverflow) { try await proxy.sendWaitingForRoom(.end) }
        #expect(try await Puppet.run(initialState: .init(), proxy: proxy) == ["end"])
        let suspending = SyncSuspendingProxy<Int>(bufferSize: bufferSize)
        await #expect(throws: TransducerError.bufferOverflow) { try await suspending.send(1) }
    }

    @Test("C14 A proxy drives one run only")
    func oneRun() async throws {
        let proxy = Puppet.Proxy(initialEvent: .end)
        #expect(try await Puppet.run(initialState: .init(), proxy: proxy) == ["end"])
        await #expect(throws: TransducerError.proxyAlreadyInUse) {
            try await Puppet.run(initialState: .init(), proxy: proxy)
        }
    }

    @Test("C14 Of two racing runs on one proxy exactly one wins, 1 000 times")
    func racingRuns() async throws {
        for _ in 0..<1_000 {
            let proxy = Sum.Proxy()
            try proxy.send(contentsOf: [.add(1), .end])
            async let first = result { try await Sum.run(initialState: .init(), proxy: proxy) }
            async let second = result { try await Sum.run(initialState: .init(), proxy: proxy) }
            let results = await [first, second]
            #expect(results.filter { (try? $0.get()) == 1 }.count == 1)
            #expect(
                results.filter {
                    if case .failure(TransducerError.proxyAlreadyInUse) = $0 { true } else { false }
                }.count == 1)
        }
    }

    @Test("C16 Several events are sent all or none, one behind the other")
    func allOrNone() async throws {
        let proxy = Sum.Proxy(bufferSize: 4)
        try proxy.send(contentsOf: [.add(1), .add(2)])
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(contentsOf: [.add(10), .add(10), .add(10)]) }
        try proxy.send(contentsOf: [])
        try proxy.input.send(contentsOf: [.add(3), .end])
        #expect(try await Sum.run(initialState: .init(), proxy: proxy) == 6)
    }

    @Test("C16 No events at all fit into every mailbox that is open")
    func noEvents() async throws {
        let proxy = Sum.Proxy(bufferSize: 1)
        try proxy.send(contentsOf: [])
        try proxy.send(.end)
        try proxy.send(contentsOf: [])
        #expect(try await Sum.run(initialState: .init(), proxy: proxy) == 0)
        #expect(throws: TransducerError.terminated) { try proxy.send(contentsOf: []) }
    }

    @Test("C13 Events released by a mailbox may use the proxy")
    func reentrantRelease() async throws {
        final class Reentrant: Sendable {
            let proxy: Relay.Proxy
            let released: Counter
            init(_ proxy: Relay.Proxy, _ released: Counter) { (self.proxy, self.released) = (proxy, released) }
            deinit {
                try? proxy.send(.end)
                released.increment()
            }
        }
        enum Relay: Transducer {
            enum Event: Sendable { case token(Reentrant), end }
            struct State: Terminable { var isTerminal = false }
            static func update(_ state: inout State, event: Event) { state.isTerminal = true }
        }
        struct Nobody: TransducerObserver {
            func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
        }
        let proxy = Relay.Proxy(bufferSize: 2)
        let released = Counter()
        try proxy.send(contentsOf: [.end, .token(Reentrant(proxy, released))])
        proxy.input(.token(Reentrant(proxy, released)))
        try await Relay.run(initialState: .init(), proxy: proxy, observer: Nobody())
        #expect(throws: TransducerError.terminated) { try proxy.send(.token(Reentrant(proxy, released))) }
        #expect(released.value == 3)
    }

    @Test("C18 A sender in line whose operation is cancelled is told so")
    func cancelledInLine() async throws {
        try await interleave(seed: 1) {
            let (outcome, fillers) = (Recorder<String>(), Recorder<String>())
            let (full, busy) = (Gate<Void>("the mailbox may be filled"), Gate<Void>("the machine may go on"))
            let operation = Puppet.Effect(id: "x") { _, input in
                // In a task of its own, so that cancelling the operation does not reach it.
                Task(executorPreference: DeterministicExecutor.current) {
                    await full.waitIgnoringCancellation()
                    while (try? input.send(.init("filler"))) != nil { fillers.record("filler") }
                    do {
                        try await input.sendWaitingForRoom(.init("stale"))
                        outcome.record("sent")
                    } catch { outcome.record("\(type(of: error))") }
                }
                try await Gate<Void>("nothing").wait()
            }
            let cancelling = Puppet.Effect(isolatedAction: { _, _ async throws in
                try await busy.wait()
                return .init("cancel", .cancelTask("x"))
            })
            let proxy = Puppet.Proxy(bufferSize: 1)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            try await proxy.sendWaitingForRoom(.init("go", operation))
            try await proxy.sendWaitingForRoom(.init("busy", cancelling))
            await DeterministicExecutor.current?.idle()
            full.open()
            await DeterministicExecutor.current?.idle()
            expectThat(!fillers.values.isEmpty && outcome.values == [], "it does not stand in line: \(outcome.values)")
            busy.open()
            await DeterministicExecutor.current?.idle()
            expectThat(outcome.values == ["CancellationError"], "\(outcome.values)")
            try await proxy.sendWaitingForRoom(.end)
            let order = try await names
            expectThat(order == ["go", "busy", "cancel", "end"], "\(order)")
        }
    }

    @Test("C16 Senders that wait for room get it in the order in which they came")
    func waitingForRoom() async throws {
        let proxy = Puppet.Proxy(bufferSize: 1)
        try proxy.send(.init("0"))
        var tasks: [Task<Void, any Error>] = []
        for number in 1...5 {
            let name = "\(number)"
            let waiting = Gate<Void>()
            tasks.append(
                Task { @MainActor in
                    waiting.open()
                    try await proxy.sendWaitingForRoom(.init(name))
                })
            try await waiting.wait()
            await MainActor.run {}  // Behind the sender, which has suspended by now.
        }
        #expect(throws: TransducerError.bufferOverflow) { try proxy.send(.init("pushy")) }
        let run = Task { try await Puppet.run(initialState: .init(), proxy: proxy) }
        for task in tasks { try await task.value }
        try await proxy.sendWaitingForRoom(.end)
        #expect(try await run.value == ["0", "1", "2", "3", "4", "5", "end"])
    }

    @Test("C16 A sender that waits for room is told when it is cancelled or the machine ends, and its event is gone")
    func waitingInVain() async throws {
        try await onOneExecutor {
            let proxy = Puppet.Proxy(bufferSize: 1)
            try proxy.send(.end)
            let cancelled = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.sendWaitingForRoom(.init("cancelled"))
            }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let waiting = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.sendWaitingForRoom(.init("too late"))
            }
            let names = try await Puppet.run(initialState: .init(), proxy: proxy)
            #expect(names == ["end"])
            await #expect(throws: TransducerError.terminated) { try await waiting.value }
            let unclaimed = Puppet.Proxy(bufferSize: 1)
            try unclaimed.send(.end)
            let other = Task(executorPreference: DeterministicExecutor.current) {
                try await unclaimed.sendWaitingForRoom(.init("x"))
            }
            unclaimed.cancel()
            await #expect(throws: TransducerError.terminated) { try await other.value }
        }
    }
}

func result<Value>(
    _ body: @Sendable @concurrent () async throws -> sending Value
) async -> sending Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
}
