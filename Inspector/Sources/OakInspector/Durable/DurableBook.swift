import Oak
import OakDurable

/// The hosts and stores that pages show.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class DurableBook: Sendable {
    private struct Content {
        var sources: [DurableSource] = []
        var lastNumber = 0
        var pages = 0
    }

    /// The runs, for their settings and their clock.
    private let ledger: Ledger
    private let content = Protected(Content())

    init(besides ledger: Ledger) { self.ledger = ledger }

    /// The interval between two readings for a page.
    static var interval: Duration { .milliseconds(500) }

    /// The sources whose hosts are still there, in the order in which they were added.
    var sources: [DurableSource] { content.withLock { $0.sources }.filter { !$0.isGone } }

    /// The source with a number; the first one without a number.
    func source(_ number: Int?) -> DurableSource? {
        let sources = content.withLock(\.sources)
        return number.map { number in sources.first { $0.number == number } } ?? sources.first { !$0.isGone }
    }

    /// Adds a host that is not kept alive, or a store without a host.
    func add(_ name: String, host: DurableHost? = nil, store: DurableSource.Store? = nil) {
        content.withLock { content in
            // A program that makes one host after the other leaves nothing behind.
            content.sources.removeAll(where: \.isGone)
            content.lastNumber += 1
            content.sources.append(
                DurableSource(
                    content.lastNumber, name: name, host: host, store: store, settings: ledger.settings,
                    time: ledger.time))
        }
    }

    func allowOperations(on host: DurableHost) {
        for source in sources where source.host === host { source.allowOperations() }
    }

    /// Calls a function as often as a page reads, as long as the page is open.
    func watch(_ look: @Sendable () -> Void) async throws {
        content.withLock { $0.pages += 1 }
        defer { endWatching() }
        try await ledger.every(Self.interval, look)
    }

    private func endWatching() {
        let sources = content.withLock { content -> [DurableSource] in
            content.pages -= 1
            return content.pages == 0 ? content.sources : []
        }
        for source in sources { source.forget() }
    }

    // MARK: Reading

    /// Reads what answers a query.
    ///
    /// - Parameter previous: The answer before, of which some parts are still good.
    func picture(for query: DurableQuery, previous: DurablePicture) async -> DurablePicture {
        var picture = DurablePicture()
        picture.sources = sources.map { DurablePicture.Source(number: $0.number, name: $0.name) }
        guard let source = source(query.source) else {
            if query.source != nil { picture.trouble = "The host is no more." }
            return picture
        }
        picture.source = DurablePicture.Source(number: source.number, name: source.name)
        picture.allowsOperations = source.allowsOperations
        guard let access = await source.currentAccess() else {
            picture.trouble = "The host is no more."
            return picture
        }
        picture.trouble = access.obstacle
        do {
            picture.overview = await source.currentOverview(access)
            if access.obstacle != nil { return picture }
            if let key = query.instance {
                picture.detail = try await access.detail(
                    of: key, for: query, in: source.number, previous: previous.detail,
                    graphviz: ledger.settings.graphviz)
                if picture.detail == nil { picture.trouble = "The store does not have this instance any more." }
            } else {
                picture.list = try await access.list(for: query, of: source.number, previous: previous.list)
            }
        } catch {
            picture.trouble = access.reader.words(for: error)
        }
        return picture
    }

    /// Finds an instance by its name.
    func find(_ text: String, in number: Int?) async -> DurableInspection.Event {
        await ask(number) { access in
            var names = Self.names(in: text)
            // The id is enough for the only machine.
            if access.machines.count == 1 { names.append(InstanceName(machine: access.machines[0], id: text)) }
            for name in names {
                if let found = try await access.store.summary(of: name) { return .open(found.key) }
            }
            return .answered(.refused("There is no instance \(text). Write MACHINE/ID, such as order/17."))
        }
    }

    /// Counts all instances that a filter finds.
    func count(_ filter: DurableQuery.Filter, in number: Int?) async -> DurableInspection.Event {
        await ask(number) { access in .counted(try await access.store.count(filter.query(limit: 0)), filter) }
    }

    /// The answer of a source, or the reason why it has none.
    private func ask(
        _ number: Int?, _ question: (Access) async throws -> DurableInspection.Event
    ) async -> DurableInspection.Event {
        guard let access = await source(number)?.currentAccess() else {
            return .answered(.refused("The host is no more."))
        }
        do {
            return try await question(access)
        } catch {
            return .answered(.refused(access.reader.words(for: error)))
        }
    }

    /// The names that a text could stand for: the name of a machine may have slashes, too.
    private static func names(in text: String) -> [InstanceName] {
        text.indices.filter { text[$0] == "/" }.prefix(8).map { slash in
            InstanceName(machine: String(text[..<slash]), id: String(text[text.index(after: slash)...]))
        }
    }
}
