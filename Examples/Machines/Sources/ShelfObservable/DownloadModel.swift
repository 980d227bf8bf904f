public import Observation
public import Parts
import Shelf

/// The download of one document.
@Observable @MainActor
public final class DownloadModel {
    /// The stage of a download.
    public enum Phase: Codable, Equatable, Sendable {
        case idle
        case loading(Double)
        case failed(Problem)
    }

    public private(set) var phase = Phase.idle
    @ObservationIgnored private var task: Task<Void, Never>?
    private let copy: @Sendable (Services.Report) async throws -> Void
    private let onEnd: (Problem?) -> Void

    init(copy: @escaping @Sendable (Services.Report) async throws -> Void, onEnd: @escaping (Problem?) -> Void) {
        self.copy = copy
        self.onEnd = onEnd
    }

    deinit { task?.cancel() }

    public func start() {
        if case .loading = phase { return }
        phase = .loading(0)
        task = Task { [weak self, copy] in
            do {
                try await copy { try await self?.receive($0) }
                if !Task.isCancelled { self?.end(nil) }
            } catch {
                if !Task.isCancelled { self?.end(Problem(error)) }
            }
        }
    }

    public func cancel() {
        task?.cancel()
        phase = .idle
    }

    private func receive(_ share: Double) throws {
        // The download may have been cancelled, and another one begun, while this waited for the main actor.
        try Task.checkCancellation()
        phase = .loading(share)
    }

    private func end(_ problem: Problem?) {
        phase = problem.map { .failed($0) } ?? .idle
        onEnd(problem)
    }
}

// MARK: - Restoration

extension DownloadModel {
    /// Goes on in a stored phase, which does not say whether a task is running.
    func restore(_ stored: Phase) {
        switch stored {
        case .idle: break
        case .loading: start()
        case .failed: phase = stored
        }
    }
}
