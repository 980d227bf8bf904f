import Oak
import OakTesting
import TestSupport
import Testing

/// A stopwatch that was stopped tells nothing more.
@Suite("Race: output against cancel")
struct OutputAgainstCancelTests {
    private static func stop<W: Stopwatch>(_ type: W.Type) async {
        let (clock, ticks) = (TestClock(advancing: .whenIdle), Recorder<String>())
        let watch = W(clock: clock) { ticks.record("\($0)") }
        await watch.start()
        try? await clock.sleep(for: .seconds(3))
        await watch.stop()
        ticks.record("stopped")
        try? await clock.sleep(for: .seconds(60))
        expectThat(
            ticks.values.starts(with: ["1", "2"]), "the stopwatch was started, and did not tick: \(ticks.values)")
        expectThat(ticks.values.last == "stopped", "the stopwatch was stopped, and went on: \(ticks.values)")
        await watch.end()
    }

    @Test("A tick that is under way when the stopwatch is stopped is heard afterwards")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000) { await Self.stop(StopwatchModel.self) })
        found.shows(#"the stopwatch was stopped, and went on: ["1", "2", "stopped", "3"]"#)
    }

    @Test("A run that has ended gives no more output")
    func machine() async {
        await explore(seeds: seedsForMachines) { await Self.stop(StopwatchWithMachine.self) }
    }
}

protocol Stopwatch: Candidate {
    init(clock: TestClock, onTick: @escaping @Sendable (Int) -> Void)
    func start() async
    func stop() async
}

// MARK: - As it is usually written

actor StopwatchModel: Stopwatch {
    private let clock: TestClock
    private let onTick: @Sendable (Int) -> Void
    private var task: Task<Void, any Error>?
    private var seconds = 0

    init(clock: TestClock, onTick: @escaping @Sendable (Int) -> Void) {
        self.clock = clock
        self.onTick = onTick
    }

    func start() {
        guard task == nil else { return }
        task = Task(executorPreference: DeterministicExecutor.current) { try await self.tick() }
    }

    private func tick() async throws {
        while !Task.isCancelled {
            try await clock.sleep(for: .seconds(1))
            seconds += 1
            onTick(seconds)
        }
    }

    func stop() {
        task?.cancel()
        task = nil
    }
}

// MARK: - As a machine

enum StopwatchMachine: EffectTransducer {
    struct State: Sendable { var seconds = 0 }
    enum Event: Sendable { case start, tick }
    typealias Env = TestClock
    typealias Output = Int

    static func update(_ state: inout State, event: Event) -> (Effect?, Int) {
        switch event {
        case .start:
            return (ticks, state.seconds)
        case .tick:
            state.seconds += 1
            return (nil, state.seconds)
        }
    }

    private static var ticks: Effect {
        Effect(id: "ticks") { clock, input in
            while true {
                try await clock.sleep(for: .seconds(1))
                try input.send(.tick)
            }
        }
    }
}

private struct StopwatchWithMachine: Stopwatch {
    let machine: Running<StopwatchMachine>

    init(clock: TestClock, onTick: @escaping @Sendable (Int) -> Void) {
        machine = Running(.init(), env: clock, output: Ticks(onTick: onTick))
    }

    func start() async { machine.send(.start) }
    func stop() async { await machine.end() }

    private struct Ticks: Subject {
        let onTick: @Sendable (Int) -> Void
        func send(_ seconds: Int, isolated systemActor: isolated any Actor) async { if seconds > 0 { onTick(seconds) } }
    }
}
