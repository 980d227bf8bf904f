@testable import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Memory of mailboxes", .interleaved)
struct RoomMemoryTests {
    @Test("C13 A machine holds only live operations and their events", .realThreads)
    func boundedByWhatIsLive() async throws {
        try await unwitnessed {
            let living = Counter()
            let proxy = Script.Proxy(bufferSize: 2)
            async let names = Script.run(initialState: .init(), proxy: proxy)
            @Sendable func event(_ name: String) -> Script.Event {
                let token = CountedToken(living)
                let effect = Script.Effect(isolatedAction: { _, _ throws -> [Script.Event] in
                    token.use()
                    return []
                })
                return .init(name, effect)
            }
            let left = Recorder<Script.Input>()
            for round in 1...200 {
                let stall = Stall()
                let sending = Script.Effect(id: "x") { _, input in
                    if round.isMultiple(of: 50) { left.record(input) }
                    try input.send(contentsOf: [event("sent"), event("sent")])
                    try? input.send(event("refused"))
                    if round.isMultiple(of: 2) { try await Gate<Void>().wait() }
                }
                let answering = Script.Effect(
                    { _ in CountedToken(living) },
                    success: { token in
                        token.use()
                        return event("answer")
                    })
                let failing = Script.Effect { _, input in
                    try input.send(event("sent"))
                    throw Failure()
                }
                .catch { _ in event("failed") }
                let waiting = Script.Effect(id: round % 3) { _, input in
                    for _ in 1...3 { try await input.sendWaitingForRoom(event("waited")) }
                }
                // A cancelled operation whose input is kept leaves the rest of its sequence.
                func following() -> Script.Effect {
                    round.isMultiple(of: 4) ? .sequence(sending, event("rest").effect ?? sending) : sending
                }
                try proxy.send(.init("go", .all([following(), answering, failing, waiting, stall.effect])))
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

    @Test("C13 A queue that was large gives its memory back with its last elements")
    func emptyQueue() {
        var queue = NumberedQueue<Int>()
        for number in 1...5_000 { queue.append(number, number: number) }
        for number in (1...5_000).reversed() { queue.remove(number) }
        #expect(queue.slots.capacity <= 1_024)
    }

    @Test("C23 The observer is told of 1 024 rejected events individually and of the rest together")
    func omittedRejections() async throws {
        let heard = Recorder<String>()
        let observer = ScriptObserver {
            switch $0 {
            case .sendRejected(let event, TransducerError.rejectionsOmitted(let count)):
                heard.record("\(event.name) +\(count)")
            case .sendRejected(let event, TransducerError.bufferOverflow): heard.record(event.name)
            case .sendRejected(let event, let error): heard.record("\(event.name): \(error)")
            default: break
            }
        }
        let proxy = Script.Proxy(bufferSize: 2)
        async let names = Script.run(initialState: .init(), proxy: proxy, observer: observer)
        for (outside, inside) in [(1_024, 0), (0, 1_025), (3_000, 2_000), (1, 0)] {
            let stall = Stall()
            let flooding = Script.Effect { _, input in
                try input.send(contentsOf: [.init("a"), .init("a")])
                for number in 0..<inside { try? input.send(.init("inside \(number)")) }
            }
            let before = heard.values.count
            try proxy.send(.init("go", .all([flooding, stall.effect])))
            await idle()
            try proxy.send(contentsOf: [.init("b"), .init("b")])
            for number in 0..<outside { try? proxy.send(.init("outside \(number)")) }
            #expect(heard.values.count == before, "the machine stands still")
            stall.over.open()
            await idle()
            let all = (0..<inside).map { "inside \($0)" } + (0..<outside).map { "outside \($0)" }
            let omitted = all.count - 1_024
            let expected = Array(all.prefix(1_024)) + (omitted > 0 ? ["\(all[all.count - 1]) +\(omitted)"] : [])
            #expect(Array(heard.values.dropFirst(before)) == expected, "\(outside) and \(inside)")
        }
        try proxy.send(.end)
        _ = try await names
    }

    @Test(
        "C25 Events of operations that wait in the mailbox are released when the machine ends",
        arguments: [false, true])
    func unprocessed(cancels: Bool) async throws {
        let (living, stall) = (Counter(), Stall())
        let operation = Script.Effect { _, input in
            for _ in 1...4 {
                let token = CountedToken(living)
                try await input.sendWaitingForRoom(.init("late", Script.Effect { _, _ in token.use() }))
            }
        }
        let answering = Script.Effect(
            { _ in CountedToken(living) },
            success: { token in
                .init("late", Script.Effect { _, _ in token.use() })
            })
        let effect = Script.Effect.all([operation, answering, .sequence(stall.effect, .event(.end))])
        let proxy = Script.Proxy(bufferSize: 2, initialEvent: .init("go", effect))
        async let outcome = result { try await Script.run(initialState: .init(), proxy: proxy) }
        await idle()
        #expect(living.value == 4)
        if cancels { proxy.cancel() } else { stall.over.open() }
        switch await outcome {
        case .success(let names): #expect(!cancels && names == ["go", "resumed", "end"])
        case .failure(let error): #expect(cancels && error as? TransducerError == .cancelled)
        }
        #expect(living.value == 0, "\(living.value) are held")
    }
}

/// Runs a test on one executor, without the witness of an exploration, which retains the last event of each machine
/// and receives rejected events.
private func unwitnessed(_ test: @escaping @Sendable @concurrent () async throws -> Void) async throws {
    let executor = DeterministicExecutor(seed: 1)
    let task = executor.start(test)
    await executor.runUntilIdle()
    try await task.value
}
