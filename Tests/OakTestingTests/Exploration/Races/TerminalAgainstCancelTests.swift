import Oak
import OakTesting
import TestSupport
import Testing

/// A download is over once: its file is there, or it was cancelled.
@Suite("Race: terminal against cancel")
struct TerminalAgainstCancelTests {
    private static func download<D: Download>(with type: D.Type, cancellations: [Cancellation]) async {
        let (server, outcomes) = (FileServer(), Recorder<String>())
        let download = D(server: server) { outcomes.record($0) }
        await download.start()
        for case .after(let milliseconds) in cancellations {
            try? await server.clock.sleep(for: .milliseconds(milliseconds))
            await download.cancel()
        }
        try? await server.clock.sleep(for: .seconds(60))
        expectThat(outcomes.values.count == 1, "the download is over more than once: \(outcomes.values)")
        await download.end()
    }

    private enum Cancellation: Sendable { case after(milliseconds: Int) }
    private static let cancellations = Generator<[Cancellation]>.lists(
        of: .any(of: (1...20).map { .after(milliseconds: 100 * $0) }), count: 1...2)

    @Test("A download that is cancelled when its file has come is over twice")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: Self.cancellations) { cancellations in
                await Self.download(with: Downloader.self, cancellations: cancellations)
            })
        found.shows(#"the download is over more than once: ["cancelled", "file"]"#)
        #expect(found.events.count == 1)
    }

    @Test("A run ends once, and says how")
    func machine() async {
        await explore(seeds: seedsForMachines, events: Self.cancellations) { cancellations in
            await Self.download(with: DownloadWithMachine.self, cancellations: cancellations)
        }
    }
}

struct FileServer: Sendable {
    let clock = TestClock(advancing: .whenIdle)

    func file() async throws -> String {
        try await clock.sleep(for: .seconds(1))
        return "file"
    }
}

protocol Download: Candidate {
    init(server: FileServer, completion: @escaping @Sendable (String) -> Void)
    func start() async
    func cancel() async
}

// MARK: - As it is usually written

actor Downloader: Download {
    private let server: FileServer
    private let completion: @Sendable (String) -> Void
    private var task: Task<Void, Never>?
    private var isOver = false

    init(server: FileServer, completion: @escaping @Sendable (String) -> Void) {
        self.server = server
        self.completion = completion
    }

    func start() {
        task = Task(executorPreference: DeterministicExecutor.current) { await self.fetch() }
    }

    private func fetch() async {
        do {
            let file = try await server.file()
            isOver = true
            completion(file)
        } catch is CancellationError {
            // The code that cancelled has already reported it.
        } catch {
            isOver = true
            completion("failed")
        }
    }

    func cancel() {
        guard !isOver else { return }
        isOver = true
        task?.cancel()
        completion("cancelled")
    }
}

// MARK: - As a machine

enum DownloadMachine: EffectTransducer {
    enum State: Sendable, Terminable {
        case downloading, done

        var isTerminal: Bool {
            switch self {
            case .downloading: false
            case .done: true
            }
        }
    }
    enum Event: Sendable { case start, received(String) }
    typealias Env = FileServer
    typealias Output = String

    static func update(_ state: inout State, event: Event) -> (Effect?, String) {
        switch (state, event) {
        case (.downloading, .start):
            return (Effect { server, input in try input.send(.received(await server.file())) }, "")
        case (.downloading, .received(let file)):
            state = .done
            return (nil, file)
        case (.done, _):
            return (nil, "")
        }
    }
}

private struct DownloadWithMachine: Download {
    let machine: Running<DownloadMachine>
    let observation: Task<Void, Never>

    init(server: FileServer, completion: @escaping @Sendable (String) -> Void) {
        let machine = Running<DownloadMachine>(.downloading, env: server)
        self.machine = machine
        observation = Task(executorPreference: DeterministicExecutor.current) {
            completion(await machine.result ?? "cancelled")
        }
    }

    func start() async { machine.send(.start) }
    func cancel() async { machine.proxy.cancel() }
    func end() async { await machine.end() }
}
