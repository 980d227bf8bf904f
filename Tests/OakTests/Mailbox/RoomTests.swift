import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C13 Room for each operation", .timeLimit(.minutes(20)))
struct RoomTests {
    @Test(
        "C13 10 000 operations that answer at one moment are 10 000 events, in the order in which they were sent",
        arguments: [8, 1, 0])
    func crowd(bufferSize: Int) async throws {
        try await interleave(seed: 1) {
            let (released, done) = (Gate<Void>("all may answer"), Gate<Void>("the machine may end"))
            let order = Recorder<String>()
            let operations = (1...10_000).map { number in
                Puppet.Effect { _, input in
                    try await released.wait()
                    try input.send(.init("\(number)"))
                    order.record("\(number)")
                }
            }
            let effect = Puppet.Effect.all(operations + [.ending(after: done)])
            let proxy = Puppet.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            expectThat(released.waiters == 10_000)
            released.open()
            await idle()
            expectThat(order.values.count == 10_000)
            expectThat(order.values != (1...10_000).map { "\($0)" }, "the operations have answered one after the other")
            done.open()
            let processed = try await names
            expectThat(processed == ["go"] + order.values + ["end"], "events are lost or out of order")
        }
    }

    @Test(
        "C13 An operation that floods its machine gets the overflow, and neither its neighbours nor others do",
        arguments: [8, 3, 1, 0])
    func flood(bufferSize: Int) async throws {
        try await interleave(seed: 1) {
            let (stall, released, done) = (Stall(), Gate<Void>("they may send"), Gate<Void>("the machine may end"))
            let refusals = Recorder<String>()
            let places = max(1, bufferSize)
            let flood = Puppet.Effect { _, input in
                try await released.wait()
                for number in 1...places + 3 {
                    do {
                        try input.send(.init("flood \(number)"))
                    } catch TransducerError.bufferOverflow {
                        refusals.record("flood \(number)")
                    }
                }
            }
            let neighbours = (1...10).map { neighbour in
                Puppet.Effect { _, input in
                    try await released.wait()
                    for _ in 1...places { try input.send(.init("neighbour \(neighbour)")) }
                }
            }
            let effect = Puppet.Effect.all(neighbours + [flood, .ending(after: done), stall.effect])
            let proxy = Puppet.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            released.open()
            await idle()
            // The machine has taken none of all that, and those outside have their own places.
            for _ in 0..<bufferSize { try proxy.send(.init("outside")) }
            expectOverflow { try proxy.send(.init("outside")) }
            stall.over.open()
            await idle()
            done.open()
            let processed = try await names
            let kinds = Dictionary(grouping: processed) { $0 }.mapValues(\.count)
            expectThat(refusals.values == (places + 1...places + 3).map { "flood \($0)" }, "\(refusals.values)")
            for number in 1...places { expectThat(kinds["flood \(number)"] == 1) }
            for neighbour in 1...10 { expectThat(kinds["neighbour \(neighbour)"] == places) }
            expectThat(kinds["outside", default: 0] == bufferSize)
            expectThat(processed.count == 4 + bufferSize + places * 11 - 1, "\(processed)")
        }
    }

