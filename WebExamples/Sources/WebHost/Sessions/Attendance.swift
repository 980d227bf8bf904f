import Oak

/// Whether the page of a session is there.
///
/// ```
///               gone, away
///   ┌─────────┐───────────▶┌────────┐
///   │ present │            │ absent │──── absence is over ────┐
///   └─────────┘◀───────────└────────┘                         ▼
///      │    ▲      come        │                          ┌──────┐
///      │    └ come (the one    └───────── end ───────────▶│ over │
///      │      before goes)                                └──────┘
///      └──────────────────────── end ────────────────────────▲
/// ```
///
/// A page that was reloaded, or has lost its connection, comes back to the session by a new visit. If the server has not
/// heard yet that the visit before is over, that one is sent away.
enum Attendance: EffectTransducer {
    enum State: Terminable {
        /// The page is there.
        case present(Visit)
        /// The page may come back.
        case absent
        /// The session has ended.
        case over(Farewell)

        var isTerminal: Bool {
            switch self {
            case .over: true
            case .present, .absent: false
            }
        }
    }

    enum Event: Sendable {
        /// A visit begins.
        case come(Visit)
        /// A visit is over, and may be followed by another.
        case gone(Visit)
        /// Nobody has come back.
        case absenceOver
        /// The session is to end.
        case end(Farewell)
    }

    struct Env: Sendable {
        let clock: any Clock<Duration>
        /// How long a page may be away.
        let absence: Duration
    }

    /// Who sends an event is told whether it was processed: a session that has just ended takes no visit any more.
    typealias Proxy = SyncSuspendingProxy<Event>

    enum Work { case absence }

    static let waiting = Effect(
        id: Work.absence, { env in try await env.clock.sleep(for: env.absence) }, success: .absenceOver)

    /// Tells a visit to leave, before anything else is done.
    static func tell(_ visit: Visit, _ farewell: Farewell) -> Effect {
        Effect(action: { _ in
            visit.leave(farewell)
            return []
        })
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.present(let before), .come(let visit)):
            state = .present(visit)
            return tell(before, .replaced)
        case (.present(let visit), .gone(let gone)) where visit === gone:
            state = .absent
            return waiting
        case (.present(let visit), .end(let farewell)):
            state = .over(farewell)
            return tell(visit, farewell)
        case (.absent, .come(let visit)):
            state = .present(visit)
            return .cancelTask(Work.absence)
        case (.absent, .absenceOver):
            state = .over(.abandoned)
            return nil
        case (.absent, .end(let farewell)):
            state = .over(farewell)
            return nil
        case (.present, .gone), (.present, .absenceOver), (.absent, .gone), (.over, .come), (.over, .gone),
            (.over, .absenceOver),
            (.over, .end):
            return nil
        }
    }
}
