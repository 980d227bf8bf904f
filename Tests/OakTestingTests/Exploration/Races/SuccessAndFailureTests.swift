import Oak
import OakTesting
import Testing

/// A request has one outcome: the answer, or that there was none within ten seconds.
@Suite("Race: success and failure both arriving")
struct SuccessAndFailureTests {
    private static func request<P: ProfilePage>(with type: P.Type, answers: [Answer]) async {
        guard case .after(let seconds)? = answers.first else { return }
        let server = ProfileServer(latency: .seconds(seconds))
        let page = P(server: server)
        await page.load()
        try? await server.clock.sleep(for: .seconds(60))
        let shown = await page.shown
        expectThat(shown.count == 1, "the page shows both: \(shown)")
        await page.end()
    }

    private enum Answer: Sendable { case after(seconds: Int) }
    private static let answers = Generator<[Answer]>.lists(
        of: .any(of: (1...20).map { .after(seconds: $0) }), count: 1...1)

    @Test("An answer and a time-out that are both on their way both arrive")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: Self.answers) { answers in
                await Self.request(with: ProfileModel.self, answers: answers)
            })
        found.shows(#"the page shows both: ["Robin", "No answer"]"#)
        #expect(found.events.count == 1)
    }

    @Test("A machine that has its outcome takes no other")
    func machine() async {
        await explore(seeds: seedsForMachines, events: Self.answers) { answers in
            await Self.request(with: ProfileWithMachine.self, answers: answers)
        }
    }
}

struct ProfileServer: Sendable {
    let clock = TestClock(advancing: .whenIdle)
    let latency: Duration

    func name() async throws -> String {
        try await clock.sleep(for: latency)
        return "Robin"
    }
}

protocol ProfilePage: Candidate {
    init(server: ProfileServer)
    func load() async
    var shown: [String] { get async }
}

// MARK: - As it is usually written

actor ProfileModel: ProfilePage {
    private let server: ProfileServer
    private var request: Task<Void, Never>?
    private var timeOut: Task<Void, Never>?
    private var name: String?
    private var error: String?

    init(server: ProfileServer) { self.server = server }

    func load() {
        request = Task(executorPreference: DeterministicExecutor.current) { await self.fetchName() }
        timeOut = Task(executorPreference: DeterministicExecutor.current) { await self.watch() }
    }

    private func fetchName() async {
        do {
            name = try await server.name()
            timeOut?.cancel()
        } catch is CancellationError {
            // The time-out was first.
        } catch {
            self.error = "\(error)"
            timeOut?.cancel()
        }
    }

    private func watch() async {
        do {
            try await server.clock.sleep(for: .seconds(10))
            request?.cancel()
            error = "No answer"
        } catch {
            // The answer was first.
        }
    }

    var shown: [String] { [name, error].compactMap(\.self) }
}

// MARK: - As a machine

enum ProfileMachine: EffectTransducer {
    enum State: Sendable { case empty, loading, loaded(String), failed(String) }
    enum Event: Sendable { case load, answered(String), timedOut }
    typealias Env = ProfileServer

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.empty, .load):
            state = .loading
            return .combine(request, timeOut)
        case (.loading, .answered(let name)):
            state = .loaded(name)
            return .cancelTask("time-out")
        case (.loading, .timedOut):
            state = .failed("No answer")
            return .cancelTask("request")
        case (.empty, _), (.loading, _), (.loaded, _), (.failed, _):
            return nil
        }
    }

    private static var request: Effect {
        Effect(id: "request") { server, input in try input.send(.answered(await server.name())) }
    }

    private static var timeOut: Effect {
        Effect(id: "time-out") { server, input in
            try await server.clock.sleep(for: .seconds(10))
            try input.send(.timedOut)
        }
    }
}

private struct ProfileWithMachine: ProfilePage {
    let machine: Running<ProfileMachine>

    init(server: ProfileServer) { machine = Running(.empty, env: server) }

    func load() async { machine.send(.load) }
    func end() async { await machine.end() }

    var shown: [String] {
        switch machine.state {
        case .empty, .loading: []
        case .loaded(let text), .failed(let text): [text]
        }
    }
}