    @Test("C13 The places of an operation are given back one by one, as its events are taken")
    func placesOneByOne() async throws {
        try await interleave(seed: 1) {
            let held = (0..<8).map { _ in Stall() }
            let attempts = Gate<Void>("it may try to send")
            let operation = Puppet.Effect { _, input in
                for stall in held.prefix(3) { try input.send(stall.event) }
                for stall in held.dropFirst(3) {
                    expectOverflow { try input.send(.end) }
                    try await attempts.wait()
                    try input.send(stall.event)
                }
                // The last one has the only place that is free.
                expectOverflow { try input.send(.end) }
            }
            let proxy = Puppet.Proxy(bufferSize: 3, initialEvent: .init("go", operation))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            for (index, stall) in held.enumerated() {
                await idle()
                expectThat(stall.begun.isOpen, "event \(index) is not taken")
                expectThat(attempts.letThrough() == (index < 5 ? 1 : 0))
                await idle()
                stall.over.open()
            }
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed.count { $0 == "stall" } == 8)
        }
    }

    @Test("C13 Events of an operation that has returned keep its places, and take none from those outside")
    func placesAfterReturn() async throws {
        try await interleave(seed: 1) {
            let proxy = Puppet.Proxy(bufferSize: 3)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            let operation = Puppet.Effect { _, input in
                for _ in 1...3 { try input.send(.init("operation")) }
            }
            for round in 1...20 {
                let stall = Stall()
                try proxy.send(.init("go", .all([operation, stall.effect])))
                await idle()
                expectRoom(for: 3, of: proxy, "round \(round)")
                stall.over.open()
                await idle()
            }
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed.count { $0 == "operation" } == 60)
            expectThat(processed.count { $0 == "outside" } == 60)
        }
    }

    @Test("C13 An input that outlives its operation counts among the senders outside")
    func outlivingInput() async throws {
        try await interleave(seed: 1) {
            let (left, stall) = (Recorder<Puppet.Input>(), Stall())
            let operation = Puppet.Effect { _, input in
                left.record(input)
                // These have its own places.
                for _ in 1...3 { try input.send(.init("operation")) }
            }
            let proxy = Puppet.Proxy(bufferSize: 3, initialEvent: .init("go", .all([operation, stall.effect])))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
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
            expectThat(
                processed == ["go", "resumed"] + operations + ["left 1", "outside", "left 2", "left 3"] + outside + [
                    "end"
                ],
                "\(processed)")
            expectTerminated { try input.send(.end) }
        }
    }

    enum Cancellation: CaseIterable, Sendable { case cancelTask, replacement, composition }

    @Test(
        "C18 The input of a cancelled operation is closed, what it has sent is passed over, and no place is lost",
        arguments: Cancellation.allCases)
    func cancelledInput(cancellation: Cancellation) async throws {
        try await interleave(seed: 1) {
            let proxy = Puppet.Proxy(bufferSize: 3)
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            for round in 1...20 {
                let (left, stall) = (Recorder<Puppet.Input>(), Stall())
                let operation = Puppet.Effect(id: "x") { _, input in
                    left.record(input)
                    for _ in 1...3 { try input.send(.init("stale")) }
                    if round.isMultiple(of: 2) { try await Gate<Void>().wait() }
                }
                let cancelling: Puppet.Effect =
                    switch cancellation {
                    case .cancelTask, .composition: .cancelTask(cancellation == .composition ? "all" : "x")
                    case .replacement: Puppet.Effect(id: "x") { _, _ in }
                    }
                let effect: Puppet.Effect = cancellation == .composition ? .combine(id: "all", operation) : operation
                try proxy.send(.init("go", effect))
                try proxy.send(.init("hold", .sequence(stall.effect, cancelling)))
                await idle()
                let input = left.values[0]
                // Of one that has returned, these are among those of senders outside.
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
            expectThat(!processed.contains("stale"), "\(processed)")
            expectThat(processed.count { $0 == "outside" } == 60)
        }
    }

    @Test("C16 Several events of an operation are sent all or none, in places of its own")
    func allOrNone() async throws {
        try await interleave(seed: 1) {
            let stall = Stall()
            func sender(_ name: String, sizes: [Int], refused: Set<Int>) -> Puppet.Effect {
                Puppet.Effect { _, input in
                    for (index, size) in sizes.enumerated() {
                        let events = (0..<size).map { _ in Puppet.Event("\(name) \(index)") }
                        if refused.contains(index) {
                            expectOverflow { try input.send(contentsOf: events) }
                        } else {
                            try input.send(contentsOf: events)
                        }
                    }
                }
            }
            let effect = Puppet.Effect.all([
                sender("a", sizes: [3, 2, 0, 1, 1, 0], refused: [1, 4]),
                sender("b", sizes: [5, 4, 1], refused: [0, 2]), stall.effect,
            ])
            let proxy = Puppet.Proxy(bufferSize: 4, initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            stall.over.open()
            await idle()
            try proxy.send(.end)
            let processed = try await names
            expectThat(processed.filter { $0.hasPrefix("a") } == ["a 0", "a 0", "a 0", "a 3"], "\(processed)")
            expectThat(processed.filter { $0.hasPrefix("b") } == Array(repeating: "b 1", count: 4), "\(processed)")
        }
    }

    enum Answer: CaseIterable, Sendable { case success, failure, caught }

    @Test(
        "C13 The event that is made of a result or an error needs no place, and comes behind what was sent",
        arguments: Answer.allCases, [3, 1, 0])
    func answersNeedNoPlace(answer: Answer, bufferSize: Int) async throws {
        try await interleave(seed: 1) {
            let (stall, left, done) = (Stall(), Recorder<Puppet.Input>(), Gate<Void>("the machine may end"))
            // The answering forms have no input; what they fill is that of the operation beside them.
            let filling = Puppet.Effect { _, input in
                for _ in 1...max(1, bufferSize) { try input.send(.init("sent")) }
                if answer != .success { throw Failure() }
                left.record(input)
            }
            .catch { error in .init("\((error as? Failure)?.name ?? "?")") }
            let answering = Puppet.Effect(
                { _ in if answer == .failure { throw Failure() } }, success: Puppet.Event("answer"),
                failure: { (_: any Error) in .init("failure") })
            let effect = Puppet.Effect.all([filling, answering, .ending(after: done), stall.effect])
            let proxy = Puppet.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            for _ in 0..<bufferSize { try proxy.send(.init("outside")) }
            stall.over.open()
            await idle()
            done.open()
            let processed = try await names
            let expected = (answer == .success ? 0 : 1) + (answer == .failure ? 1 : 0)
            expectThat(processed.count { $0 == "failure" } == expected, "\(processed)")
            expectThat(processed.count { $0 == "answer" } == (answer == .failure ? 0 : 1), "\(processed)")
            expectThat(processed.count { $0 == "sent" } == max(1, bufferSize))
            if answer == .caught, let last = processed.lastIndex(of: "sent"),
                let own = processed.firstIndex(of: "failure")
            {
                expectThat(last < own, "\(processed)")
            }
        }
    }
}

// MARK: - Waiting for room

extension RoomTests {
    @Test("C16 Lines are apart: no sender waits for room that others have filled")
    func separateLines() async throws {
        try await interleave(seed: 1) {
            let (stall, first, second) = (Stall(), Gate<Void>("a may send"), Gate<Void>("b may send"))
            let trace = Recorder<String>()
            func operation(_ name: String, after gate: Gate<Void>, fills: Bool) -> Puppet.Effect {
                Puppet.Effect { _, input in
                    try await gate.wait()
                    try await input.sendWaitingForRoom(.init("\(name) 1"))
                    trace.record("\(name) 1")
                    guard fills else { return }
                    try await input.sendWaitingForRoom(.init("\(name) 2"))
                    trace.record("\(name) 2")
                }
            }
            let effect = Puppet.Effect.all([
                operation("a", after: first, fills: true), operation("b", after: second, fills: false), stall.effect,
            ])
            let proxy = Puppet.Proxy(bufferSize: 1, initialEvent: .init("go", effect))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            await idle()
            first.open()
            await idle()
            expectThat(trace.values == ["a 1"], "\(trace.values)")
            // One of a's stands in line. Neither those outside nor the neighbour stand behind it.
            try proxy.send(.init("outside 1"))
            let outside = Task(executorPreference: DeterministicExecutor.current) {
                try await proxy.sendWaitingForRoom(.init("outside 2"))
                trace.record("outside 2")
            }
            await idle()
            second.open()
            await idle()
            expectThat(trace.values == ["a 1", "b 1"], "\(trace.values)")
            stall.over.open()
            try await outside.value
            await idle()
            try await proxy.sendWaitingForRoom(.end)
            let processed = try await names
            expectThat(Set(trace.values) == ["a 1", "a 2", "b 1", "outside 2"], "\(trace.values)")
            expectThat(processed.prefix(5) == ["go", "resumed", "a 1", "outside 1", "b 1"], "\(processed)")
            expectThat(Set(processed.dropFirst(5)) == ["a 2", "outside 2", "end"], "\(processed)")
        }
    }

    @Test("C15 A thousand operations may wait for their macrosteps at once, with one place each", arguments: [1, 0])
    func suspendingInputs(bufferSize: Int) async throws {
        try await interleave(seed: 1) {
            let (released, ends) = (Gate<Void>("all may send"), Gate<Void>("the machine may end"))
            let done = Recorder<String>()
            let operations = (1...1_000).map { number in
                Marionette.Effect { _, input in
                    try await released.wait()
                    try await input.send(.init("\(number)"))
                    done.record("\(number)")
                }
            }
            let last = Marionette.Effect { _, input in
                try await ends.wait()
                try await input.send(.init("end", ends: true))
            }
            let effect = Marionette.Effect.all(operations + [last])
            let proxy = Marionette.Proxy(bufferSize: bufferSize, initialEvent: .init("go", effect))
            async let names = Marionette.run(initialState: .init(), proxy: proxy)
            await idle()
            released.open()
            await idle()
            expectThat(done.values.count == 1_000)
            ends.open()
            let processed = try await names
            expectThat(processed.count == 1_002)
            expectThat(Set(processed) == Set(done.values + ["go", "end"]))
        }
    }

    @Test("C16 An action that waits for room of its own machine is told of the deadlock, an operation is not")
    func deadlock() async throws {
        try await interleave(seed: 1) {
            let trace = Recorder<String>()
            let operation = Marionette.Effect { _, input in
                try await input.send(.init("a"))
                trace.record("done")
            }
            let proxy = Marionette.Proxy(bufferSize: 1)
            let action = Marionette.Effect(isolatedAction: { _, _ async throws in
                do {
                    try await proxy.send(.init("never"))
                } catch TransducerError.deadlock {
                    trace.record("deadlock")
                }
                return .init("action")
            })
            async let names = Marionette.run(initialState: .init(), proxy: proxy)
            try await proxy.send(.init("go", .all([operation, action])))
            await idle()
            try await proxy.send(.init("end", ends: true))
            let processed = try await names
            expectThat(processed == ["go", "action", "a", "end"], "\(processed)")
            expectThat(trace.values == ["deadlock", "done"], "\(trace.values)")
        }
    }
}

// MARK: - What is used here

/// Lets everybody else go on as far as they can.
nonisolated(nonsending) func idle() async { await DeterministicExecutor.current?.idle() }

func expectOverflow(_ sending: () throws -> Void) {
    #expect(throws: TransducerError.bufferOverflow) { try sending() }
}

func expectTerminated(_ sending: () throws -> Void) {
    #expect(throws: TransducerError.terminated) { try sending() }
}

/// Fills the places of those outside, of which there are to be as many as that.
func expectRoom(for count: Int, of proxy: Puppet.Proxy, _ message: String) {
    for number in 1...count {
        do { try proxy.send(.init("outside")) } catch { expectThat(false, "\(message): event \(number) got \(error)") }
    }
    do {
        try proxy.send(.init("too much"))
        expectThat(false, "\(message): there is more room than there should be")
    } catch { expectThat(error as? TransducerError == .bufferOverflow, "\(message): \(error)") }
}

/// Holds a machine in an action, while others send to it.
struct Stall: Sendable {
    let begun = Gate<Void>("the machine stands still"), over = Gate<Void>("the machine may go on")

    var effect: Puppet.Effect {
        Puppet.Effect(isolatedAction: { [self] _, _ async throws in
            begun.open()
            try await over.wait()
            return .init("resumed")
        })
    }

    var event: Puppet.Event { .init("stall", effect) }
}

extension TransducerEffect<Puppet.Event, Void, Oak.Proxy<Puppet.Event>.Input> {
    /// Ends the machine from within, where those outside have no room.
    static func ending(after gate: Gate<Void>) -> Self {
        Self { _, input in
            try await gate.wait()
            try input.send(.end)
        }
    }
}
