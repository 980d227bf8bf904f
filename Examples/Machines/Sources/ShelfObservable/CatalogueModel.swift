public import Observation
public import Parts
public import Shelf

/// The documents that can be had: a search, and a download for each document.
@Observable @MainActor
public final class CatalogueModel {
    public var query = "" {
        didSet { if query != oldValue { search(after: .milliseconds(300)) } }
    }
    public private(set) var documents: [Document] = []
    public private(set) var isSearching = false
    public private(set) var problem: Problem?
    public private(set) var downloads: [Document.ID: DownloadModel] = [:]
    @ObservationIgnored private var searching: Task<Void, Never>?
    private let services: Services
    private let onDownload: (Document, Problem?) -> Void

    public init(services: Services, onDownload: @escaping (Document, Problem?) -> Void) {
        self.services = services
        self.onDownload = onDownload
    }

    deinit { searching?.cancel() }

    public func search(after pause: Duration = .zero) {
        searching?.cancel()
        isSearching = true
        problem = nil
        searching = Task { [weak self, services, query] in
            do {
                try await services.clock.sleep(for: pause)
                let found = try await services.search(query)
                // A search that was replaced may return all the same.
                if !Task.isCancelled { self?.show(found) }
            } catch {
                if !Task.isCancelled { self?.fail(Problem(error)) }
            }
        }
    }

    private func show(_ found: [Document]) {
        documents = found
        isSearching = false
        for document in found where downloads[document.id] == nil { downloads[document.id] = download(document) }
        let ids = Set(found.map(\.id))
        downloads = downloads.filter { id, download in download.phase != .idle || ids.contains(id) }
    }

    private func fail(_ problem: Problem) {
        self.problem = problem
        isSearching = false
    }

    private func download(_ document: Document) -> DownloadModel {
        DownloadModel(
            copy: { [services] report in try await services.download(document.id, report) },
            onEnd: { [weak self] problem in self?.onDownload(document, problem) })
    }
}

// MARK: - Restoration

extension CatalogueModel {
    /// The contents to store.
    public struct Snapshot: Codable, Equatable, Sendable {
        var query: String
        var isSearching: Bool
        var problem: Problem?
        var documents: [Document]
        var downloads: [Document.ID: DownloadModel.Phase]
    }

    public var snapshot: Snapshot {
        Snapshot(
            query: query, isSearching: isSearching, problem: problem, documents: documents,
            downloads: downloads.mapValues(\.phase))
    }

    public convenience init(
        restoring snapshot: Snapshot, services: Services, onDownload: @escaping (Document, Problem?) -> Void
    ) {
        self.init(services: services, onDownload: onDownload)
        query = snapshot.query
        documents = snapshot.documents
        for (id, phase) in snapshot.downloads {
            let model = download(documents.first { $0.id == id } ?? Document(id: id, title: id))
            downloads[id] = model
            model.restore(phase)
        }
        // Setting the text has begun a search, whether one was under way or not.
        if !snapshot.isSearching {
            searching?.cancel()
            isSearching = false
            problem = snapshot.problem
        }
    }
}
