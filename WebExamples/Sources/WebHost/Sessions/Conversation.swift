/// A visit and the session that it has come to, who talk over a line.
struct Conversation<Way: Line>: Sendable {
    let visit: Visit
    let session: Session
    /// Whether the page had been there before.
    let isResumed: Bool
    let line: Way
    let limits: Limits
    let clock: any Clock<Duration>
    let pulse = Pulse()

    /// Holds it, until the page has gone.
    ///
    /// - Parameter signals: What comes from the page; ends when the connection does.
    func hold(hearing signals: some AsyncSequence<Signal, any Error>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await visit.sayFarewell(on: line, limits, clock) }
            group.addTask {
                if let farewell = await show(session.performance) { await session.end(farewell) }
            }
            group.addTask {
                if let farewell = await attend() { await session.end(farewell) }
            }
            await listen(to: signals)
            group.cancelAll()
        }
    }

    /// Looks whether the page is still there, and whether the user is.
    ///
    /// - Returns: What to say if one of them is not; `nil` if the task is cancelled.
    private func attend() async -> Farewell? {
        do {
            while true {
                pulse.ask()
                line.ping()
                try await clock.sleep(for: limits.heartbeat)
                if pulse.isSilent { return .silent }
                if session.usage.idleness >= limits.idleness { return .idle }
            }
        } catch {
            return nil
        }
    }
}
