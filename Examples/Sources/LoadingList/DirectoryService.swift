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
        /// How many entries are read between two reports of progress.
        public var reportInterval: Int

        /// Creates a service.
        ///
        /// - Parameter reportInterval: How many entries are read between two reports of progress; at least one.
        public init(reportInterval: Int = 1000) {
            self.reportInterval = max(1, reportInterval)
        }

        /// Lists a folder, away from the actor of the caller.
        ///
        /// Reading waits for each report to be taken in. Between two entries it looks whether it has been cancelled.
        ///
        /// - Parameters:
        ///   - folder: The folder; `~` stands for the user's own.
        ///   - report: Told how far the reading has come, now and then.
        /// - Returns: The entries in the order of their names.
        /// - Throws: ``DirectoryError`` when the folder cannot be listed, `CancellationError` when the task is
        ///   cancelled, and what `report` throws.
        @concurrent
        public func list(
            _ folder: String, report: @Sendable (Progress) async throws -> Void
        ) async throws -> Listing {
            let path = Self.expanded(folder)
            let names = try Self.names(in: path, called: folder).sorted()
            var entries: [Entry] = []
            entries.reserveCapacity(names.count)
            for name in names {
                try Task.checkCancellation()
                entries.append(Self.entry(name, in: path))
                if entries.count.isMultiple(of: reportInterval), entries.count < names.count {
                    try await report(Progress(completed: entries.count, total: names.count))
                }
            }
            return Listing(folder: folder, entries: entries)
        }
    }
}

extension LoadingList.DirectoryService {
    static func expanded(_ folder: String) -> String {
        guard folder == "~" || folder.hasPrefix("~/") else { return folder }
        return URL.homeDirectory.path + folder.dropFirst()
    }

    static func names(in path: String, called folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw explanation(of: error, at: path, called: folder)
        }
    }

    /// Says in the user's terms why a folder could not be read.
    static func explanation(of error: any Error, at path: String, called folder: String) -> LoadingList.DirectoryError {
        let code = (error as? CocoaError)?.code
        if code == .fileReadNoPermission { return .noPermission(folder) }
        if code == .fileReadNoSuchFile { return .noSuchFolder(folder) }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if let type = attributes?[.type] as? FileAttributeType, type != .typeDirectory { return .notAFolder(folder) }
        return .unreadable(folder, "\(error)")
    }

    /// An entry as far as it can be known: it may have vanished since the names were read.
    static func entry(_ name: String, in path: String) -> LoadingList.Entry {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
        let kind = kind(of: attributes?[.type] as? FileAttributeType)
        return LoadingList.Entry(
            name: name, kind: kind,
            size: kind == .file ? attributes?[.size] as? Int : nil,
            modified: attributes?[.modificationDate] as? Date)
    }

    static func kind(of type: FileAttributeType?) -> LoadingList.Entry.Kind {
        switch type {
        case .typeRegular: .file
        case .typeDirectory: .folder
        case .typeSymbolicLink: .link
        default: .other
        }
    }
}
