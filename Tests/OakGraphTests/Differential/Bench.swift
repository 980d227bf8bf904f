import Oak
import OakTesting
import TestSupport

/// The environment of a scripted machine: its live operations, which answer on request of the test.
final class Bench: Sendable {
    struct Failure: Error {}

    /// A live operation.
    final class LiveOperation: Sendable {
        let job: Plan.Job
        let number: Int
        let end = Gate<Void>("an operation")
        let send: @Sendable (Signal) throws -> Void
        private let exit = Guarded<(isOpen: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

        init(_ job: Plan.Job, number: Int, _ send: @escaping @Sendable (Signal) throws -> Void) {
            self.job = job
            self.number = number
            self.send = send
        }

        /// Lets the operation return if it was cancelled.
        func release() {
            exit.withLock { exit in
                exit.isOpen = true
                return exit.waiter.take()
            }?.resume()
        }

        nonisolated(nonsending) func waitForRelease() async {
            await withCheckedContinuation { continuation in
                let isOpen = exit.withLock { exit in
                    if !exit.isOpen { exit.waiter = continuation }
                    return exit.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    private let live = Guarded<[LiveOperation]>([])

    /// The live operations, the earliest first.
    var operations: [LiveOperation] { live.withLock { $0 } }

    func perform(_ job: Plan.Job, number: Int, send: @escaping @Sendable (Signal) throws -> Void) async throws {
        let operation = LiveOperation(job, number: number, send)
        live.withLock { $0.append(operation) }
        defer { live.withLock { $0.removeAll { $0 === operation } } }
        do {
            try await operation.end.wait()
        } catch is CancellationError {
            if job.isDeaf { await operation.waitForRelease() }
            throw CancellationError()
        }
    }
}

/// Something that a test does to a running machine.
enum Stimulus<Event: Sendable>: Sendable {
    case send(Event)
    /// The operation with a number among the live ones, modulo their count, does something.
    case operation(Int, Act)
    /// The latest operation with a name does something.
    case named(Int, Act)
    /// A second passes.
    case second
}

/// Something that an operation does.
enum Act: Sendable, CaseIterable { case more, last, fail, end, release }

/// A stimulus, and the number of jobs that run before the next one; `nil` if the machine settles.
struct Cue<Event: Sendable>: Sendable {
    var stimulus: Stimulus<Event>
    var jobs: Int?
}

/// Runs a machine in the run loop of production, on one thread, in an order that the seed decides.
///
/// - Returns: The trace of the run up to the last stimulus.
func trace<Machine: ExecutableTransducer & SendableMetatype>(
    of machine: Machine.Type, from initial: Machine.State, clock: TestClock, cues: [Cue<Machine.Event>], seed: UInt64
) async -> Trace<Machine.State, Machine.Event, NoOutput>
where
    Machine.State: Sendable, Machine.Event: Sendable, Machine.Output == Void, Machine.Env == Bench,
    Machine.Proxy == Proxy<Machine.Event>
{
    let (executor, bench, proxy) = (DeterministicExecutor(seed: seed), Bench(), Proxy<Machine.Event>(bufferSize: 64))
    let recorder = TraceRecorder(of: Machine.self)
    let settings = RunSettings(actionLimit: 1000, gracePeriod: .duration(.seconds(60), clock: TestClock()))
    let isOver = Guarded(false)
    let run = executor.start {
        defer { isOver.withLock { $0 = true } }
        try await Machine.run(
            initialState: initial, proxy: proxy, env: bench, observer: recorder, settings: settings)
    }
    executor.run()
    for cue in cues {
        switch cue.stimulus {
        case .send(let event): try? proxy.send(event)
        case .operation(let number, let act):
            let operations = bench.operations
            if !operations.isEmpty { operations[number % operations.count].perform(act) }
        case .named(let name, let act): bench.operations.last { $0.job.name == name }?.perform(act)
        case .second: await clock.advance(by: .seconds(1))
        }
        if let jobs = cue.jobs {
            for _ in 0..<jobs { executor.runNext() }
        } else {
            executor.run()
        }
    }
    executor.run()
    let trace = recorder.trace
    proxy.cancel()
    executor.run()
    // Exit effects run to their end, and deaf operations do not listen.
    while !isOver.withLock({ $0 }) {
        for operation in bench.operations {
            operation.perform(.end)
            operation.perform(.release)
        }
        await clock.advance(by: .seconds(1))
        executor.run()
    }
    _ = await run.result
    return trace
}

extension Bench.LiveOperation {
    fileprivate func perform(_ act: Act) {
        // Nothing comes after the last answer.
        guard act == .release || !end.isOpen else { return }
        func answer(_ number: Int) { try? send(job.name.map { .answer(number, of: $0) } ?? .nameless) }
        switch act {
        case .more: answer(0)
        case .last:
            answer(1)
            end.open()
        case .end: end.open()
        case .fail: end.open(throwing: Bench.Failure())
        case .release: release()
        }
    }
}
