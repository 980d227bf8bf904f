import Oak
import OakTesting
import TestSupport

/// A machine whose events carry effects that use clocks of the environment.
enum TimedScript: EffectTransducer {
    enum Event: Sendable {
        case carryOut([TransducerEffect<Event, Env, Oak.Proxy<Event>.Input>])
        case told(String)
        case end
    }

    struct Env: Sendable {
        var clock: any Clock<Duration>
        var exact: TestClock
        var patience = Duration.seconds(1)
        var random = SeededGenerator(seed: 7)
        var attempt: @Sendable () async throws -> String = { "done" }

        init(_ clock: TestClock = TestClock()) {
            self.clock = clock
            exact = clock
        }
    }

    struct State: Terminable {
        var told: [String] = []
        var isTerminal = false
    }

    typealias Output = [String]

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        switch event {
        case .carryOut(let effects): return (.all(effects), [])
        case .told(let text): state.told.append(text)
        case .end: state.isTerminal = true
        }
        return (nil, state.isTerminal ? state.told : [])
    }

    /// A run that a test sends events.
    struct Session: Sendable {
        let proxy: Proxy
        let clock: TestClock

        /// Carries out effects and returns once the machine is idle.
        func carryOut(_ effects: Effect...) async throws {
            try await proxy.sendWaitingForRoom(.carryOut(effects))
            await idle()
        }

        /// Advances the clock and returns once the machine is idle.
        func pass(_ duration: Duration) async {
            await clock.advance(by: duration)
            await idle()
        }
    }

    /// Runs the machine while a script sends it events.
    ///
    /// - Returns: The texts that the machine received.
    static func play(
        env: Env = Env(), bufferSize: Int = 8, observer: some TransducerObserver = NoObserver(),
        _ script: @escaping @Sendable (Session) async throws -> Void
    ) async throws -> [String] {
        let proxy = Proxy(bufferSize: bufferSize)
        async let played: Void = perform(script, Session(proxy: proxy, clock: env.exact))
        let told = try await run(initialState: .init(), proxy: proxy, env: env, observer: observer)
        try await played
        return told
    }

    private static func perform(_ script: (Session) async throws -> Void, _ session: Session) async throws {
        do { try await script(session) } catch {
            session.proxy.cancel(with: error)
            throw error
        }
        try? await session.proxy.sendWaitingForRoom(.end)
    }
}
