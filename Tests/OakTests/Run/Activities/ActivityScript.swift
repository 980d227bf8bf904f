import Oak
import OakTesting

/// A machine of which a test says, event by event, what its state names as activities.
enum ActivityScript: EffectTransducer {
    struct Event: Sendable {
        let name: String
        /// The activities named from then on; as before, if `nil`.
        var activities: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>]?
        var effects: [TransducerEffect<Event, Void, Oak.Proxy<Event>.Input>] = []
        var ends = false

        /// Changes nothing but what was told.
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

/// A run to which a test talks.
struct Session<T: ExecutableTransducer & SendableMetatype>: Sendable
where T.Event: Sendable, T.Proxy == Oak.Proxy<T.Event> {
    let proxy: Oak.Proxy<T.Event>
    let log: ActivityLog

    /// Sends events, and after each lets everything happen that can.
    func send(_ events: T.Event...) async throws {
        for event in events {
            try proxy.send(event)
            await idle()
        }
    }

    /// Runs a machine while a script talks to it, then cancels it.
    ///
    /// - Returns: What has become of its effects until then.
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
