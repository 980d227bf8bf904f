import Oak
import OakTesting
import TestSupport

/// A machine whose events set its activities.
enum ActivityScript: EffectTransducer {
    struct Event: Sendable {
        let name: String
        /// The activities from then on; unchanged if `nil`.
        var activities: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>]?
        var effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>] = []
        var ends = false

        /// An event that only adds to the log.
        static func told(_ name: String) -> Event { Event(name: name) }

        static func names(_ activities: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>...) -> Event {
            Event(name: "names", activities: activities)
        }

        static func carryOut(_ effects: TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>...) -> Event {
            Event(name: "effects", effects: effects)
        }

        static let end = Event(name: "end", ends: true)
    }
    struct State: Terminable, Sendable {
        var activities: [Effect] = []
        var told: [String] = []
        var isTerminal = false
    }
    typealias Output = [String]

    static func activities(in state: State) -> [Effect] { state.activities }

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.told.append(event.name)
        if let activities = event.activities { state.activities = activities }
        state.isTerminal = event.ends
        return (.all(event.effects), state.told)
    }

    /// An operation that lasts until it is cancelled.
    static func lasting(_ id: some Hashable & Sendable) -> Effect {
        Effect(id: id) { _, _ in try await Gate<Void>("\(id)").wait() }
    }
}

/// A run that a test sends events.
struct Session<T: ExecutableTransducer & SendableMetatype>: Sendable
where T.Event: Sendable, T.Proxy == Oak.Proxy<T.Event> {
    let proxy: Oak.Proxy<T.Event>
    let log: ActivityLog

    /// Sends events, each once the machine is idle.
    func send(_ events: T.Event...) async throws {
        for event in events {
            try proxy.send(event)
            await idle()
        }
    }

    /// Runs a machine while a script sends it events, then cancels it.
    ///
    /// - Returns: The log of its effects.
    @discardableResult
    static func play(
        _ machine: T.Type = T.self, from state: T.State, env: T.Env,
        _ script: @escaping @Sendable (Session) async throws -> Void
    ) async throws -> ActivityLog where T.State: Sendable, T.Env: Sendable {
        let session = Session(proxy: Oak.Proxy(), log: ActivityLog())
        async let played: Void = perform(script, session)
        do {
            _ = try await T.run(
                initialState: state, proxy: session.proxy, env: env, observer: session.log.observer(of: T.self))
        } catch TransducerError.cancelled {}
        try await played
        return session.log
    }

    private static func perform(_ script: (Session) async throws -> Void, _ session: Session) async throws {
        await idle()
        defer { session.proxy.cancel() }
        try await script(session)
    }
}

extension Session where T.Env == Void {
    @discardableResult
    static func play(
        _ machine: T.Type = T.self, from state: T.State, _ script: @escaping @Sendable (Session) async throws -> Void
    ) async throws -> ActivityLog where T.State: Sendable {
        try await play(machine, from: state, env: (), script)
    }
}
