import Foundation

extension LoadingList {
    /// A folder that is open until this value goes out of scope.
    ///
    /// It reads this folder whatever happens to the path meanwhile.
    struct OpenFolder: ~Copyable {
        private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

        private let descriptor: Int32
        /// The name of the folder for the user.
        var name: String

        /// Opens the folder at the end of a path, following links.
        init(_ path: String, called name: String) throws(DirectoryError) {
            self.name = name
            descriptor = try Self.opened(path, as: name) { open($0, Self.flags) }
        }

        /// Opens a folder in this one; does not follow a link.
        init(_ file: String, in parent: borrowing OpenFolder, called name: String) throws(DirectoryError) {
            let folder = parent.descriptor
            self.name = name
            descriptor = try Self.opened(file, as: name) { openat(folder, $0, Self.flags | O_NOFOLLOW) }
        }

        deinit { close(descriptor) }

        private static func opened(
            _ path: String, as name: String, by open: (String) -> Int32
        ) throws(DirectoryError) -> Int32 {
            // The operating system would take a path up to its NUL byte.
            guard !path.utf8.contains(0) else { throw .noSuchFolder(name) }
            let descriptor = open(path)
            guard descriptor >= 0 else { throw DirectoryError(errno, at: name) }
            return descriptor
        }

        /// Reads the folder; can be called once.
        func listing(
            reportingEvery interval: Int, to report: @Sendable (Progress) async throws -> Void
        ) async throws -> Listing {
            let files = try files().sorted { $0.name < $1.name }
            var entries: [Entry] = []
            for (name, path) in files {
                try Task.checkCancellation()
                entries.append(entry(name, path))
                if entries.count.isMultiple(of: interval), entries.count < files.count {
                    try await report(Progress(completed: entries.count, total: files.count))
                }
            }
            return Listing(folder: name, entries: entries)
        }

        /// The names of the entries and their paths, which are byte for byte as the file system spells them.
        private func files() throws -> [(name: String, path: [CChar])] {
            // Closing the stream closes its descriptor, and this folder must stay open.
            guard let stream = fdopendir(dup(descriptor)) else { throw DirectoryError(errno, at: name) }
            defer { closedir(stream) }
            var files: [(name: String, path: [CChar])] = []
            errno = 0
            while let entry = readdir(stream) {
                try Task.checkCancellation()
                let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
                let path = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
                files.append((String(decoding: bytes, as: UTF8.self), path))
                errno = 0
            }
            guard errno == 0 else { throw DirectoryError(errno, at: name) }
            return files.filter { $0.name != "." && $0.name != ".." }
        }

        /// An entry, as far as known: it may have vanished since the names were read.
        private func entry(_ name: String, _ path: [CChar]) -> Entry {
            var status = stat()
            guard fstatat(descriptor, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                return Entry(name: name, kind: .other)
            }
            let kinds: [mode_t: Entry.Kind] = [S_IFREG: .file, S_IFDIR: .folder, S_IFLNK: .link]
            let kind = kinds[status.st_mode & S_IFMT, default: .other]
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            return Entry(
                name: name, kind: kind, size: kind == .file ? Int(status.st_size) : nil,
                modified: Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9))
        }
    }
}
