#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoadingList {
    /// Lists folders below a root, and nothing else, whatever it is asked for.
    ///
    /// A path begins at the root. What leads out of it is an error that does not depend on what is there: `..` above
    /// the root, an absolute path of something else, a link. `~` is a name like any other.
    ///
    /// ```swift
    /// let service = LoadingList.FencedDirectoryService(root: "/srv/files")
    /// let env = LoadingList.Transducer.Env(service: service.list, input: proxy.input)
    /// ```
    public struct FencedDirectoryService: Sendable {
        /// The path of the folder that everything is below. Links on the way to it are followed.
        public let root: String

        /// How many entries are read between two reports of progress.
        public var reportInterval: Int

        /// Opens a name in an open folder.
        var opening: OpenFolder.Opening?

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - root: The path of the folder that everything is below.
        ///   - reportInterval: How many entries are read between two reports of progress; at least one.
        public init(root: String, reportInterval: Int = 1000) {
            self.root =
                root.utf8.first == UInt8(ascii: "/") ? root : FileManager.default.currentDirectoryPath + "/" + root
            self.reportInterval = max(1, reportInterval)
        }

        /// Lists a folder, away from the actor of the caller.
        ///
        /// Reading waits for each report to be taken in. Between two entries it looks whether it has been cancelled.
        ///
        /// - Parameters:
        ///   - folder: The folder, as a path that begins at the root, which is the empty path and “.”. An absolute
        ///     path stands for what follows the root in it.
        ///   - report: Told how far the reading has come, now and then.
        /// - Returns: The entries in the order of their names.
        /// - Throws: ``DirectoryError`` when the folder cannot be listed, `CancellationError` when the task is
        ///   cancelled, and what `report` throws.
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
    /// Each folder is opened in the one that is open already. To look first whether it is a link would be of no use: it
    /// could become one before it is opened.
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

    /// Says in the user's terms why a folder could not be opened.
    ///
    /// The operating system has one error for links and files where a folder is wanted; `kind` tells them apart.
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
