import Oak
import TestSupport
import Testing

@testable import OakTesting

/// Races of view models as they are usually written, and the orders in which an exploration finds them.
@Suite("An exploration finds the races of view models")
struct ViewModelRaceTests {
    /// Expects a race that is found soon, fails for the given reason, and fails again when it is repeated.
    private func expect<Event>(
        _ found: Counterexample<Event>?, message: String, events: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try #require(found, sourceLocation: sourceLocation)
        #expect(found.message.hasSuffix(message), sourceLocation: sourceLocation)
        #expect(found.events.count == events, sourceLocation: sourceLocation)
        #expect(found.isReproducible, sourceLocation: sourceLocation)
        #expect(found.tried <= 200, sourceLocation: sourceLocation)
    }

    // MARK: - Double tap

    private actor Checkout {
        private let clock: TestClock
        private var isPaying = false
        private(set) var charges = 0

        init(clock: TestClock) { self.clock = clock }

        func payTapped() async {
            guard !isPaying else { return }
            // Looks whether the article is in stock. The flag comes too late.
            try? await clock.sleep(for: .seconds(1))
            isPaying = true
            charges += 1
        }
    }

    @Test("A flag set after an await lets a second tap through")
    func doubleTap() async throws {
        try expect(
            await counterexample(seeds: 1...10_000, events: .always(["tap", "tap", "tap"])) { taps in
                let checkout = Checkout(clock: TestClock(advancing: .whenIdle))
                await withTaskGroup { group in
                    for _ in taps { group.addTask { await checkout.payTapped() } }
                }
                expectThat(await checkout.charges <= 1, "the customer pays twice")
            }, message: "the customer pays twice", events: 2)
    }

    // MARK: - Values that overtake each other

    private actor Display {
        private(set) var shown: [Int] = []
        func show(_ value: Int) { shown.append(value) }
    }

    @Test("A separate task for each value lets one value overtake another")
    func overtaking() async throws {
        try expect(
            await counterexample(seeds: 1...10_000, events: .always([1, 2, 3, 4])) { values in
                let display = Display()
                for value in values {
                    Task { await display.show(value) }
                    await Task.yield()
                }
                // The clock advances when nothing else can happen.
                try? await TestClock(advancing: .whenIdle).sleep(for: .seconds(60))
                let shown = await display.shown
                expectThat(shown == values, "\(shown) were shown instead of \(values)")
            }, message: "were shown instead of [3, 4]", events: 2)
    }

    // MARK: - Stale result

    @MainActor private protocol SearchPage {
        func typed(_ text: String)
        var results: [String] { get }
    }

    @MainActor private final class SearchModel: SearchPage {
        private let clock: TestClock
        private var search: Task<Void, Never>?
        private(set) var results: [String] = []

        init(clock: TestClock) { self.clock = clock }

        func typed(_ text: String) {
            search?.cancel()
            results = []
            if !text.isEmpty { search = Task { await find(text) } }
        }

        private func find(_ text: String) async {
            if (try? await clock.sleep(for: .seconds(1))) != nil { results = ["about \(text)"] }
        }
    }

    /// The same page as a machine, with or without an identity for its operation.
    private enum Search: EffectTransducer {
        struct State: NonTerminal { var id: String?, results: [String] = [] }
        enum Event: Sendable { case typed(String), found([String]) }
        typealias Env = TestClock

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .typed(let text):
                state.results = []
                if text.isEmpty { return state.id.map { .cancelTask($0) } }
                let find: @Sendable (TestClock, Input) async throws -> Void = { clock, input in
                    try await clock.sleep(for: .seconds(1))
                    try input.send(.found(["about \(text)"]))
                }
                return state.id.map { Effect(id: $0, operation: find) } ?? Effect(operation: find)
            case .found(let results):
                state.results = results
                return nil
            }
        }
    }

    @MainActor private struct SearchMachine: SearchPage {
        private let host: ObservableTransducer<Search>

        init(clock: TestClock, id: String?) { host = .init(initialState: .init(id: id), env: clock) }

        func typed(_ text: String) { try? host.send(.typed(text)) }
        var results: [String] { host.state.results }
    }

    private enum Keystroke: Sendable { case typed(String, pause: Int) }
    private static let keystrokes = Generator<[Keystroke]>.lists(
        of: .any(of: ["", "o", "oak"].flatMap { text in [250, 500, 1_000, 1_500].map { .typed(text, pause: $0) } }),
        count: 1...6)

    /// Types, and expects the results for the last text after a minute. A search takes a second.
    @MainActor private static func type(
        _ keystrokes: [Keystroke], into makePage: @MainActor (TestClock) -> any SearchPage
    ) async {
        let clock = TestClock(advancing: .whenIdle)
        let page = makePage(clock)
        for case .typed(let text, let pause) in keystrokes {
            page.typed(text)
            try? await clock.sleep(for: .milliseconds(pause))
        }
        try? await clock.sleep(for: .seconds(60))
        if case .typed(let text, _)? = keystrokes.last {
            let expected = text.isEmpty ? [] : ["about \(text)"]
            expectThat(page.results == expected, "a stale result is shown")
        }
    }

    @Test("A cancelled task and a machine whose operation has no identity both show a stale result")
    func staleResult() async throws {
        try expect(
            await counterexample(seeds: 1...10_000, events: Self.keystrokes) {
                await Self.type($0) { SearchModel(clock: $0) }
            }, message: "a stale result is shown", events: 2)
        try expect(
            await counterexample(seeds: 1...10_000, events: Self.keystrokes) {
                await Self.type($0) { SearchMachine(clock: $0, id: nil) }
            }, message: "a stale result is shown", events: 2)
    }

    @Test("An operation with an identity shows no stale result in any interleaving")
    func machine() async {
        await explore(seeds: 1...2_000, events: Self.keystrokes) {
            await Self.type($0) { SearchMachine(clock: $0, id: "search") }
        }
    }
}
