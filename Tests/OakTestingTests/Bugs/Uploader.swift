import Oak
import OakGraph
import OakTesting
import TestSupport

/// Uploads a file in at most three attempts of ten seconds, with a pause after each, twice as long as the one before.
enum Uploader: EffectTransducer, Breakable {
    enum Bug: CaseIterable {
        case keepsTheLimit, takesAnyAnswer, cannotCancelAPause, neverPauses, givesUpWhenLate, triesFourTimes,
            pausesTooLong
        case startsWhileSending, firstWithoutLimit, othersWithoutLimit
    }

    enum Phase: Hashable { case idle, sending(Int), pausing(Int), done, failed }

    struct State: Hashable, NonTerminal {
        let bug: Bug?
        var phase = Phase.idle
    }

    enum Event: Hashable, Sendable { case start, cancel, sent(Int), lost(Int), late, resume }

    struct Env: Sendable {
        let send: @Sendable (Int) async throws -> Void
        let clock: any Clock<Duration>
    }

    struct Lost: Error {}

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state.phase, event) {
        case (.idle, .start), (.done, .start), (.failed, .start): return attempt(1, &state)
        case (.sending(let number), .start) where state.bug == .startsWhileSending: return attempt(number, &state)
        case (.sending, .start), (.pausing, .start): return nil
        case (.pausing, .cancel) where state.bug == .cannotCancelAPause: return nil
        case (.sending(let number), .cancel):
            state.phase = .idle
            return .all(.cancelTask("send \(number)"), .cancelTask("limit"))
        case (.pausing, .cancel):
            state.phase = .idle
            return .cancelTask("pause")
        case (.idle, .cancel), (.done, .cancel), (.failed, .cancel): return nil
        case (.sending(let number), .sent(let answered)):
            guard answered == number || state.bug == .takesAnyAnswer else { return .unexpected }
            state.phase = .done
            return .cancelTask("limit")
        case (.sending(let number), .lost(let attempt)) where attempt == number:
            let next = pause(after: number, &state)
            return state.bug == .keepsTheLimit ? next : .all(.cancelTask("limit"), next)
        case (.sending(let number), .late):
            if state.bug == .givesUpWhenLate { state.phase = .failed }
            let next = state.bug == .givesUpWhenLate ? nil : pause(after: number, &state)
            return state.bug == .takesAnyAnswer ? next : .all(.cancelTask("send \(number)"), next)
        case (.pausing(let number), .resume): return attempt(number + 1, &state)
        case (_, .sent), (_, .lost), (_, .late), (_, .resume): return .unexpected
        }
    }

    private static func attempt(_ number: Int, _ state: inout State) -> Effect? {
        state.phase = .sending(number)
        let send = Effect(
            id: "send \(number)", { env in try await env.send(number) }, success: .sent(number),
            failure: { _ in .lost(number) })
        let isUnlimited = state.bug == (number == 1 ? .firstWithoutLimit : .othersWithoutLimit)
        return isUnlimited ? send : .all(send, .timeout(.seconds(10), id: "limit", sending: .late, clock: \.clock))
    }

    private static func pause(after number: Int, _ state: inout State) -> Effect? {
        guard number < (state.bug == .triesFourTimes ? 4 : 3) else {
            state.phase = .failed
            return nil
        }
        state.phase = .pausing(number)
        if state.bug == .neverPauses { return nil }
        let seconds = 1 << (state.bug == .pausesTooLong ? number : number - 1)
        return .timeout(.seconds(seconds), id: "pause", sending: .resume, clock: \.clock)
    }

    static func kind(of bug: Bug) -> BugKind {
        switch bug {
        case .keepsTheLimit: .missingCancel
        case .takesAnyAnswer: .staleResult
        case .cannotCancelAPause: .wrongGuard
        case .neverPauses, .givesUpWhenLate: .lostRetry
        case .triesFourTimes, .pausesTooLong: .offByOne
        case .startsWhileSending: .doubleStart
        case .firstWithoutLimit, .othersWithoutLimit: .forgottenTimeout
        }
    }

    static func start(_ bug: Bug?) -> State { State(bug: bug) }

    static var alphabet: Alphabet<Self> {
        let own = Alphabet<Self>.events(.start, .cancel).answers(of: "limit", .late).answers(of: "pause", .resume)
        return (1...3).reduce(own) { $0.answers(of: "send \($1)", .sent($1), fails: [Lost()]) }
    }

    static var rules: [TemporalProperty<Self>] {
        [
            .never("it tries a fourth time") { $0.phase == .sending(4) },
            .afterEvent("a cancelled upload is idle", { $0 == .cancel }) {
                [.idle, .done, .failed].contains($0.phase)
            },
            .leadsTo(
                "a pause ends", from: { if case .pausing = $0.phase { true } else { false } },
                to: { if case .pausing = $0.phase { false } else { true } }, under: .answers),
        ]
    }

    /// The end of an attempt, after some seconds.
    enum Answer: Sendable { case sent(after: Int), lost(after: Int) }

    static func uses(_ bug: Bug?) -> [@Sendable @MainActor () async throws -> Void] {
        func use(
            _ answers: [Answer], _ taps: [(Event, second: Int)] = [], end: Phase, attempts: [Int]
        ) -> @Sendable @MainActor () async throws -> Void {
            {
                let (clock, calls) = (TestClock(advancing: .whenIdle), Guarded<[Int]>([]))
                let env = Env(
                    send: { number in
                        calls.withLock { $0.append(Int(clock.now.offset.components.seconds)) }
                        switch answers[min(number, answers.count) - 1] {
                        case .sent(let seconds): try await clock.sleep(for: .seconds(seconds))
                        case .lost(let seconds):
                            try await clock.sleep(for: .seconds(seconds))
                            throw Lost()
                        }
                    }, clock: clock)
                let uploader = ObservableTransducer(
                    of: Uploader.self, initialState: .init(bug: bug), env: env,
                    settings: .init(unexpectedEvents: .endingTheRun), completion: { _ in })
                try uploader.send(.start)
                for (event, second) in taps {
                    try await clock.sleep(for: .seconds(second))
                    try uploader.send(event)
                }
                try await clock.sleep(for: .seconds(90))
                expectThat(uploader.isRunning, "it has failed")
                expectThat(uploader.state.phase == end, "it is \(uploader.state.phase)")
                expectThat(calls.withLock { $0 } == attempts, "it has called at \(calls.withLock { $0 })")
            }
        }
        return [
            use([.lost(after: 1), .sent(after: 14), .sent(after: 8)], end: .done, attempts: [0, 2, 14]),
            use([.sent(after: 80), .sent(after: 1)], [(.start, 2)], end: .done, attempts: [0, 11]),
            use([.lost(after: 1)], end: .failed, attempts: [0, 2, 5]),
            use([.lost(after: 1)], [(.cancel, 4)], end: .idle, attempts: [0, 2]),
        ]
    }
}
