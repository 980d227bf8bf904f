import Oak
import OakTesting
import Testing

/// The result on display belongs to the typed text; without text, no result is shown.
@Suite("Race: stale result after cancel")
struct StaleResultTests {
    /// Every search takes a second.
    private static func type<P: SearchPage>(_ keystrokes: [Keystroke], into type: P.Type) async {
        let catalogue = Catalogue()
        let page = P(catalogue: catalogue)
        for case .typed(let text, let milliseconds) in keystrokes {
            await page.typed(text)
            try? await catalogue.clock.sleep(for: .milliseconds(milliseconds))
        }
        try? await catalogue.clock.sleep(for: .seconds(60))
        guard case .typed(let text, _)? = keystrokes.last else { return await page.end() }
        let results = await page.results
        expectThat(results == (text.isEmpty ? [] : ["about \(text)"]), "\"\(text)\" is typed, \(results) are shown")
        await page.end()
    }

    private enum Keystroke: Sendable { case typed(String, pause: Int) }
    private static let keystrokes = Generator<[Keystroke]>.lists(
        of: .any(
            of: ["", "o", "oa", "oak"].flatMap { text in [250, 500, 1_000, 1_500].map { .typed(text, pause: $0) } }),
        count: 1...6)

    @Test("A search that is cancelled when its answer is there already shows it nevertheless")
    func viewModel() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: Self.keystrokes) { keystrokes in
                await Self.type(keystrokes, into: SearchModel.self)
            })
        found.shows("are shown")
        #expect(found.events.count == 2)
    }

    @Test("Nothing comes of an effect that was cancelled, without any bookkeeping in the machine")
    func machine() async {
        await explore(seeds: seedsForMachines, events: Self.keystrokes) { keystrokes in
            await Self.type(keystrokes, into: SearchWithMachine<Named>.self)
        }
    }

    @Test("A machine that gives its effects no identity has the race too, and it is found")
    func machineWithoutIdentity() async throws {
        let found = try #require(
            await counterexample(seeds: 1...10_000, events: Self.keystrokes) { keystrokes in
                await Self.type(keystrokes, into: SearchWithMachine<Nameless>.self)
            })
        found.shows("are shown")
        #expect(found.events.count == 2)
    }
}

struct Catalogue: Sendable {
    let clock = TestClock(advancing: .whenIdle)

    func find(_ text: String) async throws -> [String] {
        try await clock.sleep(for: .seconds(1))
        return ["about \(text)"]
    }
}

protocol SearchPage: Candidate {
    init(catalogue: Catalogue)
    func typed(_ text: String) async
    var results: [String] { get async }
}

// MARK: - As it is usually written

actor SearchModel: SearchPage {
    private let catalogue: Catalogue
    private var search: Task<Void, Never>?
    private(set) var results: [String] = []

    init(catalogue: Catalogue) { self.catalogue = catalogue }

    func typed(_ text: String) {
        search?.cancel()
        results = []
        guard !text.isEmpty else { return }
        search = Task(executorPreference: DeterministicExecutor.current) { await self.find(text) }
    }

    private func find(_ text: String) async {
        do {
            results = try await catalogue.find(text)
        } catch {
            // Cancelled.
        }
    }
}

// MARK: - As a machine

/// Whether the machine names its effects.
protocol Naming: SendableMetatype {
    static var id: String? { get }
}
enum Named: Naming { static var id: String? { "search" } }
enum Nameless: Naming { static var id: String? { nil } }

enum SearchMachine<Names: Naming>: EffectTransducer {
    struct State: Sendable { var results: [String] = [] }
    enum Event: Sendable { case typed(String), found([String]) }
    typealias Env = Catalogue

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .typed(""):
            state.results = []
            return Names.id.map { .cancelTask($0) }
        case .typed(let text):
            state.results = []
            return search(for: text)
        case .found(let results):
            state.results = results
            return nil
        }
    }

    private static func search(for text: String) -> Effect {
        guard let id = Names.id else {
            return Effect { catalogue, input in try input.send(.found(await catalogue.find(text))) }
        }
        return Effect(id: id) { catalogue, input in try input.send(.found(await catalogue.find(text))) }
    }
}

private struct SearchWithMachine<Names: Naming>: SearchPage {
    let machine: Running<SearchMachine<Names>>

    init(catalogue: Catalogue) { machine = Running(.init(), env: catalogue) }

    func typed(_ text: String) async { machine.send(.typed(text)) }
    func end() async { await machine.end() }
    var results: [String] { machine.state.results }
}
