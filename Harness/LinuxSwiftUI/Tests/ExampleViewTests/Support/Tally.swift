import Synchronization

/// Something that happens several times, and can be waited for each time.
struct Tally: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func note() { continuation.yield() }

    /// Waits for the next time.
    func next() async throws {
        for await _ in stream { return }
        throw CancellationError()
    }
}

/// Records entries and lets tests wait for them.
final class Noted<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])
    private let tally = Tally()

    var all: [Entry] { entries.withLock { $0 } }

    func note(_ entry: Entry) {
        entries.withLock { $0.append(entry) }
        tally.note()
    }

    /// Waits for an entry; for one test that waits at a time.
    func first(where isIt: (Entry) -> Bool) async throws {
        while !all.contains(where: isIt) { try await tally.next() }
    }
}
