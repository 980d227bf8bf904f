import Oak
import OakTesting
import TestSupport

/// A place where one is to work at a time.
final class Workbench: Sendable {
    private let trace = Recorder<String>()
    private let running = Counter()
    private let most = Guarded(0)

    /// The steps so far, such as "1 begins" and "1 returns".
    var entries: [String] { trace.values }

    /// How many have worked at the same time, at most.
    var crowd: Int { most.withLock { $0 } }

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

    /// Works until a gate is open, whether or not it is cancelled.
    func deaf(
        _ name: String, until gate: Gate<Void>, id: some Hashable & Sendable = "w",
        replacing replacement: EffectReplacement = .atOnce
    ) -> Puppet.Effect {
        Puppet.Effect(id: id, replacing: replacement) { [self] _, _ in
            await work(name) { await gate.waitIgnoringCancellation() }
        }
    }

    /// Works for a moment, and says so.
    func brief(
        _ name: String, id: some Hashable & Sendable = "w", replacing replacement: EffectReplacement = .atOnce
    ) -> Puppet.Effect {
        Puppet.Effect(id: id, replacing: replacement) { [self] _, input in
            try await work(name) { try input.send(.init("by \(name)")) }
        }
    }

    /// The same without a name.
    func unnamed(_ name: String, until gate: Gate<Void>? = nil) -> Puppet.Effect {
        Puppet.Effect { [self] _, input in
            await work(name) {
                await gate?.waitIgnoringCancellation()
                try? input.send(.init("by \(name)"))
            }
        }
    }
}

/// A puppet that runs while a test says what comes next.
struct OneStage: Sendable {
    let proxy = Puppet.Proxy(bufferSize: 32)
    let log = EffectLog()
    private let run: Task<[String], any Error>
    private let endings = Counter()

    init(isObserved: Bool = true) {
        run = Task(executorPreference: DeterministicExecutor.current) { [proxy, log, endings] in
            defer { endings.increment() }
            return isObserved
                ? try await Puppet.run(initialState: .init(), proxy: proxy, observer: log.observer)
                : try await Puppet.run(initialState: .init(), proxy: proxy)
        }
    }

    var hasEnded: Bool { endings.value > 0 }

    func cancel() { run.cancel() }

    nonisolated(nonsending) func outcome() async -> Result<[String], any Error> { await run.result }

    /// Sends events, and returns when nothing more happens.
    nonisolated(nonsending) func send(_ events: Puppet.Event...) async throws {
        try proxy.send(contentsOf: events)
        await idle()
    }

    nonisolated(nonsending) func end() async throws -> [String] {
        try proxy.send(.end)
        return try await run.value
    }
}
