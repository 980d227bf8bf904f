/// The services that a visit needs from the server.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Reception: Sendable {
    let page: Page
    let token: String?
    let sessions: Sessions
    let limits: Limits
    let clock: any Clock<Duration>
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Visit {
    /// Runs it, from the connection of the page to the end of the connection.
    ///
    /// - Parameters:
    ///   - reception: The services of the server.
    ///   - line: The line to the page.
    ///   - signals: The signals of the page; ends with the connection.
    func run(
        at reception: Reception, line: some Line, signals: some AsyncSequence<Signal, any Error>
    ) async {
        do {
            let (session, isResumed) = try await reception.sessions.enter(
                self, page: reception.page, token: reception.token)
            let conversation = Conversation(
                visit: self, session: session, isResumed: isResumed, line: line,
                limits: reception.limits, clock: reception.clock)
            await conversation.hold(hearing: signals)
            await session.part(from: self)
        } catch let farewell {
            leave(farewell)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.sayFarewell(on: line, reception.limits, reception.clock) }
                await self.ignore(signals, on: line)
                group.cancelAll()
            }
        }
    }

    /// Says farewell when the visit must leave, and cuts the line if the page does not go.
    func sayFarewell(on line: some Line, _ limits: Limits, _ clock: any Clock<Duration>) async {
        guard let farewell = await untilLeaving() else { return }
        line.close(farewell)
        do {
            try await clock.sleep(for: limits.leaving)
            line.cut()
        } catch {
            // The page has gone.
        }
    }

    private func ignore(_ signals: some AsyncSequence<Signal, any Error>, on line: some Line) async {
        do {
            for try await signal in signals {
                if case .close(let code) = signal { return line.acknowledgeClose(code) }
            }
        } catch {
            // The connection is lost.
        }
    }
}
