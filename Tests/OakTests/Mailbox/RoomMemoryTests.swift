import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 The memory that room costs, and the memory it leaves behind", .timeLimit(.minutes(20)))
struct RoomMemoryTests {
    /// Counts how many of its kind there are.
    private final class Token: Sendable {
        private let living: Counter

        init(_ living: Counter) {
            self.living = living
            living.increment()
        }

        deinit { living.decrement() }

        func use() {}
    }

    @Test("C13 A machine holds what is live, however many operations have sent, answered, failed or been cancelled")
    func boundedByWhatIsLive() async throws {
        try await unwitnessed {
            let living = Counter()
            let proxy = Puppet.Proxy(bufferSize: 2)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            @Sendable func event(_ name: String) -> Puppet.Event {
                let token = Token(living)
                let effect = Puppet.Effect(isolatedAction: { _, _ throws -> [Puppet.Event] in
                    token.use()
                    return []
                })
                return .init(name, effect)
            }
            let left = Recorder<Puppet.Input>()
            for round in 1...200 {
                let stall = Stall()
                let sending = Puppet.Effect(id: "x") { _, input in
                    if round.isMultiple(of: 50) { left.record(input) }
                    try input.send(contentsOf: [event("sent"), event("sent")])
                    try? input.send(event("refused"))
                    if round.isMultiple(of: 2) { try await Gate<Void>().wait() }
                }
                let answering = Puppet.Effect(
                    { _ in Token(living) },
                    success: { token in
                        token.use()
                        return event("answer")
                    })
                let failing = Puppet.Effect { _, input in
                    try input.send(event("sent"))
                    throw Failure()
                }
                .catch { _ in event("failed") }
                let waiting = Puppet.Effect(id: round % 3) { _, input in
                    for _ in 1...3 { try await input.sendWaitingForRoom(event("waited")) }
                }
                try proxy.send(.init("go", .all([sending, answering, failing, waiting, stall.effect])))
                await idle()
                expectThat(living.value > 0)
                if round.isMultiple(of: 4) { try proxy.send(.init("cancel", .cancelTask("x"))) }
                try? proxy.send(contentsOf: [event("outside"), event("outside"), event("refused")])
                stall.over.open()
                await idle()
                expectThat(living.value == 0, "\(living.value) are left after round \(round)")
            }
            try proxy.send(.end)
            _ = try await names
            expectThat(left.values.count == 4)
        }
    }

    @Test("C13 A rejected event leaves no trace, neither in the mailbox nor in the order of the others")
    func noTrace() async throws {
        try await unwitnessed {
            let (living, stall) = (Counter(), Stall())
            @Sendable func refuse(_ input: Puppet.Input) {
                let token = Token(living)
                let effect = Puppet.Effect { _, _ in token.use() }
                expectOverflow { try input.send(.init("refused", effect)) }
                expectOverflow { try input.send(contentsOf: [.end, .init("refused", effect)]) }
                input(.init("refused", effect))
            }
            let operation = Puppet.Effect { _, input in
                try input.send(.init("1"))
                for _ in 1...10 { refuse(input) }
                expectThat(living.value == 0, "rejected events are held")
                try await input.sendWaitingForRoom(.init("2"))
                try await input.sendWaitingForRoom(.end)
            }
            let proxy = Puppet.Proxy(bufferSize: 1, initialEvent: .init("go", .all([operation, stall.effect])))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            stall.over.open()
            let processed = try await names
            expectThat(processed == ["go", "resumed", "1", "2", "end"], "\(processed)")
        }
    }

    @Test("C23 Of a flood the observer hears of the first 1 024 one by one, and of the rest together")
    func omittedRejections() async throws {
        try await interleave(seed: 1) {
            let heard = Recorder<String>()
            let observer = Watch {
                switch $0 {
                case .sendRejected(let event, TransducerError.rejectionsOmitted(let count)):
                    heard.record("\(event.name) +\(count)")
                case .sendRejected(let event, TransducerError.bufferOverflow): heard.record(event.name)
                case .sendRejected(let event, let error): heard.record("\(event.name): \(error)")
                default: break
                }
            }
            let proxy = Puppet.Proxy(bufferSize: 2)
            async let names = Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            for (outside, inside) in [(1_024, 0), (0, 1_025), (3_000, 2_000), (1, 0)] {
                let stall = Stall()
                let flooding = Puppet.Effect { _, input in
                    try input.send(contentsOf: [.init("a"), .init("a")])
                    for number in 0..<inside { try? input.send(.init("inside \(number)")) }
                }
                let before = heard.values.count
                try proxy.send(.init("go", .all([flooding, stall.effect])))
                await idle()
                try proxy.send(contentsOf: [.init("b"), .init("b")])
                for number in 0..<outside { try? proxy.send(.init("outside \(number)")) }
                expectThat(heard.values.count == before, "the machine stands still")
                stall.over.open()
                await idle()
                let all = (0..<inside).map { "inside \($0)" } + (0..<outside).map { "outside \($0)" }
                let omitted = all.count - 1_024
                let expected = Array(all.prefix(1_024)) + (omitted > 0 ? ["\(all[all.count - 1]) +\(omitted)"] : [])
                expectThat(Array(heard.values.dropFirst(before)) == expected, "\(outside) and \(inside)")
            }
            try proxy.send(.end)
            _ = try await names
        }
    }

    @Test(
        "C25 Untaken events of operations are released when the machine ends",
        arguments: [false, true])
    func unprocessed(cancels: Bool) async throws {
        try await interleave(seed: 1) {
            let (living, stall) = (Counter(), Stall())
            let operation = Puppet.Effect { _, input in
                for _ in 1...4 {
                    let token = Token(living)
                    try await input.sendWaitingForRoom(.init("late", Puppet.Effect { _, _ in token.use() }))
                }
            }
            let answering = Puppet.Effect(
                { _ in Token(living) },
                success: { token in
                    .init("late", Puppet.Effect { _, _ in token.use() })
                })
            let effect = Puppet.Effect.all([operation, answering, .sequence(stall.effect, .event(.end))])
            let proxy = Puppet.Proxy(bufferSize: 2, initialEvent: .init("go", effect))
            async let outcome = result { try await Puppet.run(initialState: .init(), proxy: proxy) }
            await idle()
            expectThat(living.value == 4, "\(living.value)")
            if cancels { proxy.cancel() } else { stall.over.open() }
            switch await outcome {
            case .success(let names): expectThat(!cancels && names == ["go", "resumed", "end"], "\(names)")
            case .failure(let error): expectThat(cancels && error as? TransducerError == .cancelled, "\(error)")
            }
            expectThat(living.value == 0, "\(living.value) are held")
        }
    }
}

/// Runs a test on one executor, without the witness of an exploration: that one holds the last event of each machine,
/// and is told of what was rejected.
private func unwitnessed(_ test: @escaping @Sendable @concurrent () async throws -> Void) async throws {
    let executor = DeterministicExecutor(seed: 1)
    let task = executor.start(test)
    await executor.runUntilIdle()
    try await task.value
}
