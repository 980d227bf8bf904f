import Foundation
import Oak
import OakTesting

@testable import OakWeb

/// A page without a browser. It records the messages of the server and sends the signals of the test.
final class FakePage: Line {
    let visit = Visit()
    /// Whether the page answers pings and close frames.
    private let isResponsive: Bool
    private let room: Gate<Void>
    private let sent: AsyncStream<Data>
    private let sending: AsyncStream<Data>.Continuation
    private let farewells: AsyncStream<Farewell?>
    private let leaving: AsyncStream<Farewell?>.Continuation
    private let signals: AsyncThrowingStream<PageSignal, any Error>
    private let signalling: AsyncThrowingStream<PageSignal, any Error>.Continuation
    private let listening: AsyncStream<Void>
    private let isCut = Protected(false)
    /// The number of messages without content.
    let beats = Protected(0)

    init(isResponsive: Bool = true, room: Gate<Void>? = nil) {
        self.isResponsive = isResponsive
        self.room = room ?? Gate()
        if room == nil { self.room.open() }
        (sent, sending) = AsyncStream.makeStream()
        (farewells, leaving) = AsyncStream.makeStream()
        let (base, signalling) = AsyncThrowingStream.makeStream(of: PageSignal.self)
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

    func ping() { if isResponsive { signalling.yield(.pong) } }

    func beat() { beats.withLock { $0 += 1 } }

    func pong(_ data: Data) async throws { try await room.wait() }

    func close(_ farewell: Farewell?) {
        leaving.yield(farewell)
        if isResponsive { signalling.yield(.close(farewell?.code)) }
    }

    func cut() {
        isCut.set(true)
        signalling.finish()
    }

    // MARK: The page

    var wasCut: Bool { isCut.value }

    /// Connects the page until the connection ends.
    func visit(_ sessions: Sessions, _ page: Page, token: String? = nil) -> Task<Void, Never> {
        Task { await visit.run(in: sessions, page, token: token, line: self, signals: signals) }
    }

    func say(_ event: String) { signal(.message(Data("{\"event\":\"\(event)\"}".utf8))) }

    func signal(_ signal: PageSignal) { signalling.yield(signal) }

    /// Waits until the server has handled one more signal or begun to listen.
    func untilHeard() async { _ = await listening.first { _ in true } }

    func goAway() { signalling.finish() }

    func leave(_ run: Task<Void, Never>) async {
        goAway()
        await run.value
    }

    /// The next notice to the page.
    func nextNotice() async -> (session: String?, isResumed: Bool?, html: String?) {
        let data = await sent.first { _ in true } ?? Data()
        let notice = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (notice?["session"] as? String, notice?["resumed"] as? Bool, notice?["html"] as? String)
    }

    func nextFarewell() async -> Farewell? { await farewells.first { _ in true } ?? nil }
}
