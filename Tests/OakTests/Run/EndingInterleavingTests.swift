import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C8–C12, C25 The end of a run in every interleaving", .timeLimit(.minutes(20)))
struct EndingInterleavingTests {
    enum Ending: CaseIterable { case terminal, cancelledByProxy, cancelledTask, failure }

    @Test(
        "C9 Whichever way a run ends, it returns when every operation has ended, and leaves no sender waiting",
        arguments: Ending.allCases)
    func structuredLifetime(ending: Ending) async {
        let begun = Counter()
        await explore(seeds: 1...300) {
            let live = Counter()
            let work = Puppet.Effect { _, input in
                begun.increment()
                live.increment()
                defer { live.decrement() }
                for number in 1...3 {
                    try await input.sendWaitingForRoom(.init("work \(number)"))
                    await Task.yield()
                }
            }
            let proxy = Puppet.Proxy(bufferSize: 2, initialEvent: .init("go", .combine(work, .sequence(work, work))))
            let run = Task(executorPreference: DeterministicExecutor.current) {
                let run = await result { try await Puppet.run(initialState: .init(), proxy: proxy) }
                expectThat(live.value == 0, "\(live.value) operations outlive the run")
                expectThat(throws: TransducerError.terminated) { try proxy.send(.end) }
                return run
            }
            try await withThrowingTaskGroup { senders in
                for name in ["a", "b"] {
                    senders.addTask {
                        // Returns or throws in the end: else the scenario would be stuck.
                        for _ in 1...2 { try? await proxy.sendWaitingForRoom(.init(name)) }
                    }
                }
                senders.addTask {
                    for _ in 0..<3 { await Task.yield() }
                    switch ending {
                    case .terminal: try await proxy.sendWaitingForRoom(.end)
                    case .cancelledByProxy: proxy.cancel()
                    case .cancelledTask: run.cancel()
                    case .failure:
                        try await proxy.sendWaitingForRoom(
                            .init("fail", Puppet.Effect(operation: { _, _ in throw Failure() })))
                    }
                }
                try await senders.waitForAll()
            }
            switch (ending, await run.value) {
            case (.terminal, .success(let names)): expectThat(names.last == "end", "\(names)")
            case (.cancelledByProxy, .failure(TransducerError.cancelled)): break
            case (.cancelledTask, .failure(is CancellationError)): break
            case (.failure, .failure(is Failure)): break
            case (_, let result): expectThat(false, "\(result)")
            }
        }
        #expect(begun.value > 0, "no operation was under way when a run ended")
    }

