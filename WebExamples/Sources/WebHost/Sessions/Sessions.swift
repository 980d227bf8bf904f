import Oak

/// The sessions of a server.
actor Sessions {
    private let limits: Limits
    private let clock: any Clock<Duration>
    private let report: @Sendable (_ path: String, any Error) -> Void
    private var open: [String: (session: Session, life: Task<Void, Never>)] = [:]
    private var isClosed = false

    /// Creates sessions of which there are none yet.
    ///
    /// - Parameters:
    ///   - limits: What each of them is granted, and how many there may be.
    ///   - clock: Measures how long.
    ///   - report: Is told of machines that have failed.
    init(
        limits: Limits, clock: any Clock<Duration>,
        report: @escaping @Sendable (_ path: String, any Error) -> Void = { _, _ in }
    ) {
        self.limits = limits
        self.clock = clock
        self.report = report
    }

    /// How many there are, those included whose page is away or whose machine has not quite ended.
    var count: Int { open.count }

    /// What they are known by.
    var tokens: [String] { Array(open.keys) }

    /// Leads a visit to the session that it wants to come back to, or else to a new one.
    ///
    /// - Parameters:
    ///   - visit: The visit.
    ///   - page: The page.
    ///   - token: What the session is known by that the visit wants to come back to.
    /// - Returns: The session, and whether it was there before.
    /// - Throws: Why there is no session for it.
    func enter(_ visit: Visit, page: Page, token: String?) async throws(Farewell) -> (session: Session, isResumed: Bool)
    {
        if let token, let known = open[token]?.session, known.path == page.path {
            do {
                try await known.attendance.send(.come(visit))
                return (known, true)
            } catch is CancellationError {
                throw .shuttingDown
            } catch {
                // It has ended in this very moment.
            }
        }
        if isClosed { throw .shuttingDown }
        guard open.count < limits.sessions else { throw .full }
        let session = Session(of: page, visit: visit, limits: limits, clock: clock)
        let life = Task {
            if let failure = await session.untilEnded() { report(session.path, failure) }
            open[session.token] = nil
            if open.isEmpty { FreeMemory.giveBack() }
        }
        open[session.token] = (session, life)
        return (session, false)
    }

    /// Waits until a session has ended with everything that it had under way; not at all if there is none.
    func untilEnded(_ token: String) async { await open[token]?.life.value }

    /// Ends all sessions, takes no others, and waits until all have ended.
    func close(_ farewell: Farewell) async {
        isClosed = true
        let all = open.values
        await withDiscardingTaskGroup { group in
            for (session, life) in all {
                group.addTask {
                    await session.end(farewell)
                    await life.value
                }
            }
        }
    }
}
