import Oak
import OakTesting
import Testing

@testable import OakInspector

/// An inspector with a clock that stands still, and machines to watch.
struct Bench: Sendable {
    let clock = TestClock()
    let inspector: Inspector

    init(entriesPerSecond: Int = 400) {
        var settings = InspectorSettings()
        settings.redaction = Redaction().hiding(Door.Code.self)
        settings.entriesPerSecond = entriesPerSecond
        settings.graphviz = nil
        inspector = Inspector(settings: settings, clock: clock)
    }

    /// - Parameter describesItself: Whether the machine describes its values, in the place of another thread.
    func door(
        _ state: Door.State = .closed(.locked), describesItself: Bool = false
    ) -> TransducerHost<Door> {
        let observer = describesItself ? inspector.watch("door") : inspector.watch("door", of: Door.self)
        return TransducerHost(of: Door.self, initialState: state, observer: observer)
    }

    /// Sends an event, and waits until it has been processed.
    func send(_ event: Door.Event, to host: TransducerHost<Door>) async throws {
        try await InputPort(host.proxy.mailbox).sendWaitingForMacrostep(event)
    }

    /// Opens and closes a door again and again.
    func swing(_ host: TransducerHost<Door>, times: Int) async throws {
        for _ in 0..<times {
            try await send(.open, to: host)
            try await send(.close, to: host)
        }
    }

    /// Watches as a page does, for the duration of a function.
    func watching(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let page = Task { [ledger = inspector.ledger] in try await ledger.watch { look.yield() } }
        for await _ in looks { break }
        let result: Result<Void, any Error>
        do {
            try await body()
            result = .success(())
        } catch {
            result = .failure(error)
        }
        page.cancel()
        _ = await page.result
        try result.get()
    }

    /// Watches a door as a page does, for the duration of a function.
    func watchingDoor(
        _ state: Door.State = .closed(.locked),
        _ body: @escaping @Sendable (Bench, TransducerHost<Door>) async throws -> Void
    ) async throws {
        let host = door(state)
        defer { host.cancel() }
        try await watching { try await body(self, host) }
    }

    func detail(_ query: Query = Query(run: 1)) throws -> Picture.Detail {
        try #require(inspector.ledger.picture(for: query).detail)
    }

    /// Lets everything else take its turns, so often that a broken promise would show.
    func turn() async { for _ in 0..<100 { await Task.yield() } }

    /// Asks again with each turn of the other tasks, so often that a broken promise fails.
    func until<Value>(_ value: () throws -> Value?) async -> Value? {
        for _ in 0..<10_000_000 {
            if let value = try? value() { return value }
            await Task.yield()
        }
        return nil
    }
}