    @Test("C8 Between terminal transition and return nothing is processed, and the exit effect runs to its end")
    func exitEffect() async {
        await explore(seeds: 1...300) {
            let trace = Recorder<String>()
            let exit = Puppet.Effect { _, input in
                for _ in 0..<3 { await Task.yield() }
                try? input.send(.init("late"))
                trace.record("exit")
            }
            let worker = Puppet.Effect { _, input in
                for _ in 0..<3 { await Task.yield() }
                try input.send(.init("worker"))
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", worker))
            async let run = result {
                let names = try await Puppet.run(initialState: .init(), proxy: proxy)
                trace.record("returned")
                return names
            }
            async let feeding: Void = {
                for _ in 0..<3 {
                    try? proxy.send(.init("sender"))
                    await Task.yield()
                }
            }()
            try proxy.send(.init("end", exit, ends: true))
            await feeding
            let names = try await run.get()
            expectThat(names.filter { $0 == "end" }.count == 1 && names.last == "end", "\(names)")
            expectThat(trace.values == ["exit", "returned"], "\(trace.values)")
        }
    }

    @Test("C11 Of several failures the first ends the run")
    func failures() async {
        await explore(seeds: 1...300) {
            let thrown = Recorder<String>()
            let failing = ["a", "b", "c"].map { name in
                Puppet.Effect(operation: { _, _ in
                    await Task.yield()
                    // A failure after the first is that of a cancelled operation.
                    thrown.record(name)
                    throw Failure(name: name)
                })
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", .combine(failing)))
            let run = await result { try await Puppet.run(initialState: .init(), proxy: proxy) }
            guard case .failure(let error as Failure) = run else { return expectThat(false, "\(run)") }
            expectThat(error.name == thrown.values.first, "\(error.name) was not the first of \(thrown.values)")
        }
    }

    @Test("C12 Wherever a machine is, the first cancellation ends it, and nothing happens afterwards")
    func cancellation() async {
        await explore(seeds: 1...1_000) {
            let (cancellations, steps) = (Recorder<String>(), Recorder<String>())
            let clock = TestClock(advancing: .whenIdle)
            let action = Puppet.Effect(action: { _ async throws in
                await Task.yield()
                return .init("action")
            })
            let operation = Puppet.Effect(id: "operation") { _, input in
                while true {
                    try await clock.sleep(for: .seconds(1))
                    try input.send(.init("operation", action))
                }
            }
            let proxy = Puppet.Proxy(initialEvent: .init("go", .combine(operation, .sequence(action, operation))))
            async let run = result {
                try await Puppet.run(
                    initialState: .init(), proxy: proxy,
                    output: Callback { (names: [String]) async throws in
                        await Task.yield()
                        steps.record(names.last ?? "")
                    }, observer: Watch { _ in steps.record("observed") })
            }
            await withTaskGroup { group in
                for name in ["a", "b"] {
                    group.addTask {
                        try? await clock.sleep(for: .seconds(2))
                        cancellations.record(name)
                        proxy.cancel(with: Failure(name: name))
                    }
                }
                group.addTask { for _ in 0..<3 { try? await proxy.sendWaitingForRoom(.init("external", action)) } }
            }
            let outcome = await run
            let count = steps.values.count
            guard case .failure(let error as Failure) = outcome else { return expectThat(false, "\(outcome)") }
            expectThat(error.name == cancellations.values.first, "\(error.name) came second")
            try await clock.sleep(for: .seconds(5))
            expectThat(steps.values.count == count, "\(steps.values[count...]) happened after the end")
        }
    }

    @Test(
        "C8 A receiver of the terminal transition's output is not told afterwards that the machine was cancelled"
    )
    func resultStands() async {
        await explore(seeds: 1...500) {
            let delivered = Recorder<[String]>()
            let proxy = Puppet.Proxy()
            let last = Puppet.Effect { _, input in
                try input.send(.end)
                for _ in 0..<3 { await Task.yield() }
            }
            async let run = result {
                try await Puppet.run(initialState: .init(), proxy: proxy, output: Callback { delivered.record($0) })
            }
            try proxy.send(.init("go", last))
            for _ in 0..<6 { await Task.yield() }
            proxy.cancel()
            switch await run {
            case .success(let output): expectThat(output == ["go", "end"], "the run has returned \(output)")
            case .failure(TransducerError.cancelled):
                expectThat(
                    delivered.values.last != ["go", "end"],
                    "the end was delivered, and the run says it was cancelled")
            case .failure(let error): expectThat(false, "\(error)")
            }
        }
    }

    @Test("C25 Whichever way a run is cut short, nothing of it is kept alive", arguments: [false, true])
    func nothingIsKept(cancels: Bool) async {
        await explore(seeds: 1...200) {
            weak let environment: LeakTests.Token?
            weak let event: LeakTests.Token?
            weak let unused: LeakTests.Token?
            let proxy = LeakTests.Holder.Proxy()
            do {
                let (first, second, third) = (LeakTests.Token(), LeakTests.Token(), LeakTests.Token())
                (environment, event, unused) = (first, second, third)
                async let run = result {
                    try await LeakTests.Holder.run(
                        initialState: .init(), proxy: proxy, env: .init(token: first), observer: Watch { _ in })
                }
                try proxy.send(.go(second))
                for _ in 0..<3 { await Task.yield() }
                if cancels { proxy.cancel() }
                try? proxy.send(contentsOf: [.end, .unused(third)])
                switch await run {
                case .success: expectThat(!cancels, "it goes on although it is cancelled")
                case .failure(TransducerError.cancelled): expectThat(cancels, "nobody has cancelled it")
                case .failure(let error): expectThat(false, "\(error)")
                }
            }
            expectThat(environment == nil, "the environment is kept")
            expectThat(event == nil, "an event that was processed is kept")
            expectThat(unused == nil, "an event that was discarded is kept")
        }
    }
}

/// Expects an error, in a scenario of an exploration.
func expectThat<E: Error & Equatable>(
    throws expected: E, line: UInt = #line, _ body: () throws -> Void
) {
    do {
        try body()
        expectThat(false, "no error was thrown", line: line)
    } catch {
        expectThat(error as? E == expected, "\(error)", line: line)
    }
}
