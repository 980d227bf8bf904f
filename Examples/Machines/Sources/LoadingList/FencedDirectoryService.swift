#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadingList {
    /// Lists folders below a root and no others, whatever path is requested.
    ///
    /// A path begins at the root. A path that leads out of it is an error, independent of the contents of the file
    /// system: `..` above the root, an absolute path to another folder, a link. `~` is an ordinary name.
    ///
    /// ```swift
    /// let service = LoadingList.FencedDirectoryService(root: "/srv/files")
    /// let env = LoadingList.Transducer.Env(service: service.list, input: proxy.input)
    /// ```
    public struct FencedDirectoryService: Sendable {
        /// The path of the root folder. Links on the way to it are followed.
        public let root: String

        /// The number of entries read between two reports of progress.
        public var reportInterval: Int

        /// Opens a name in an open folder.
        var opening: OpenFolder.Opening?

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - root: The path of the root folder.
        ///   - reportInterval: The number of entries read between two reports of progress; at least one.
        public init(root: String, reportInterval: Int = 1000) {
            self.root =
                root.utf8.first == UInt8(ascii: "/") ? root : FileManager.default.currentDirectoryPath + "/" + root
            self.reportInterval = max(1, reportInterval)
        }

        /// Lists a folder, away from the actor of the caller.
        ///
        /// Reading waits until each report has been received. Between two entries it checks for cancellation.
        ///
        /// - Parameters:
        ///   - folder: The folder, as a path that begins at the root; the empty path and “.” are the root. An absolute
        ///     path stands for the part of it that follows the root.
        ///   - report: Receives the progress, now and then.
        /// - Returns: The entries in the order of their names.
        /// - Throws: ``DirectoryError`` if the folder cannot be listed, `CancellationError` if the task is cancelled,
        ///   and the errors of `report`.
        @concurrent
        public func list(
            _ folder: String, report: @Sendable (Progress) async throws -> Void
        ) async throws -> Listing {
            let called = folder.isEmpty ? "." : folder
            return try await open(FencedPath(folder, below: root))
                .listing(called: called, reportInterval: reportInterval, report: report)
        }
    }
}

extension LoadingList.FencedDirectoryService {
    typealias DirectoryError = LoadingList.DirectoryError

    /// Walks from the root to the end of a path.
    ///
    /// Each folder is opened relative to the one already open. Checking for a link first would be useless: the entry
    /// could become a link before it is opened.
    func open(_ path: LoadingList.FencedPath) throws(DirectoryError) -> LoadingList.OpenFolder {
        var folder = try openRoot()
        for (index, name) in path.names.enumerated() {
            do {
                folder = try opened(name, in: folder)
            } catch {
                throw explanation(of: error, at: path.text(through: index), kind: folder.entry(name).kind)
            }
        }
        return folder
    }

    private func openRoot() throws(DirectoryError) -> LoadingList.OpenFolder {
        do { return try LoadingList.OpenFolder(path: root) } catch { throw .rootUnreadable }
    }

    private func opened(
        _ name: LoadingList.FileName, in folder: borrowing LoadingList.OpenFolder
    ) throws(LoadingList.SystemError) -> LoadingList.OpenFolder {
        guard let opening else { return try LoadingList.OpenFolder(name, in: folder) }
        return try LoadingList.OpenFolder(name, in: folder, opening: opening)
    }

    /// Explains to the user why a folder could not be opened.
    ///
    /// The operating system has one error for links and for files in place of a folder; `kind` distinguishes them.
    private func explanation(
        of error: LoadingList.SystemError, at path: String, kind: LoadingList.Entry.Kind
    ) -> DirectoryError {
        switch (DirectoryError(error, at: path), kind) {
        case (.noSuchFolder, _): .noSuchFolderInRoot(path)
        case (_, .link): .isLink(path)
        case (let explanation, _): explanation
        }
    }
}
