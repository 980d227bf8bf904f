import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8–C12 End of a run", .onOneExecutor)
struct EndingTests {
    @Test(
        "C8 The terminal output is delivered, its effect is awaited, and waiting events are discarded"
    )
    func terminalTransition() async throws {
        let trace = Recorder<String>()
        let exit = Script.Effect.combine(
            Script.Effect { _, _ in
                for _ in 0..<10 { await Task.yield() }
                trace.record("exit operation ended")
            },
            Script.Effect(action: { _ in
                trace.record("exit action")
                return .init("dropped")
            }))
        let proxy = Script.Proxy()
        try proxy.send(contentsOf: [.init("end", exit, ends: true), .init("never")])
        let last = try await Script.run(
            initialState: .init(), proxy: proxy, output: Callback { trace.record("output \($0)") })
        #expect(last == ["end"])
        #expect(trace.values.first == "output [\"end\"]")
        #expect(Set(trace.values.dropFirst()) == ["exit action", "exit operation ended"])
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
    }

    @Test("C8, C13 The observer hears of each event that the end discards, unless its sender gets an error")
    func discardedEvents() async throws {
        let rejected = Recorder<String>()
        let observer = ScriptObserver { if case .sendRejected(let event, _) = $0 { rejected.record(event.name) } }
        let operation = Script.Effect(id: "cancelled") { _, input in try input.send(.init("silent")) }
        let (proxy, size) = (Script.Proxy(bufferSize: 2_000), 1_100)
        try proxy.send(contentsOf: [.init("go", operation), .init("cancel", .cancelTask("cancelled")), .end])
        try proxy.send(contentsOf: (0..<size).map { .init("\($0)") })
        _ = try await Script.run(initialState: .init(), proxy: proxy, observer: observer)
        // The record of the mailbox counts all further events as one.
        #expect(rejected.values == (0..<1_024).map { "\($0)" } + ["\(size - 1)"])
        let failing = Script.Proxy()
        try failing.send(contentsOf: [.init("fails", Script.Effect(action: { _ in throw Failure() })), .init("bye")])
        _ = try? await Script.run(initialState: .init(), proxy: failing, observer: observer)
        #expect(rejected.values.last == "bye")
    }

    @Test("C5 C8 The exit effect begins after the last output is delivered")
    func exitAfterSuspendingSubject() async throws {
        let trace = Recorder<String>()
        let exit = Script.Effect { _, _ in trace.record("exit operation") }
        let subject = Callback { (names: [String]) async in
            for _ in 0..<10 { await Task.yield() }
            trace.record("output \(names)")
        }
        let last = try await Script.run(
            initialState: .init(), proxy: Script.Proxy(initialEvent: .init("end", exit, ends: true)),
            output: subject)
        #expect(last == ["end"])
        #expect(trace.values == ["output [\"end\"]", "exit operation"])
    }

    @Test("C8 Operations other than the exit effect are cancelled and awaited")
    func otherOperations() async throws {
        let trace = Recorder<String>()
        let started = Gate<Void>()
        let worker = Script.Effect(id: "worker") { _, _ in
            started.open()
            do { try await Gate<Void>().wait() } catch { trace.record("cancelled") }
            for _ in 0..<10 { await Task.yield() }
            trace.record("ended")
        }
        let proxy = Script.Proxy()
        try proxy.send(.init("work", worker))
        async let names = Script.run(initialState: .init(), proxy: proxy)
        try await started.wait()
        try proxy.send(.end)
        #expect(try await names == ["work", "end"])
        #expect(trace.values == ["cancelled", "ended"])
    }

    @Test("C8 An exit operation that sends to the closed mailbox does not fail the run")
    func sendingExit() async throws {
        let exit = Script.Effect { _, input in try input.send(.init("late")) }
        #expect(try await Script.play(.init("end", exit, ends: true)) == ["end"])
    }

    @Test("C11 An exit operation that fails with an error from another machine ends the run with that error")
    func exitFailsWithForeignError() async throws {
        let exit = Script.Effect(operation: { _, _ in throw TransducerError.cancelled })
        await #expect(throws: TransducerError.cancelled) { try await Script.play(.init("end", exit, ends: true)) }
    }

    @Test("C8 The steps of an exit sequence are carried out to the end")
    func exitSequence() async throws {
        let trace = Recorder<Int>()
        let steps = (1...3).map { number in Script.Effect { _, _ in trace.record(number) } }
        #expect(try await Script.play(.init("end", .sequence(steps), ends: true)) == ["end"])
        #expect(trace.values == [1, 2, 3])
    }

    @Test("C9 An operation that ignores cancellation is reported after the grace period and awaited")
    func gracePeriod() async throws {
        let clock = TestClock()
        let (started, released) = (Gate<Void>(), Gate<Void>())
        let reported = Gate<Void>()
        let deaf = Script.Effect(id: "deaf") { _, _ in
            started.open()
            await released.waitIgnoringCancellation()
        }
        let proxy = Script.Proxy()
        let observer = ScriptObserver { if case .effectOverdue = $0 { reported.open() } }
        let run = Task {
            try await Script.run(
                initialState: .init(), proxy: proxy, observer: observer,
                settings: RunSettings(gracePeriod: .duration(.seconds(3), clock: clock)))
        }
        try proxy.send(.init("go", deaf))
        try await started.wait()
        try proxy.send(.end)
        try await clock.untilAsleep()
        await clock.advance(by: .seconds(2))
        #expect(!reported.isOpen)
        await clock.advance(by: .seconds(1))
        try await reported.wait()
        released.open()
        #expect(try await run.value == ["go", "end"])
    }

    @Test("C10 A machine that is terminal at birth and has no outputs returns nothing")
    func terminalAtBirth() async throws {
        enum Quiet: Transducer {
            struct State: Terminable { var isTerminal: Bool { true } }
            enum Event { case never }
            static func update(_ state: inout State, event: Event) {}
        }
        try await Quiet.run(initialState: .init())
    }

    @Test("C11 An error of the subject ends the run with exactly that error")
    func failingSubject() async throws {
        let proxy = Script.Proxy(initialEvent: .init("go"))
        await #expect(throws: Failure(name: "y")) {
            try await Script.run(
                initialState: .init(), proxy: proxy, output: Callback { _ in throw Failure(name: "y") })
        }
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
    }
}
