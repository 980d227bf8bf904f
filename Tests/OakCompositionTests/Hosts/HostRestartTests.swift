import OakTesting
import Observation
import TestSupport
import Testing

@testable import Oak

@Suite("C14 Hosts that begin again")
@MainActor
struct HostRestartTests {
    private typealias Server = TransducerHost<HostedMachine>
    private typealias Model = ObservableTransducer<HostedMachine>

    private let results = AsyncStream.makeStream(of: String.self)

    private func model(_ env: HostedMachine.Env = .init(), output: (any Subject<Int>)? = nil) -> Model {
        Model(initialState: .init(), env: env, output: output) { [results] in results.continuation.yield(text($0)) }
    }

    private func server(_ env: HostedMachine.Env = .init()) -> Server {
        Server(initialState: .init(), env: env) { [results] in results.continuation.yield(text($0)) }
    }

    @Test("C14 A model that has failed begins again; proxies, inputs and references stay with their run")
    func failedModel() async throws {
        var ends = results.stream.makeAsyncIterator()
        let outputs = Recorder<Int>()
        let host = model(output: Callback { outputs.record($0) })
        let (proxy, input, reference) = (host.proxy, host.input, host.reference)
        try host.proxy.send(contentsOf: [.note(1), .fail])
        #expect(await ends.next() == "\(Failure())")
        #expect(!host.isRunning)
        host.restart(initialState: .init(numbers: [7]), env: .init())
        #expect(host.isRunning && host.state.numbers == [7])
        #expect(host.proxy != proxy && host.reference != reference)
        try host.send(.note(8))
        try host.input.send(.note(9))
        try host.reference.send(.note(10))
        #expect(host.state.numbers == [7, 8, 9, 10])
        #expect(throws: TransducerError.terminated) { try proxy.send(.note(2)) }
        #expect(throws: TransducerError.terminated) { try input.send(.note(2)) }
        #expect(throws: TransducerError.terminated) { try reference.send(.note(2)) }
        #expect(reference.state.numbers == [1])
        try host.send(.end)
        #expect(await ends.next() == "4")
        #expect(outputs.values == [1, 1, 2, 3, 4, 4])
    }

