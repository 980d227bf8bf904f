/// The exchange between a visit and its session over a line.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Conversation<Way: Line>: Sendable {
    let visit: Visit
    let session: Session
    /// Whether the page was connected before.
    let isResumed: Bool
    let line: Way
    let limits: Limits
    let clock: any Clock<Duration>
    let pulse = Pulse()

    /// Runs the exchange until the page has gone.
    ///
    /// - Parameter signals: The signals of the page; ends with the connection.
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

    /// Monitors whether the page and the user are still active.
    ///
    /// - Returns: The farewell if one of them is not; `nil` if the task is cancelled.
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
