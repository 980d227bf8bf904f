import Oak
import OakTesting
import TestSupport
import Testing

/// Every attempt to connect has ten seconds of its own.
@Suite("Race: retry against time-out")
struct RetryTests {
    /// The first call is not answered. The user waits for a while and tries again, and that call is answered soon.
    private static func connect<L: Line>(with type: L.Type, retries: [Retry]) async {
        let exchange = Exchange(answering: [.seconds(3600), .seconds(1)])
        let line = L(exchange: exchange)
        await line.connect()
        for case .after(let seconds) in retries {
            try? await exchange.clock.sleep(for: .seconds(seconds))
            await line.connect()
        }
        try? await exchange.clock.sleep(for: .seconds(60))
        let isConnected = await line.isConnected
        expectThat(isConnected || retries.isEmpty, "the second attempt has ended with the first")
        await line.end()
    }

    private enum Retry: Sendable { case after(seconds: Int) }
    private static let retries = Generator<[Retry]>.lists(
        of: .any(of: (1...15).map { .after(seconds: $0) }), count: 1...3)

    @Test("A time-out that is under way when the user tries again ends the new attempt")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: Self.retries) { retries in
                await Self.connect(with: LineModel.self, retries: retries)
            })
        found.shows("the second attempt has ended with the first")
        #expect(found.events.count == 1)
    }

    @Test("In a machine the new time-out takes the place of the old one, and of what that has sent")
    func machine() async {
        await explore(seeds: seedsForMachines, events: Self.retries) { retries in
            await Self.connect(with: LineWithMachine.self, retries: retries)
        }
    }
}

/// Answers each call after a time of its own.
final class Exchange: Sendable {
    let clock = TestClock(advancing: .whenIdle)
    private let calls = Recorder<String>()
    private let delays: [Duration]

    init(answering delays: [Duration]) { self.delays = delays }

    func call() async throws {
        calls.record("call")
        try await clock.sleep(for: delays[min(calls.values.count, delays.count) - 1])
    }
}

protocol Line: Candidate {
    init(exchange: Exchange)
    func connect() async
    var isConnected: Bool { get async }
}

// MARK: - As it is usually written

actor LineModel: Line {
    private enum Status { case idle, connecting, connected, failed }

    private let exchange: Exchange
    private var status = Status.idle
    private var attempt: Task<Void, Never>?
    private var timeOut: Task<Void, Never>?

    init(exchange: Exchange) { self.exchange = exchange }

    func connect() {
        guard status != .connected else { return }
        attempt?.cancel()
        timeOut?.cancel()
        status = .connecting
        attempt = Task(executorPreference: DeterministicExecutor.current) { await self.call() }
        timeOut = Task(executorPreference: DeterministicExecutor.current) { await self.watch() }
    }

    private func call() async {
        do {
            try await exchange.call()
            guard status == .connecting else { return }
            timeOut?.cancel()
            status = .connected
        } catch {
            // Cancelled.
        }
    }

    private func watch() async {
        do {
            try await exchange.clock.sleep(for: .seconds(10))
            guard status == .connecting else { return }
            attempt?.cancel()
            status = .failed
        } catch {
            // Cancelled.
        }
    }

    var isConnected: Bool { status == .connected }
}

// MARK: - As a machine

enum LineMachine: EffectTransducer {
    enum State: Sendable { case idle, connecting, connected, failed }
    enum Event: Sendable { case connect, answered, timedOut }
    typealias Env = Exchange

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .connect), (.connecting, .connect), (.failed, .connect):
            state = .connecting
            return .combine(call, timeOut)
        case (.connecting, .answered):
            state = .connected
            return .cancelTask("time-out")
        case (.connecting, .timedOut):
            state = .failed
            return .cancelTask("call")
        case (.idle, _), (.connected, _), (.failed, _):
            return nil
        }
    }

    private static var call: Effect {
        Effect(id: "call") { exchange, input in
            try await exchange.call()
            try input.send(.answered)
        }
    }

    private static var timeOut: Effect {
        Effect(id: "time-out") { exchange, input in
            try await exchange.clock.sleep(for: .seconds(10))
            try input.send(.timedOut)
        }
    }
}

private struct LineWithMachine: Line {
    let machine: Running<LineMachine>

    init(exchange: Exchange) { machine = Running(.idle, env: exchange) }

    func connect() async { machine.send(.connect) }
    func end() async { await machine.end() }

    var isConnected: Bool {
        switch machine.state {
        case .connected: true
        case .idle, .connecting, .failed: false
        }
    }
}
