import Synchronization

/// One connection of a page to a session.
///
/// It ends when the page goes, or when it is told to leave; the first farewell counts.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Visit: Sendable {
    private let isTold = Atomic(false)
    private let farewells: AsyncStream<Farewell>
    private let continuation: AsyncStream<Farewell>.Continuation

    init() {
        (farewells, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Tells it to leave, and the page why.
    func leave(_ reason: Farewell) {
        isTold.store(true, ordering: .sequentiallyConsistent)
        continuation.yield(reason)
    }

    /// Whether it has been told to leave.
    var isLeaving: Bool { isTold.load(ordering: .sequentiallyConsistent) }

    /// Waits until it is told to leave.
    ///
    /// - Returns: The reason; `nil` if the calling task is cancelled.
    func untilLeaving() async -> Farewell? {
        for await farewell in farewells { return farewell }
        return nil
    }

    /// Runs it, from the connection of the page to the end of the connection.
    ///
    /// - Parameters:
    ///   - sessions: The sessions of the server, one of which it visits.
    ///   - page: The page.
    ///   - token: The token of the session to resume.
    ///   - line: The line to the page.
    ///   - signals: The signals of the page; ends with the connection.
    func run(
        in sessions: Sessions, _ page: Page, token: String?, line: some Line,
        signals: some AsyncSequence<PageSignal, any Error>
    ) async {
        do {
            let (session, isResumed) = try await sessions.enter(self, page: page, token: token)
            let conversation = Conversation(
                visit: self, session: session, isResumed: isResumed, line: line,
                limits: sessions.limits, clock: sessions.clock)
            await conversation.hold(hearing: signals)
            await session.part(from: self)
        } catch let farewell {
            leave(farewell)
            await withDiscardingTaskGroup { group in
                group.addTask { await self.sayFarewell(on: line, sessions.limits, sessions.clock) }
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

    private func ignore(_ signals: some AsyncSequence<PageSignal, any Error>, on line: some Line) async {
        do {
            for try await signal in signals {
                if case .close(let code) = signal { return line.acknowledgeClose(code) }
            }
        } catch {
            // The connection is lost.
        }
    }
}
