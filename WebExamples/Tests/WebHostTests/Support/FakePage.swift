import Foundation
import OakTesting

@testable import WebHost

/// A page without a browser: a line that keeps what is said, and signals that the test gives.
final class FakePage: Line {
    /// Whether it answers when it is asked for a sign, and goes when it is told to.
    enum Manners { case good, none }

    let visit = Visit()
    private let manners: Manners
    private let room: Gate<Void>
    private let sent: AsyncStream<Data>
    private let sending: AsyncStream<Data>.Continuation
    private let farewells: AsyncStream<Farewell?>
    private let leaving: AsyncStream<Farewell?>.Continuation
    private let signals: AsyncThrowingStream<Signal, any Error>
    private let signalling: AsyncThrowingStream<Signal, any Error>.Continuation
    private let listening: AsyncStream<Void>
    private let isCut = Box(false)

    init(manners: Manners = .good, room: Gate<Void>? = nil) {
        self.manners = manners
        self.room = room ?? Gate()
        if room == nil { self.room.open() }
        (sent, sending) = AsyncStream.makeStream()
        (farewells, leaving) = AsyncStream.makeStream()
        let (base, signalling) = AsyncThrowingStream.makeStream(of: Signal.self)
        let (listening, asking) = AsyncStream.makeStream(of: Void.self)
        self.signalling = signalling
        self.listening = listening
        signals = AsyncThrowingStream {
            asking.yield()
            var iterator = base.makeAsyncIterator()
            return try await iterator.next()
        }
    }

    // MARK: The line

    func send(_ message: Data) async throws {
        try await room.wait()
        sending.yield(message)
    }

    func ping() { if manners == .good { signalling.yield(.pong) } }

    func pong(_ data: Data) async throws { try await room.wait() }

    func close(_ farewell: Farewell?) {
        leaving.yield(farewell)
        if manners == .good { signalling.yield(.close(farewell?.code)) }
    }

    func cut() {
        isCut.set(true)
        signalling.finish()
    }

    // MARK: The page

    var wasCut: Bool { isCut.value }

    /// Connects, until it is not connected any more.
    func visit(
        _ sessions: Sessions, _ page: Page, token: String? = nil, limits: Limits = Limits(), clock: TestClock
    ) -> Task<Void, Never> {
        let reception = Reception(page: page, token: token, sessions: sessions, limits: limits, clock: clock)
        return Task { await visit.run(at: reception, line: self, signals: signals) }
    }

    func say(_ event: String) { signal(.message(Data("{\"event\":\"\(event)\"}".utf8))) }

    func signal(_ signal: Signal) { signalling.yield(signal) }

    /// Waits until whoever listens has heeded one more signal, or begun to listen.
    func untilHeard() async {
        for await _ in listening { return }
    }

    func goAway() { signalling.finish() }

    /// The next notice to the page.
    func nextNotice() async -> (session: String?, isResumed: Bool?, html: String?) {
        for await data in sent {
            let notice = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
            return (notice?["session"] as? String, notice?["resumed"] as? Bool, notice?["html"] as? String)
        }
        return (nil, nil, nil)
    }

    func nextFarewell() async -> Farewell? {
        for await farewell in farewells { return farewell }
        return nil
    }
}
