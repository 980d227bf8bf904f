import OakDurable
import Synchronization

/// The hosts and stores that pages show.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class DurableBook: Sendable {
    private struct Content {
        var sources: [DurableSource] = []
        var lastNumber = 0
        var pages = 0
    }

    let settings: InspectorSettings
    private let time: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let content = Mutex(Content())

    init(settings: InspectorSettings, clock: some Clock<Duration>) {
        self.settings = settings
        let start = clock.now
        time = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// The interval between two readings for a page.
    static var interval: Duration { .milliseconds(500) }

    /// The sources whose hosts are still there, in the order in which they were added.
    var sources: [DurableSource] { content.withLock { $0.sources }.filter { !$0.isGone } }

    /// The source with a number; the first one without a number.
    func source(_ number: Int?) -> DurableSource? {
        let sources = content.withLock(\.sources)
        return number.map { number in sources.first { $0.number == number } } ?? sources.first { !$0.isGone }
    }

    func add(_ origin: DurableSource.Origin, named name: String) {
        content.withLock { content in
            // A program that makes one host after the other leaves nothing behind.
            content.sources.removeAll(where: \.isGone)
            content.lastNumber += 1
            content.sources.append(
                DurableSource(content.lastNumber, name: name, origin: origin, settings: settings, time: time))
        }
    }

    func allowOperations(on host: DurableHost) {
        for source in sources where source.host === host { source.allowOperations() }
    }

    /// Calls a function as often as a page reads, as long as the page is open.
    func watch(_ look: @Sendable () -> Void) async throws {
        content.withLock { $0.pages += 1 }
        defer { endWatching() }
        while true {
            look()
            try await sleep(Self.interval)
        }
    }

    private func endWatching() {
        let sources = content.withLock { content -> [DurableSource] in
            content.pages -= 1
            return content.pages == 0 ? content.sources : []
        }
        for source in sources { source.forget() }
    }
}
