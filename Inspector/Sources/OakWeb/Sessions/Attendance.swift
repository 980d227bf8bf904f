import Oak

/// Tracks whether the page of a session is connected.
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
/// A page that was reloaded, or has lost its connection, resumes the session with a new visit. If the server has not
/// yet noticed the end of the previous visit, it ends that visit.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum Attendance: EffectTransducer {
    enum State: Terminable {
        /// The page is connected.
        case present(Visit)
        /// The page may return.
        case absent
        /// The session has ended.
        case over(Farewell)

        var isTerminal: Bool { if case .over = self { true } else { false } }
    }

    enum Event: Sendable {
        /// A visit begins.
        case come(Visit)
        /// A visit is over, and may be followed by another.
        case gone(Visit)
        /// The page has not returned in time.
        case absenceOver
        /// The session must end.
        case end(Farewell)
    }

    struct Env: Sendable {
        let clock: any Clock<Duration>
        /// The time for which a page may be absent.
        let absence: Duration
    }

    /// The sender of an event learns whether it was processed: a session that has just ended takes no further visit.
    typealias Proxy = SyncSuspendingProxy<Event>

    enum Work { case absence }

    static let waiting = Effect(
        id: Work.absence, { env in try await env.clock.sleep(for: env.absence) }, success: .absenceOver)

    /// Tells a visit to leave before any other effect runs.
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
        case (.present, .gone), (.present, .absenceOver), (.absent, .gone), (.over, _):
            return nil
        }
    }
}
