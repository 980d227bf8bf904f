import Oak
import OakGraph
import OakTesting
import TestSupport

/// Lends a pen and a stamp to two clerks, who need both, in the order in which the clerks have come.
enum Desk: Transducer, Breakable {
    enum Bug: CaseIterable { case stampFirst, keepsTheStamp, latestFirst, firstClerkFirst, lendsTwice }

    enum Phase: Hashable { case away, waiting, writing, working }

    struct State: Hashable, NonTerminal {
        let bug: Bug?
        var clerks = [Phase.away, .away]
        var line: [Int] = []
        /// The owners of the pen and the stamp.
        var owners: [Int?] = [nil, nil]
    }

    enum Event: Hashable, Sendable { case next(Int) }

    /// The clerks that work.
    typealias Output = [Int]

    static func update(_ state: inout State, event: Event) -> Output {
        guard case .next(let clerk) = event else { return [] }
        switch state.clerks[clerk] {
        case .away:
            state.clerks[clerk] = .waiting
            state.line.insert(clerk, at: state.bug == .latestFirst ? 0 : state.line.count)
        case .waiting:
            if state.bug == .firstClerkFirst, clerk == 1, state.clerks[0] != .away { break }
            let isNext = state.line.first == clerk || state.bug == .stampFirst || state.bug == .firstClerkFirst
            if isNext { take(state.bug == .stampFirst ? clerk : 0, by: clerk, &state, then: .writing) }
        case .writing: take(state.bug == .stampFirst ? 1 - clerk : 1, by: clerk, &state, then: .working)
        case .working:
            state.clerks[clerk] = .away
            state.owners = [nil, state.bug == .keepsTheStamp ? clerk : nil]
        }
        return state.clerks.indices.filter { state.clerks[$0] == .working }
    }

    private static func take(_ tool: Int, by clerk: Int, _ state: inout State, then next: Phase) {
        guard state.owners[tool] == nil || state.bug == .lendsTwice else { return }
        (state.owners[tool], state.clerks[clerk]) = (clerk, next)
        if next == .working { state.line.removeAll { $0 == clerk } }
    }

    static func kind(of bug: Bug) -> BugKind {
        switch bug {
        case .stampFirst, .keepsTheStamp: .deadlock
        case .latestFirst, .firstClerkFirst: .starvation
        case .lendsTwice: .wrongGuard
        }
    }

    static func start(_ bug: Bug?) -> State { State(bug: bug) }

    static var alphabet: Alphabet<Self> { .events(.next(0), .next(1)) }

    static var rules: [TemporalProperty<Self>] {
        [.never("both work") { $0.clerks == [.working, .working] }]
            + [0, 1].map { clerk in
                .leadsTo(
                    "clerk \(clerk) works", from: { $0.clerks[clerk] == .waiting },
                    to: { $0.clerks[clerk] == .working }, under: .weak)
            }
    }

    static func uses(_ bug: Bug?) -> [@Sendable @MainActor () async throws -> Void] {
        [
            {
                let served = Guarded<[[Int]]>([])
                let desk = ObservableTransducer(
                    of: Desk.self, initialState: .init(bug: bug),
                    output: Callback { now in served.withLock { $0.append(now) } })
                let clerks = [0, 1].map { clerk in
                    Task {
                        for _ in 1...60 {
                            let hasWorked = served.withLock { $0.contains([clerk]) }
                            if hasWorked, desk.state.clerks[clerk] == .away { break }
                            try desk.send(.next(clerk))
                            await Task.yield()
                        }
                    }
                }
                for clerk in clerks { try await clerk.value }
                let outputs = served.withLock { $0 }
                expectThat(outputs.allSatisfy { $0.count < 2 }, "both work")
                expectThat(Set(outputs.flatMap { $0 }) == [0, 1], "one of them never works")
            }
        ]
    }
}
