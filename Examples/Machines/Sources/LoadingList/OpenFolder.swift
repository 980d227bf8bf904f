#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension LoadingList {
    /// A folder that is open until this value goes out of scope.
    ///
    /// It reads this folder whatever happens to the path meanwhile.
    struct OpenFolder: ~Copyable {
        /// Opens a name in an open folder, like the function of the operating system.
        typealias Opening = @Sendable (_ folder: Int32, _ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32

        private let descriptor: Int32

        /// Opens the folder at the end of a path, following links.
        init(path: String) throws(SystemError) {
            // The operating system would accept a path with a NUL byte as the part before it.
            guard !path.utf8.contains(0) else { throw SystemError(code: ENOENT) }
            descriptor = try SystemError.check(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }

        /// Opens a folder in this one; does not follow a link.
        init(
            _ name: FileName, in parent: borrowing OpenFolder,
            opening: Opening = { openat($0, $1, $2) }
        ) throws(SystemError) {
            descriptor = try SystemError.check(
                opening(parent.descriptor, name.spelling, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        }

        deinit { close(descriptor) }

        /// The names of the entries, in no order; can be called once.
        func names() throws -> [FileName] {
            // Closing the stream closes its descriptor, and this folder must stay open.
            let copy = try SystemError.check(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
            guard let stream = fdopendir(copy) else {
                let code = errno
                close(copy)
                throw SystemError(code: code)
            }
            defer { closedir(stream) }
            var names: [FileName] = []
            while true {
                try Task.checkCancellation()
                errno = 0
                guard let entry = readdir(stream) else { break }
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName($0.prefix { $0 != 0 }) }
                if let name, ![".", ".."].contains(name.text) { names.append(name) }
            }
            guard errno == 0 else { throw SystemError(code: errno) }
            return names
        }

        /// An entry, as far as known: it may have vanished since the names were read.
        func entry(_ name: FileName) -> Entry {
            var status = stat()
            guard fstatat(descriptor, name.spelling, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                return Entry(name: name.text, kind: .other)
            }
            let kind = Entry.Kind(status.st_mode)
            return Entry(
                name: name.text, kind: kind, size: kind == .file ? Int(status.st_size) : nil,
                modified: Date(timeIntervalSince1970: status.modified))
        }
    }

    /// An error of the operating system.
    struct SystemError: Error {
        let code: Int32

        /// The descriptor returned by a call, if it is valid.
        static func check(_ descriptor: Int32) throws(SystemError) -> Int32 {
            guard descriptor >= 0 else { throw SystemError(code: errno) }
            return descriptor
        }
    }
}

extension LoadingList.Entry.Kind {
    init(_ mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
    }
}

extension stat {
    /// The time of its last change, in seconds since 1970.
    fileprivate var modified: Double {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
