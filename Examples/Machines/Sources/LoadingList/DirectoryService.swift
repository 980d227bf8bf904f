#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadingList {
    /// Lists folders of the file system.
    ///
    /// ```swift
    /// let service = LoadingList.DirectoryService()
    /// let env = LoadingList.Transducer.Env(service: service.list, input: proxy.input)
    /// ```
    public struct DirectoryService: Sendable {
        /// The number of entries read between two reports of progress.
        public var reportInterval: Int

        /// Creates a service.
        ///
        /// - Parameter reportInterval: The number of entries read between two reports of progress; at least one.
        public init(reportInterval: Int = 1000) {
            self.reportInterval = max(1, reportInterval)
        }

        /// Lists a folder, away from the actor of the caller.
        ///
        /// Reading waits until each report has been received. Between two entries it checks for cancellation.
        ///
        /// - Parameters:
        ///   - folder: The folder; `~` stands for the user's home folder.
        ///   - report: Receives the progress, now and then.
        /// - Returns: The entries in the order of their names.
        /// - Throws: ``DirectoryError`` if the folder cannot be listed, `CancellationError` if the task is cancelled,
        ///   and the errors of `report`.
        @concurrent
        public func list(
            _ folder: String, report: @Sendable (Progress) async throws -> Void
        ) async throws -> Listing {
            try await opened(folder).listing(called: folder, reportInterval: reportInterval, report: report)
        }
    }
}

extension LoadingList.DirectoryService {
    static func expanded(_ folder: String) -> String {
        guard folder == "~" || folder.hasPrefix("~/") else { return folder }
        return URL.homeDirectory.path + folder.dropFirst()
    }

    private func opened(_ folder: String) throws(LoadingList.DirectoryError) -> LoadingList.OpenFolder {
        do {
            return try LoadingList.OpenFolder(path: Self.expanded(folder))
        } catch {
            throw LoadingList.DirectoryError(error, at: folder)
        }
    }
}