    @Test("C9, C14 The late end of a model's former run changes nothing, and the release ends the present run")
    func modelUnderWay() async throws {
        var ends = results.stream.makeAsyncIterator()
        let (work, gone) = (LingeringOperation(), Gate<Void>("the new state is gone"))
        weak let released: Model?
        do {
            let host = model(work.env)
            released = host
            let reference = host.reference
            var states = host.states.makeAsyncIterator()
            try host.proxy.send(contentsOf: [.note(1), .work])
            try await work.hasBegun.wait()
            host.restart(initialState: .init(numbers: [7], token: Token(gone)), env: .init())
            #expect(throws: TransducerError.terminated) { try reference.send(.note(2)) }
            var newStates = host.states.makeAsyncIterator()
            #expect(await newStates.next()?.numbers == [7])
            try await work.isCancelled.wait()
            work.mayEnd.open()
            #expect(await ends.next() == "cancelled")
            #expect(work.count == 0)
            #expect(await states.next()?.numbers == [1])
            #expect(await states.next() == nil)
            #expect(host.isRunning && reference.state.numbers == [1])
            try host.send(.note(8))
            #expect(await newStates.next()?.numbers == [7, 8])
        }
        #expect(released == nil)
        #expect(await ends.next() == "CancellationError()")
        try await gone.wait()
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test("C9, C14 Whoever waits for a server hears of the run of that moment, and the release ends the present run")
    func serverUnderWay() async throws {
        var ends = results.stream.makeAsyncIterator()
        let (work, gone) = (LingeringOperation(), Gate<Void>("the new state is gone"))
        weak let released: Server?
        do {
            let host = server()
            released = host
            try host.send(.fail)
            await #expect(throws: Failure()) { try await host.value }
            await host.restart(initialState: .init(numbers: [1]), env: work.env)
            var states = host.states.makeAsyncIterator()
            #expect(await states.next()?.numbers == [1])
            try host.send(.work)
            try await work.hasBegun.wait()
            let (value, proxy) = (Task.immediate { try await host.value }, host.proxy)
            let seven = Task { try await host.value { $0.numbers == [7] } }
            while await host.isUnobserved { await Task.yield() }
            await host.restart(initialState: .init(numbers: [7], token: Token(gone)), env: .init())
            #expect(throws: TransducerError.terminated) { try proxy.input.send(.note(2)) }
            try host.send(.note(8))
            try await work.isCancelled.wait()
            #expect(try await host.value { $0.numbers.count == 2 }.numbers == [7, 8])
            work.mayEnd.open()
            await #expect(throws: TransducerError.cancelled) { try await value.value }
            await #expect(throws: TransducerError.cancelled) { try await seven.value }
            while let state = await states.next() { #expect(state.numbers == [1]) }
            #expect(await [ends.next(), ends.next()] == ["\(Failure())", "cancelled"])
            #expect(await host.state.numbers == [7, 8])
        }
        #expect(released == nil)
        #expect(await ends.next() == "CancellationError()")
        try await gone.wait()
    }

    @Test("C14 The completion of a run may begin the next, with another environment")
    func completion() async throws {
        @Sendable func work(_ attempt: Int, _ opening: Gate<Void>) -> HostedMachine.Env {
            HostedMachine.Env { if attempt < 3 { throw Failure() } else { opening.open() } }
        }
        let (models, attempts, third) = (Recorder<Model>(), Counter(), Gate<Void>("the third attempt"))
        models.record(
            Model(initialState: .init(), env: .init()) { _ in
                attempts.increment()
                models.values[0].restart(initialState: .init(), env: work(attempts.value, third))
                try? models.values[0].send(.work)
            })
        try models.values[0].send(.fail)
        try await third.wait()
        let (servers, ends, last) = (Recorder<Server>(), Counter(), Gate<Void>("the last attempt"))
        servers.record(
            Server(initialState: .init(), env: .init()) { _ in
                ends.increment()
                servers.values[0].assumeIsolated { host in
                    host.restart(initialState: .init(), env: work(ends.value, last))
                    try? host.send(.work)
                }
            })
        try servers.values[0].send(.fail)
        try await last.wait()
    }

    @Test("C14 A delivery, an observer and an action may begin their machine again")
    func withinMacrostep() async throws {
        var ends = results.stream.makeAsyncIterator()
        let hosts = Recorder<Model>()
        func restart(when numbers: [Int]) {
            for host in hosts.values where host.state.numbers == numbers {
                host.restart(initialState: .init(numbers: numbers + [0]), env: .init())
            }
        }
        let host = Model(
            initialState: .init(), env: .init(), output: Callback { _ in restart(when: [1]) },
            observer: .each(HostedMachine.self) { if case .transition = $0 { restart(when: [1, 0, 2]) } }
        ) { [results] in results.continuation.yield(text($0)) }
        hosts.record(host)
        try host.proxy.send(contentsOf: [.noteTwo(1, 5), .note(6)])
        #expect(host.state.numbers == [1, 0])
        #expect(await ends.next() == "cancelled")
        try host.send(.note(2))
        #expect(host.state.numbers == [1, 0, 2, 0])
        #expect(await ends.next() == "cancelled")
        let script = ObservableTransducer(of: Script.self, initialState: .init())
        let restarted = Gate<Void>("the restart")
        let action = Script.Effect(isolatedAction: { _, _ in
            MainActor.assumeIsolated { script.restart(initialState: .init()) }
            restarted.open()
            return .init("never")
        })
        try script.send(.init("go", action))
        try await restarted.wait()
        try script.send(.init("anew"))
        #expect(script.isRunning && script.state.names == ["anew"])
    }

    @Test("C14 Code that hears of a restart reads the new run, and may begin another")
    func observed() async throws {
        let (host, seen) = (model(), Recorder<[Int]>())
        withObservationTracking {
            _ = host.state
        } onChange: {
            MainActor.assumeIsolated {
                seen.record(host.state.numbers)
                host.restart(initialState: .init(numbers: [2]), env: .init())
            }
        }
        host.restart(initialState: .init(numbers: [1]), env: .init())
        #expect(seen.values == [[1]])
        try host.send(.note(3))
        #expect(host.state.numbers == [2, 3])
    }

    /// Lets most runs of a host be under way, some idle and some ended when the next begins.
    private func restartOften<Host: MachineHost<HostedMachine> & Sendable>(
        _ host: Host, _ restart: (HostedMachine.State, HostedMachine.Env) async -> Void
    ) async throws {
        var ends = results.stream.makeAsyncIterator()
        let gone = (0..<10_000).map { Gate<Void>("the release of run \($0)") }
        for (round, gone) in gone.enumerated() {
            let token = Token(gone)
            await restart(
                .init(token: token), .init(token: token, work: { [token] in try await token.gone.wait() }))
            #expect(await ends.next() == "cancelled")
            if round % 3 == 0 { host.cancel() }
            if round % 3 == 1 { try host.proxy.send(.work) }
        }
        await restart(.init(), .init())
        for gone in gone { try await gone.wait() }
    }

    @Test("C25 Ten thousand restarts leave nothing behind")
    func many() async throws {
        let (model, server) = (model(), server())
        try await restartOften(model) { model.restart(initialState: $0, env: $1) }
        try await restartOften(server) { await server.restart(initialState: $0, env: $1) }
    }

    @Test("C14 A server that begins again at any moment completes once for each run, and no effect outlives its run")
    func interleaved() async {
        await explore(seeds: Effort.seeds(100)) {
            let (live, completions) = (Counter(), Counter())
            let env = HostedMachine.Env {
                live.increment()
                defer { live.decrement() }
                try? await Gate<Void>("nothing").wait()
                await Task.yield()
            }
            let host = Server(initialState: .init(), env: env) { _ in completions.increment() }
            async let sender: Void = {
                for event in [HostedMachine.Event.work, .note(1), .work, .note(2)] {
                    try? await host.proxy.sendWaitingForRoom(event)
                }
            }()
            async let reader = host.states.reduce(0) { count, _ in count + 1 }
            for round in 1...3 {
                await host.restart(initialState: .init(numbers: [-round]), env: env)
                expectThat(await host.state.numbers.first == -round, "the state is that of another run")
            }
            host.cancel()
            _ = await (sender, reader, try? host.value)
            while completions.value < 4 { await Task.yield() }
            expectThat(live.value == 0, "\(live.value) effects outlive their runs")
        }
    }

    @Test("C14 Each run of a host has an instrument of the scenario")
    func scenario() {
        let instruments = Counter()
        let scenario = Scenario.changed { scenario in
            scenario.instrument = { _ in
                instruments.increment()
                return Deaf()
            }
        }
        Scenario.$current.withValue(scenario) { model().restart(initialState: .init(), env: .init()) }
        #expect(instruments.value == 2)
    }
}

private struct Deaf: RunInstrument {
    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {}
}
