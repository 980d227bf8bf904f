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
    func hold(hearing signals: some AsyncSequence<PageSignal, any Error>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await visit.sayFarewell(on: line, limits, clock) }
            group.addTask {
                if let farewell = await show(session.performance) { await session.end(farewell) }
            }
            group.addTask { await attend() }
            await listen(to: signals)
            group.cancelAll()
        }
    }

    /// Monitors whether the page and the user are still active, and lets the page notice that the server is.
    private func attend() async {
        while true {
            pulse.ask()
            line.ping()
            guard (try? await clock.sleep(for: limits.heartbeat)) != nil else { return }
            // The connection may be open at this end only, and the page may come back.
            if pulse.isSilent { return visit.leave(.silent) }
            if session.usage.idleness >= limits.idleness { return await session.end(.idle) }
            line.beat()
        }
    }

    /// Sends the first scene, and then its changes.
    ///
    /// - Parameter performance: The machine of the session.
    /// - Returns: The farewell; `nil` if the page is gone.
    func show(_ performance: some Performance) async -> Farewell? {
        var shown: HTML?
        do {
            for await scene in performance.scenes {
                if visit.isLeaving { return nil }
                if let before = shown {
                    if let change = try Notice.change(from: before, to: scene) { try await line.send(change) }
                } else {
                    let notice = Notice.welcome(
                        session: session.token, isResumed: isResumed, heartbeat: limits.heartbeat, scene)
                    try await line.send(notice.encoded())
                }
                shown = scene
            }
        } catch {
            return nil
        }
        if Task.isCancelled { return nil }
        switch await performance.end {
        case .success: return .ended
        case .failure: return .failed
        }
    }

    /// Processes the signals of the page until it has gone.
    func listen(to signals: some AsyncSequence<PageSignal, any Error>) async {
        do {
            for try await signal in signals {
                if case .close(let code) = signal { return line.acknowledgeClose(code) }
                // Until the page has understood that it must leave, it may continue to send.
                if visit.isLeaving { continue }
                do {
                    if !session.usage.take() { throw Farewell.flood }
                    try await heed(signal)
                } catch let farewell as Farewell {
                    await session.end(farewell)
                }
            }
        } catch {
            // The connection is lost.
        }
    }

    private func heed(_ signal: PageSignal) async throws {
        switch signal {
        case .pong:
            pulse.sign()
        case .ping(let data):
            pulse.sign()
            try await line.pong(data)
        case .message(let data):
            guard let message = Message(data) else { throw Farewell.malformed }
            session.usage.noteMessage()
            // Signals behind the message are not read until the machine has taken it.
            try await pulse.whileDeaf { try await session.performance.take(message) }
        case .fault(let farewell):
            throw farewell
        case .close:
            break
        }
    }
}
