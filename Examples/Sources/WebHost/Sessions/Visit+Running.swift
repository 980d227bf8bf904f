import Oak

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a visit needs to know of the server.
struct Reception: Sendable {
    let page: Page
    let token: String?
    let sessions: Sessions
    let limits: Limits
    let clock: any Clock<Duration>
}

extension Visit {
    /// Runs it: from the moment that the page is connected until it is not any more.
    ///
    /// - Parameters:
    ///   - reception: Where the page has come to.
    ///   - line: The way to the page.
    ///   - signals: What comes from the page; ends when the connection does.
    func run(
        at reception: Reception, line: some Line, signals: some AsyncSequence<Signal, any Error>
    ) async {
        do {
            let (session, isResumed) = try await reception.sessions.enter(
                self, page: reception.page, token: reception.token)
            let pulse = Pulse(clock: reception.clock)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.speak(of: session, isResumed, on: line, pulse, reception) }
                await self.listen(to: signals, session, on: line, pulse, reception)
                group.cancelAll()
            }
            // It does not matter whether the session has ended.
            try? await session.attendance.send(.gone(self))
        } catch let farewell {
            leave(farewell)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.sayFarewell(on: line, reception) }
                await self.ignore(signals)
                group.cancelAll()
            }
        }
    }

    // MARK: Listening

    private func listen(
        to signals: some AsyncSequence<Signal, any Error>, _ session: Session, on line: some Line, _ pulse: Pulse,
        _ reception: Reception
    ) async {
        var allowance = Allowance(
            rate: reception.limits.messageRate, burst: reception.limits.messageBurst, at: pulse.now)
        do {
            for try await signal in signals {
                if case .close = signal {
                    // The answer to a farewell is not answered: browsers take a second one for an error.
                    if !isLeaving { line.close(.ended) }
                    return
                }
                // Until the page has understood that it has to leave, it may go on talking.
                if isLeaving { continue }
                do {
                    if !allowance.take(at: pulse.now) { throw Farewell.flood }
                    try await heed(signal, session, on: line, pulse)
                } catch let farewell as Farewell {
                    await session.end(farewell)
                }
            }
        } catch {
            // The connection is lost.
        }
    }

    private func heed(_ signal: Signal, _ session: Session, on line: some Line, _ pulse: Pulse) async throws {
        switch signal {
        case .pong:
            pulse.sign()
        case .ping(let data):
            pulse.sign()
            try await line.pong(data)
        case .message(let data):
            pulse.message()
            guard let message = Message(data) else { throw Farewell.malformed }
            do {
                try await session.performance.take(message)
            } catch .unknownEvent(let name) {
                throw Farewell.unknownEvent(name)
            } catch .ended {
                // The page is told so by whoever shows it.
            }
        case .fault(let farewell):
            throw farewell
        case .close:
            break
        }
    }

    private func ignore(_ signals: some AsyncSequence<Signal, any Error>) async {
        do {
            for try await signal in signals {
                if case .close = signal { return }
            }
        } catch {
            // The connection is lost.
        }
    }

    // MARK: Speaking

    private func speak(
        of session: Session, _ isResumed: Bool, on line: some Line, _ pulse: Pulse, _ reception: Reception
    ) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                let farewell = await self.show(session.performance, of: session, isResumed, on: line)
                if let farewell { await session.end(farewell) }
            }
            group.addTask {
                if let farewell = await self.attend(to: pulse, on: line, reception) { await session.end(farewell) }
            }
            await self.sayFarewell(on: line, reception)
            group.cancelAll()
        }
    }

    /// Shows what there is to see, and what changes.
    ///
    /// - Returns: What to say at the end; `nil` if nobody looks any more.
    private func show<Shown: Performance>(
        _ performance: Shown, of session: Session, _ isResumed: Bool, on line: some Line
    ) async -> Farewell? {
        var shown: HTML?
        do {
            for await scene in performance.scenes {
                if isLeaving { return nil }
                if let before = shown {
                    if let change = Notice.change(from: before, to: scene) { try await line.send(change) }
                } else {
                    let notice = Notice.welcome(session: session.token, isResumed: isResumed, scene)
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

    /// Looks whether the page is still there, and whether the user is.
    ///
    /// - Returns: What to say if one of them is not; `nil` if the task is cancelled.
    private func attend(to pulse: Pulse, on line: some Line, _ reception: Reception) async -> Farewell? {
        do {
            while true {
                let asked = pulse.now
                line.ping()
                try await reception.clock.sleep(for: reception.limits.heartbeat)
                if pulse.lastSign < asked { return .silent }
                if pulse.now - pulse.lastMessage >= reception.limits.idleness { return .idle }
            }
        } catch {
            return nil
        }
    }

    /// Says farewell when it has to leave, and cuts the line if the page does not go.
    private func sayFarewell(on line: some Line, _ reception: Reception) async {
        guard let farewell = await untilLeaving() else { return }
        line.close(farewell)
        do {
            try await reception.clock.sleep(for: reception.limits.leaving)
            line.cut()
        } catch {
            // It has gone.
        }
    }
}
