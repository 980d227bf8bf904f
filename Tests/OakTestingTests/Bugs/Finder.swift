import Oak
import OakGraph
import OakTesting
import TestSupport

/// Searches while a user types, keeps what it has found, and tells of it.
enum Finder: EffectTransducer, Breakable {
    enum Bug: CaseIterable { case searchesOnAfterClear, showsAnyResult, searchesTwice, cancelsTheNewSearch, tellsEarly }

    enum Progress: Hashable { case nothing, searching, shown, kept, told }

    struct State: Hashable, NonTerminal {
        let bug: Bug?
        var wanted = 0
        var shown = 0
        var progress = Progress.nothing
    }

    enum Event: Hashable, Sendable { case type(Int), clear, found(Int), kept, told }

    struct Env: Sendable { let work: @Sendable (String) async throws -> Void }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .type(let text):
            if text == state.wanted, state.bug != .searchesTwice { return nil }
            state = State(bug: state.bug, wanted: text, progress: .searching)
            let search = operation("search \(text)", success: .found(text))
            return switch state.bug {
            case .cancelsTheNewSearch: .all(search, cancellation)
            case .showsAnyResult: search
            case .searchesOnAfterClear, .searchesTwice, .tellsEarly, nil: .all(cancellation, search)
            }
        case .clear:
            let isBusy = state.progress != .nothing
            state = State(bug: state.bug)
            return isBusy && state.bug != .searchesOnAfterClear ? cancellation : nil
        case .found(let text):
            guard text == state.wanted || state.bug == .showsAnyResult else { return .unexpected }
            (state.shown, state.progress) = (text, .shown)
            let (keep, tell) = (operation("keep", success: .kept), operation("tell", success: .told))
            return state.bug == .tellsEarly ? .combine(keep, tell) : .sequence(keep, tell)
        case .kept: return advance(&state, from: .shown, to: .kept)
        case .told: return advance(&state, from: .kept, to: .told)
        }
    }

    private static func advance(_ state: inout State, from: Progress, to next: Progress) -> Effect? {
        guard state.progress == from else { return .unexpected }
        state.progress = next
        return nil
    }

    private static func operation(_ id: String, success: Event) -> Effect {
        Effect(id: id, { env in try await env.work(id) }, success: success, failure: { _ in .clear })
    }

    private static var cancellation: Effect? {
        .all(["search 1", "search 2", "keep", "tell"].map { Effect.cancelTask($0) })
    }

    static func kind(of bug: Bug) -> BugKind {
        switch bug {
        case .searchesOnAfterClear: .missingCancel
        case .showsAnyResult: .staleResult
        case .searchesTwice: .doubleStart
        case .cancelsTheNewSearch, .tellsEarly: .wrongOrder
        }
    }

    static func start(_ bug: Bug?) -> State { State(bug: bug) }

    static var alphabet: Alphabet<Self> {
        .events(.type(1), .type(2), .clear).answers(of: "search 1", .found(1)).answers(of: "search 2", .found(2))
            .answers(of: "keep", .kept).answers(of: "tell", .told)
    }

    static var rules: [TemporalProperty<Self>] {
        [
            .never("it shows something else than what is wanted") { $0.shown != 0 && $0.shown != $0.wanted },
            .leadsTo(
                "a search ends", from: { $0.progress == .searching }, to: { $0.progress != .searching },
                under: .strong(for: { [.found(1), .found(2)].contains($0) })),
        ]
    }

    static func uses(_ bug: Bug?) -> [@Sendable @MainActor () async throws -> Void] {
        func use(
            _ events: [(Event, second: Int)], shows shown: Int, after work: [String]
        ) -> @Sendable @MainActor () async throws -> Void {
            {
                let (clock, begun) = (TestClock(advancing: .whenIdle), Guarded<[String]>([]))
                let env = Env { name in
                    begun.withLock { $0.append(name) }
                    try await clock.sleep(for: .seconds(name == "search 1" ? 3 : 1))
                }
                let finder = ObservableTransducer(
                    of: Finder.self, initialState: .init(bug: bug), env: env,
                    settings: .init(unexpectedEvents: .endingTheRun), completion: { _ in })
                for (event, second) in events {
                    try await clock.sleep(for: .seconds(second))
                    try finder.send(event)
                }
                try await clock.sleep(for: .seconds(60))
                expectThat(finder.isRunning, "it has failed")
                expectThat(finder.state.shown == shown, "it shows \(finder.state.shown)")
                expectThat(begun.withLock { $0 } == work, "it has begun \(begun.withLock { $0 })")
            }
        }
        return [
            use([(.type(1), 0), (.type(2), 1)], shows: 2, after: ["search 1", "search 2", "keep", "tell"]),
            use([(.type(1), 0), (.type(1), 1)], shows: 1, after: ["search 1", "keep", "tell"]),
            use([(.type(1), 0), (.clear, 1)], shows: 0, after: ["search 1"]),
        ]
    }
}
