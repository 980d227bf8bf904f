import Oak
import Testing

@testable import OakTesting

@Suite("Recording a run")
struct TraceRecorderTests {
    /// A run in which the first attempt fails.
    static func loaderTrace() async throws -> Trace<Loader.State, Loader.Event, String> {
        try await interleave(seed: 1) {
            let recorder = TraceRecorder(of: Loader.self)
            let env = Loader.Env { attempt in attempt == 1 ? .failed : .loaded(7) }
            try await Loader.run(
                initialState: .idle, proxy: Loader.Proxy(initialEvent: .load), env: env, observer: recorder)
            return recorder.trace
        }
    }

    /// A barrier that is cancelled when it has processed some events.
    static func barrierTrace() async throws -> Trace<Barrier.State, Barrier.Event, NoOutput> {
        let recorder = TraceRecorder(of: Barrier.self)
        try await runBarrier(observer: recorder)
        return recorder.trace
    }

    private static func runBarrier(observer: some TransducerObserver & Sendable) async throws {
        let proxy = Barrier.Proxy(bufferSize: 3)
        try proxy.send(contentsOf: [.coin(1), .push, .push])
        try await interleave(seed: 1) {
            var outputs = 0
            let subject = Callback<Void> { _ in
                outputs += 1
                if outputs == 1 { try? proxy.send(contentsOf: [.coin(8), .coin(9)]) }
                if outputs == 3 { proxy.cancel() }
            }
            _ = try? await Barrier.run(initialState: .locked, proxy: proxy, output: subject, observer: observer)
        }
    }

    @Test("A trace contains everything that happens in a run, in order")
    func everything() async throws {
        func load(_ number: Int) -> TracedEffect { TracedEffect(kind: .operation, id: #""load""#, number: number) }
        let sequence = TracedEffect(kind: .sequence, number: 3)
        let expected: [Trace<Loader.State, Loader.Event, String>.Entry] = [
            .runStarted(.idle),
            .eventTaken(.load, from: .external), .transition(to: .loading(attempt: 1)), .output("loading"),
            .effect(load(1), .started),
            .eventTaken(.failed, from: .operation(1)), .transition(to: .loading(attempt: 1)), .output("failed"),
            .eventTaken(.log, from: .action), .transition(to: .loading(attempt: 1)), .output(""),
            .eventTaken(.retry, from: .action), .transition(to: .loading(attempt: 2)), .output("again"),
            .effect(load(1), .cancelled(.replaced)),
            .effect(load(2), .started),
            .eventTaken(.loaded(7), from: .operation(2)), .transition(to: .checking(7)), .output("loaded"),
            .effect(sequence, .started),
            .eventTaken(.log, from: .action), .transition(to: .checking(7)), .output(""),
            .effect(TracedEffect(kind: .action), .started),
            .eventTaken(.checked, from: .action), .transition(to: .done(7)), .output("checked"),
            .effect(TracedEffect(kind: .cancelTask, id: #""load""#), .started),
            .effect(sequence, .ended(error: nil)),
            .runEnded("checked"),
        ]
        let trace = try await Self.loaderTrace()
        #expect(trace.transducer == "Loader")
        // Operations end when they like, and all at once are cancelled in any order.
        let certain = trace.entries.filter { entry in
            switch entry {
            case .effect(let effect, .ended): effect.kind != .operation
            case .effect(_, .cancelled(.machineEnded)): false
            default: true
            }
        }
        #expect(certain == expected)
    }

    @Test("The trace of a machine without outputs has none, but has rejected events and failures")
    func withoutOutputs() async throws {
        #expect(
            try await Self.barrierTrace().entries == [
                .runStarted(.locked),
                .eventTaken(.coin(1), from: .external), .transition(to: .unlocked),
                .sendRejected(.coin(8), error: "\(TransducerError.bufferOverflow)"),
                .sendRejected(.coin(9), error: "\(TransducerError.bufferOverflow)"),
                .eventTaken(.push, from: .external), .transition(to: .locked),
                .eventTaken(.push, from: .external), .transition(to: .locked),
                .runFailed(error: "\(TransducerError.cancelled)"),
            ])
    }

    /// A machine whose senders wait for their macrosteps.
    private enum Doorbell: Transducer {
        typealias Proxy = SyncSuspendingProxy<Event>
        typealias State = Int
        enum Event: Equatable { case ring }

        static func update(_ state: inout Int, event: Event) { state += 1 }
    }

    @Test("A recorder observes a run concurrently and can be read during the run")
    func besideTheRun() async throws {
        let recorder = TraceRecorder(of: Doorbell.self)
        try await interleave(seed: 1) {
            let proxy = Doorbell.Proxy()
            async let run: Void = Doorbell.run(initialState: 0, proxy: proxy, observer: recorder)
            try await proxy.send(.ring)
            expectThat(recorder.trace.states == [0, 1], "the first ring")
            try await proxy.send(.ring)
            expectThat(recorder.trace.states == [0, 1, 2], "the second ring")
            proxy.cancel()
            _ = try? await run
        }
        #expect(recorder.trace.states == [0, 1, 2])
        #expect(recorder.trace.entries.last == .runFailed(error: "\(TransducerError.cancelled)"))
    }

    @Test("A recorder keeps everything that it observes from several threads")
    func severalThreads() async {
        let recorder = TraceRecorder(of: Barrier.self, capacity: 0)
        let (threads, times) = (4, 50_000)
        await withTaskGroup { group in
            for _ in 1...threads {
                group.addTask {
                    for number in 1...times {
                        recorder.observe(
                            Occurrence<Barrier.State, Barrier.Event, Void>.eventTaken(.coin(number), from: .external))
                    }
                }
            }
        }
        #expect(recorder.trace.events.count == threads * times)
    }

    @Test("A recorder for a different machine reports that once")
    func otherMachine() async throws {
        let issues = try await Issues.of {
            let recorder = TraceRecorder(of: Loader.self, line: 3)
            try await Self.runBarrier(observer: recorder)
            #expect(recorder.trace.entries.isEmpty)
        }
        #expect(issues.lines == [3])
        #expect(issues.messages.first?.contains("A recorder of Loader is the observer of another machine") == true)
    }
}
