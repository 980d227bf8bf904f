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
                switch await attend() {
                case .silence: visit.leave(.silent)
                case .idleness: await session.end(.idle)
                case nil: break
                }
            }
            await listen(to: signals)
            group.cancelAll()
        }
    }

    /// The reason not to wait for a page any longer.
    private enum Absence {
        /// The page does not answer: the connection may be open at this end only, and the page may come back.
        case silence
        /// The user does nothing.
        case idleness
    }

    /// Monitors whether the page and the user are still active, and lets the page notice that the server is.
    ///
    /// - Returns: Who is not active; `nil` if the task is cancelled.
    private func attend() async -> Absence? {
        do {
            while true {
                pulse.ask()
                line.ping()
                try await clock.sleep(for: limits.heartbeat)
                if pulse.isSilent { return .silence }
                if session.usage.idleness >= limits.idleness { return .idleness }
                line.beat()
            }
        } catch {
            return nil
        }
    }
}
