import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Room for each operation", .interleaved)
struct RoomTests {
    @Test("C13 10 000 operations that send simultaneously deliver 10 000 events in order", arguments: [8, 1, 0])
    func crowd(bufferSize: Int) async throws {
        let (released, done) = (Gate<Void>("all may answer"), Gate<Void>("the machine may end"))
        let order = Recorder<String>()
        let operations = (1...10_000).map { number in
            Script.Effect { _, input in
                try await released.wait()
                try input.send(.init("\(number)"))
                order.record("\(number)")
            }
        }
        let effect = Script.Effect.all(operations + [.ending(after: done)])
        let proxy = Script.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
        async let names = Script.run(initialState: .init(), proxy: proxy)
        await idle()
        #expect(released.waiters == 10_000)
        released.open()
        await idle()
        #expect(order.values.count == 10_000)
        #expect(order.values != (1...10_000).map { "\($0)" }, "the operations have answered one after the other")
        done.open()
        #expect(try await names == ["go"] + order.values + ["end"], "events are lost or out of order")
    }

    @Test("C13 An input that outlives its operation counts among the senders outside")
    func outlivingInput() async throws {
        let (left, stall) = (Recorder<Script.Input>(), Stall())
        let operation = Script.Effect { _, input in
            left.record(input)
            // These have its own places.
            for _ in 1...3 { try input.send(.init("operation")) }
        }
        let proxy = Script.Proxy(bufferSize: 3, initialEvent: .init("go", .all([operation, stall.effect])))
        async let names = Script.run(initialState: .init(), proxy: proxy)
        await idle()
        let input = left.values[0]
        try input.send(.init("left 1"))
        try proxy.send(.init("outside"))
        expectOverflow { try input.send(contentsOf: [.end, .end]) }
        try input.send(.init("left 2"))
        expectOverflow { try input.send(.end) }
        expectOverflow { try proxy.send(.end) }
        async let waiting: Void = input.sendWaitingForRoom(.init("left 3"))
        await idle()
        stall.over.open()
        try await waiting
        await idle()
        expectRoom(for: 3, of: proxy, "afterwards")
        await idle()
        try input.send(.end)
        let processed = try await names
        let operations = Array(repeating: "operation", count: 3)
        let outside = Array(repeating: "outside", count: 3)
        #expect(
            processed == ["go", "resumed"] + operations + ["left 1", "outside", "left 2", "left 3"] + outside + [
                "end"
            ])
        expectTerminated { try input.send(.end) }
    }

    enum Cancellation: CaseIterable, Sendable { case cancelTask, replacement, composition }

    @Test(
        "C18 The input of a cancelled operation is closed, its events are skipped, and its places are free again",
        arguments: Cancellation.allCases)
    func cancelledInput(cancellation: Cancellation) async throws {
        let proxy = Script.Proxy(bufferSize: 3)
        async let names = Script.run(initialState: .init(), proxy: proxy)
        for round in 1...20 {
            let (left, stall) = (Recorder<Script.Input>(), Stall())
            let operation = Script.Effect(id: "x") { _, input in
                left.record(input)
                for _ in 1...3 { try input.send(.init("stale")) }
                if round.isMultiple(of: 2) { try await Gate<Void>().wait() }
            }
            let cancelling: Script.Effect =
                switch cancellation {
                case .cancelTask, .composition: .cancelTask(cancellation == .composition ? "all" : "x")
                case .replacement: Script.Effect(id: "x") { _, _ in }
                }
            let effect: Script.Effect = cancellation == .composition ? .combine(id: "all", operation) : operation
            try proxy.send(.init("go", effect))
            try proxy.send(.init("hold", .sequence(stall.effect, cancelling)))
            await idle()
            let input = left.values[0]
            // Events of an operation that has returned occupy places of senders outside.
            if !round.isMultiple(of: 2) { for _ in 1...2 { try input.send(.init("stale")) } }
            stall.over.open()
            await idle()
            #expect(throws: CancellationError.self) { try input.send(.init("stale")) }
            #expect(throws: CancellationError.self) { try input.send(contentsOf: [.init("stale")]) }
            await #expect(throws: CancellationError.self) { try await input.sendWaitingForRoom(.init("stale")) }
            let other = Stall()
            try proxy.send(other.event)
            await idle()
            expectRoom(for: 3, of: proxy, "round \(round)")
            other.over.open()
            await idle()
        }
        try proxy.send(.end)
        let processed = try await names
        #expect(!processed.contains("stale"))
        #expect(processed.count { $0 == "outside" } == 60)
    }

    enum Answer: CaseIterable, Sendable { case success, failure, caught }

    @Test(
        "C13 The event of a result or an error needs no place and follows the events already sent",
        arguments: Answer.allCases, [3, 1, 0])
    func answersNeedNoPlace(answer: Answer, bufferSize: Int) async throws {
        let (stall, left, done) = (Stall(), Recorder<Script.Input>(), Gate<Void>("the machine may end"))
        // The answering forms have no input, so the operation beside them fills its own places.
        let filling = Script.Effect { _, input in
            for _ in 1...max(1, bufferSize) { try input.send(.init("sent")) }
            if answer != .success { throw Failure() }
            left.record(input)
        }
        .catch { error in .init("\((error as? Failure)?.name ?? "?")") }
        let answering = Script.Effect(
            { _ in if answer == .failure { throw Failure() } }, success: Script.Event("answer"),
            failure: { (_: any Error) in .init("failure") })
        let effect = Script.Effect.all([filling, answering, .ending(after: done), stall.effect])
        let proxy = Script.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
        async let names = Script.run(initialState: .init(), proxy: proxy)
        await idle()
        for _ in 0..<bufferSize { try proxy.send(.init("outside")) }
        stall.over.open()
        await idle()
        done.open()
        let processed = try await names
        let expected = (answer == .success ? 0 : 1) + (answer == .failure ? 1 : 0)
        #expect(processed.count { $0 == "failure" } == expected)
        #expect(processed.count { $0 == "answer" } == (answer == .failure ? 0 : 1))
        #expect(processed.count { $0 == "sent" } == max(1, bufferSize))
        if answer == .caught, let last = processed.lastIndex(of: "sent"),
            let own = processed.firstIndex(of: "failure")
        {
            #expect(last < own, "\(processed)")
        }
    }
}

// MARK: - What is used here

func expectOverflow(_ sending: () throws -> Void) {
    #expect(throws: TransducerError.bufferOverflow) { try sending() }
}

func expectTerminated(_ sending: () throws -> Void) {
    #expect(throws: TransducerError.terminated) { try sending() }
}

/// Fills the places of those outside, of which there are to be as many as that.
func expectRoom(for count: Int, of proxy: Script.Proxy, _ message: String) {
    for number in 1...count {
        do { try proxy.send(.init("outside")) } catch { expectThat(false, "\(message): event \(number) got \(error)") }
    }
    do {
        try proxy.send(.init("too much"))
        expectThat(false, "\(message): there is more room than there should be")
    } catch { expectThat(error as? TransducerError == .bufferOverflow, "\(message): \(error)") }
}
