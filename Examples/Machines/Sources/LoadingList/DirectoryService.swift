import Foundation

extension LoadingList {
    /// Lists folders of the file system.
    ///
    /// ```swift
    /// let service = LoadingList.DirectoryService()
    /// let env = LoadingList.Transducer.Env(service: service.list, input: proxy.input)
    /// ```
    public struct DirectoryService: Sendable {
        /// Creates a service.
        public init() {}

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
            let isAtHome = folder == "~" || folder.hasPrefix("~/")
            let path = isAtHome ? URL.homeDirectory.path + folder.dropFirst() : folder
            return try await OpenFolder(path, called: folder).listing(reportingEvery: 1000, to: report)
        }
    }

    /// Lists folders below a root and no others, whatever path is requested.
    ///
    /// A path begins at the root. A path that leads out of it is an error, independent of the contents of the file
    /// system: `..` above the root, an absolute path to another folder, a link. `~` is an ordinary name.
    public struct FencedDirectoryService: Sendable {
        private let root: String
        private let reportInterval: Int

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - root: The path of the root folder. Links on the way to it are followed.
        ///   - reportInterval: The number of entries read between two reports of progress; at least one.
        public init(root: String, reportInterval: Int = 1000) {
            self.root = root.hasPrefix("/") ? root : FileManager.default.currentDirectoryPath + "/" + root
            self.reportInterval = max(1, reportInterval)
        }

        /// Lists a folder, away from the actor of the caller.
        ///
        /// Each folder on the way is opened relative to the one already open. Checking for a link first would be
        /// useless: the entry could become a link before it is opened.
        ///
        /// - Parameters:
        ///   - folder: The folder, as a path that begins at the root; the empty path and “.” are the root. An absolute
        ///     path stands for the part of it that follows the root.
        ///   - report: Receives the progress, now and then.
        /// - Returns: The entries in the order of their names.
        /// - Throws: Like ``DirectoryService/list(_:report:)``.
        @concurrent
        public func list(
            _ folder: String, report: @Sendable (Progress) async throws -> Void
        ) async throws -> Listing {
            let names = try names(in: folder)
            var open = try OpenFolder(root, called: ".")
            for (index, name) in names.enumerated() {
                open = try OpenFolder(name, in: open, called: names[...index].joined(separator: "/"))
            }
            open.name = folder.isEmpty ? "." : folder
            return try await open.listing(reportingEvery: reportInterval, to: report)
        }

        /// The names on the way to a folder, derived only from the typed text; none is “.” or “..”.
        private func names(in typed: String) throws(DirectoryError) -> [String] {
            var parts = parts(of: typed)
            if typed.utf8.first == UInt8(ascii: "/") {
                let fence = self.parts(of: root)
                guard parts.starts(with: fence, by: { $0.utf8.elementsEqual($1.utf8) }) else {
                    throw .outsideRoot(typed)
                }
                parts.removeFirst(fence.count)
            }
            var names: [String] = []
            for part in parts {
                if part != ".." { names.append(part) } else if names.popLast() == nil { throw .outsideRoot(typed) }
            }
            return names
        }

        /// The parts between the slashes, without those that lead nowhere.
        ///
        /// A letter may combine a “/” with the accent that follows it, and the file system has no letters.
        private func parts(of path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
        }
    }
}
