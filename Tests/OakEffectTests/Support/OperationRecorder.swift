import Oak
import OakTesting
import TestSupport

/// Records when operations begin and return, and how many run at the same time.
final class OperationRecorder: Sendable {
    private let trace = Recorder<String>()
    private let running = Counter()
    private let most = Guarded(0)

    /// The steps so far, such as "1 begins" and "1 returns".
    var entries: [String] { trace.values }

    /// The greatest number of operations at the same time.
    var mostAtOnce: Int { most.withLock { $0 } }

    func work(_ name: String, _ body: () async throws -> Void) async rethrows {
        running.increment()
        most.withLock { $0 = max($0, running.value) }
        trace.record("\(name) begins")
        defer {
            trace.record("\(name) returns")
            running.decrement()
        }
        try await body()
    }

    /// An operation that ignores cancellation and returns when a gate is open.
    func deaf(
        _ name: String, until gate: Gate<Void>, id: some Hashable & Sendable = "w",
        replacing replacement: EffectReplacement = .atOnce
    ) -> Script.Effect {
        Script.Effect(id: id, replacing: replacement) { [self] _, _ in
            await work(name) { await gate.waitIgnoringCancellation() }
        }
    }

    /// An operation that sends one event and returns.
    func brief(
        _ name: String, id: some Hashable & Sendable = "w", replacing replacement: EffectReplacement = .atOnce
    ) -> Script.Effect {
        Script.Effect(id: id, replacing: replacement) { [self] _, input in
            try await work(name) { try input.send(.init("by \(name)")) }
        }
    }

    /// An operation without an identity that waits for a gate and sends one event.
    func unnamed(_ name: String, until gate: Gate<Void>? = nil) -> Script.Effect {
        Script.Effect { [self] _, input in
            await work(name) {
                await gate?.waitIgnoringCancellation()
                try? input.send(.init("by \(name)"))
            }
        }
    }
}

/// A run of a ``Script`` that a test sends one event after the other.
struct ScriptRun: Sendable {
    let proxy = Script.Proxy(bufferSize: 32)
    let log = EffectRecorder()
    private let run: Task<[String], any Error>
    private let endings = Counter()

    init(isObserved: Bool = true) {
        run = Task { [proxy, log, endings] in
            defer { endings.increment() }
            return isObserved
                ? try await Script.run(initialState: .init(), proxy: proxy, observer: log.observer)
                : try await Script.run(initialState: .init(), proxy: proxy)
        }
    }

    var hasEnded: Bool { endings.value > 0 }

    func cancel() { run.cancel() }

    nonisolated(nonsending) func outcome() async -> Result<[String], any Error> { await run.result }

    /// Sends events and returns when nothing more happens.
    nonisolated(nonsending) func send(_ events: Script.Event...) async throws {
        try proxy.send(contentsOf: events)
        await idle()
    }

    nonisolated(nonsending) func end() async throws -> [String] {
        try proxy.send(.end)
        return try await run.value
    }
}
