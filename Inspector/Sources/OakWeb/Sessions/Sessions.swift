import Oak

/// The sessions of a server.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
actor Sessions {
    let limits: Limits
    let clock: any Clock<Duration>
    private let report: @Sendable (_ path: String, any Error) -> Void
    private var open: [String: (session: Session, life: Task<Void, Never>)] = [:]
    private var isClosed = false

    /// Creates an empty set of sessions.
    ///
    /// - Parameters:
    ///   - limits: The limits of each session, and the maximum number of sessions.
    ///   - clock: Measures the time limits.
    ///   - report: Called for machines that have failed.
    init(
        limits: Limits, clock: any Clock<Duration>,
        report: @escaping @Sendable (_ path: String, any Error) -> Void = { _, _ in }
    ) {
        self.limits = limits
        self.clock = clock
        self.report = report
    }

    /// The number of sessions, including those whose page is absent or whose machine has not quite ended.
    var count: Int { open.count }

    /// Their tokens.
    var tokens: [String] { Array(open.keys) }

    /// Leads a visit to the session that it resumes, or to a new one.
    ///
    /// - Parameters:
    ///   - visit: The visit.
    ///   - page: The page.
    ///   - token: The token of the session to resume.
    /// - Returns: The session, and whether it existed before.
    /// - Throws: The reason for a refusal.
    func enter(_ visit: Visit, page: Page, token: String?) async throws(Farewell) -> (session: Session, isResumed: Bool)
    {
        if let token, let known = open[token]?.session, known.path == page.path {
            do {
                try await known.attendance.proxy.send(.come(visit))
                return (known, true)
            } catch is CancellationError {
                throw .shuttingDown
            } catch {
                // The session has ended in this very moment.
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

    /// Waits until a session and all its work have ended; returns at once if it does not exist.
    func untilEnded(_ token: String) async { await open[token]?.life.value }

    /// Ends all sessions, accepts no others, and waits until all have ended.
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
