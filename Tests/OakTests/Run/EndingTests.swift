import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8–C12 End of a run", .timeLimit(.minutes(20)))
struct EndingTests {
    @Test(
        "C8 The output of the terminal transition is delivered, its effect is carried out and awaited, and what waits is discarded"
    )
    func terminalTransition() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let exit = Puppet.Effect.combine(
                Puppet.Effect { _, _ in
                    for _ in 0..<10 { await Task.yield() }
                    trace.record("exit operation ended")
                },
                Puppet.Effect(action: { _ in
                    trace.record("exit action")
                    return .init("dropped")
                }))
            let proxy = Puppet.Proxy()
            try proxy.send(contentsOf: [.init("end", exit, ends: true), .init("never")])
            let last = try await Puppet.run(
                initialState: .init(), proxy: proxy, output: Callback { trace.record("output \($0)") })
            #expect(last == ["end"])
            #expect(trace.values.first == "output [\"end\"]")
            #expect(Set(trace.values.dropFirst()) == ["exit action", "exit operation ended"])
            #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
        }
    }

    @Test("C5 C8 The exit effect follows the delivery of the last output to a subject that suspends")
    func exitAfterSuspendingSubject() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let exit = Puppet.Effect { _, _ in trace.record("exit operation") }
            let subject = Callback { (names: [String]) async in
                for _ in 0..<10 { await Task.yield() }
                trace.record("output \(names)")
            }
            let last = try await Puppet.run(
                initialState: .init(), proxy: Puppet.Proxy(initialEvent: .init("end", exit, ends: true)),
                output: subject)
            #expect(last == ["end"])
            #expect(trace.values == ["output [\"end\"]", "exit operation"])
        }
    }

    @Test("C8 Operations other than the exit effect are cancelled and awaited")
    func otherOperations() async throws {
        try await onOneExecutor {
            let trace = Recorder<String>()
            let started = Gate<Void>()
            let worker = Puppet.Effect(id: "worker") { _, _ in
                started.open()
                do { try await Gate<Void>().wait() } catch { trace.record("cancelled") }
                for _ in 0..<10 { await Task.yield() }
                trace.record("ended")
            }
            let proxy = Puppet.Proxy()
            try proxy.send(.init("work", worker))
            async let names = Puppet.run(initialState: .init(), proxy: proxy)
            try await started.wait()
            try proxy.send(.end)
            #expect(try await names == ["work", "end"])
            #expect(trace.values == ["cancelled", "ended"])
        }
    }

    @Test("C8 An exit operation that throws ends the run with its error")
    func failingExit() async throws {
        let exit = Puppet.Effect(operation: { _, _ in throw Failure() })
        await #expect(throws: Failure()) { try await Puppet.play(.init("end", exit, ends: true)) }
    }

    @Test("C8 An exit operation may find the mailbox closed without that being a failure")
    func sendingExit() async throws {
        let exit = Puppet.Effect { _, input in try input.send(.init("late")) }
        #expect(try await Puppet.play(.init("end", exit, ends: true)) == ["end"])
    }

    @Test("C11 An exit operation that fails with an error of another machine ends the run with it")
    func exitFailsWithForeignError() async throws {
        let exit = Puppet.Effect(operation: { _, _ in throw TransducerError.cancelled })
        await #expect(throws: TransducerError.cancelled) { try await Puppet.play(.init("end", exit, ends: true)) }
    }

    @Test("C8 The steps of an exit sequence are carried out to the end")
    func exitSequence() async throws {
        try await onOneExecutor {
            let trace = Recorder<Int>()
            let steps = (1...3).map { number in Puppet.Effect { _, _ in trace.record(number) } }
            let names = try await Puppet.play(.init("end", .sequence(steps), ends: true))
            #expect(names == ["end"])
            #expect(trace.values == [1, 2, 3])
        }
    }

    enum Ending: CaseIterable { case terminal, cancelledByProxy, cancelledTask, failure }

    @Test("C9 No operation outlives its run, however the run ends", arguments: Ending.allCases)
    func structuredLifetime(ending: Ending) async {
        let live = Counter()
        for _ in 0..<2_500 {
            let started = Gate<Void>()
            let work = Puppet.Effect { _, _ in
                live.increment()
                defer { live.decrement() }
                started.open()
                try? await Gate<Void>().wait()
                await Task.yield()
            }
            let proxy = Puppet.Proxy()
            let run = Task {
                defer { #expect(live.value == 0) }
                return try await Puppet.run(initialState: .init(), proxy: proxy)
            }
            try? proxy.send(.init("work", work))
            try? await started.wait()
            switch ending {
            case .terminal: try? proxy.send(.end)
            case .cancelledByProxy: proxy.cancel()
            case .cancelledTask: run.cancel()
            case .failure: try? proxy.send(.init("fail", Puppet.Effect(operation: { _, _ in throw Failure() })))
            }
            let result = await run.result
            switch (ending, result) {
            case (.terminal, .success): break
            case (.cancelledByProxy, .failure(let error)): #expect(error as? TransducerError == .cancelled)
            case (.cancelledTask, .failure(let error)): #expect(error is CancellationError)
            case (.failure, .failure(let error)): #expect(error as? Failure == Failure())
            case (.terminal, .failure), (_, .success): Issue.record("\(ending): \(result)")
            }
        }
        #expect(live.value == 0)
    }

    @Test("C9 An operation that ignores cancellation is reported after the grace period, and awaited all the same")
    func gracePeriod() async throws {
        try await onOneExecutor {
            let clock = TestClock()
            let (started, released) = (Gate<Void>(), Gate<Void>())
            let reported = Gate<Void>()
            let deaf = Puppet.Effect(id: "deaf") { _, _ in
                started.open()
                await released.waitIgnoringCancellation()
            }
            let proxy = Puppet.Proxy()
            let observer = Watch { if case .effectOverdue = $0 { reported.open() } }
            let run = Task(executorPreference: DeterministicExecutor.current) {
                try await Puppet.run(
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
    }

    @Test("C10 A machine that is terminal at birth returns its initial output, or nothing when its output is Void")
    func terminalAtBirth() async throws {
        enum Born: Transducer {
            struct State: Terminable { var isTerminal: Bool { true } }
            enum Event { case never }
            static func initialOutput(initialState: State) -> Int? { 7 }
            static func update(_ state: inout State, event: Event) -> Int { 0 }
        }
        enum Quiet: Transducer {
            struct State: Terminable { var isTerminal: Bool { true } }
            enum Event { case never }
            static func update(_ state: inout State, event: Event) {}
        }
        var outputs: [Int] = []
        #expect(try await Born.run(initialState: .init(), output: Callback { outputs.append($0) }) == 7)
        #expect(outputs == [7])
        try await Quiet.run(initialState: .init())
        var sum = Sum.State()
        sum.isTerminal = true
        let terminal = sum
        await #expect(throws: TransducerError.noOutputProduced) { try await Sum.run(initialState: terminal) }
    }

    @Test("C11 An error of an action, an operation or the subject ends the run with exactly that error")
    func failures() async throws {
        let effects: [Puppet.Effect] = [
            Puppet.Effect(action: { _ in throw Failure(name: "x") }),
            Puppet.Effect(isolatedAction: { _, _ in throw Failure(name: "x") }),
            Puppet.Effect(operation: { _, _ in throw Failure(name: "x") }),
            Puppet.Effect(isolatedOperation: { _, _, _ in throw Failure(name: "x") }),
            .sequence(.event(.init("a")), Puppet.Effect(operation: { _, _ in throw Failure(name: "x") })),
        ]
        for effect in effects {
            await #expect(throws: Failure(name: "x")) { try await Puppet.play(.init("fail", effect)) }
        }
        let proxy = Puppet.Proxy(initialEvent: .init("go"))
        await #expect(throws: Failure(name: "y")) {
            try await Puppet.run(
                initialState: .init(), proxy: proxy, output: Callback { _ in throw Failure(name: "y") })
        }
        #expect(throws: TransducerError.terminated) { try proxy.send(.end) }
    }

    @Test("C11 An error thrown by a cancelled operation is not a failure")
    func errorsOfCancelledOperations() async throws {
        try await onOneExecutor {
            let started = Gate<Void>()
            let ended = Gate<Void>()
            let stubborn = Puppet.Effect(id: "x") { _, _ in
                started.open()
                do { try await Gate<Void>().wait() } catch { throw Failure() }
            }
            let proxy = Puppet.Proxy()
            // The end of the operation as the run takes note of it.
            let observer = Watch { if case .effectEnded = $0 { ended.open() } }
            async let names = Puppet.run(initialState: .init(), proxy: proxy, observer: observer)
            try proxy.send(.init("start", stubborn))
            try await started.wait()
            try proxy.send(.init("cancel", .cancelTask("x")))
            try await ended.wait()
            try proxy.send(.end)
            #expect(try await names == ["start", "cancel", "end"])
        }
    }
}
