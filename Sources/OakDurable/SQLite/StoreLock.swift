#if SQLite
    import Foundation

    /// A lock on a file, which the operating system frees when the process ends, in whatever way.
    ///
    /// The file contains the name of the process that holds the lock, or held it last. The file stays when the lock is
    /// freed, because another process may be about to lock it.
    final class StoreLock: @unchecked Sendable {
        /// Stands in the file for the name of an owner that is not known yet: a line feed.
        private static let opening: UInt8 = 10

        private let mutex = NSLock()
        /// The open file, until the lock is freed; guarded by the mutex.
        private var descriptor: CInt?

        /// Locks a file.
        ///
        /// - Throws: ``DurableError/storeInUse(by:)`` while the file is locked, by this process, too.
        init(path: String) throws(DurableError) {
            while true {
                let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
                guard descriptor >= 0 else { throw .system("open \(path)") }
                guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                    let error =
                        errno == EWOULDBLOCK
                        ? DurableError.storeInUse(by: Self.holder(descriptor)) : .system("lock \(path)")
                    close(descriptor)
                    throw error
                }
                if let opened = FileIdentity({ fstat(descriptor, &$0) }), opened == FileIdentity({ stat(path, &$0) }) {
                    self.descriptor = descriptor
                    // The name of the former owner would be wrong from now on; a file that had one keeps a byte.
                    if isNamed, pwrite(descriptor, [Self.opening], 1, 0) == 1 { _ = ftruncate(descriptor, 1) }
                    return
                }
                // The file was removed before it was locked.
                close(descriptor)
            }
        }

        deinit { unlock() }

        /// Frees the lock.
        func unlock() {
            mutex.withLock {
                // Closing the descriptor frees the lock.
                if let descriptor { close(descriptor) }
                descriptor = nil
            }
        }

        /// Whether the file has named an owner, the present one or a former one.
        var isNamed: Bool {
            mutex.withLock {
                var status = stat()
                guard let descriptor, fstat(descriptor, &status) == 0 else { return false }
                return status.st_size > 0
            }
        }

        /// Writes the name of the owner into the file.
        func name(_ owner: String) {
            mutex.withLock {
                // Without the name, the lock still holds; only the error of another process names no owner.
                let bytes = Array(owner.utf8)
                guard let descriptor, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
                _ = ftruncate(descriptor, off_t(bytes.count))
            }
        }

        private static func holder(_ descriptor: CInt) -> String {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            return count > 0 && bytes[0] != opening
                ? String(decoding: bytes[..<count], as: UTF8.self) : "a process that is opening it"
        }
    }

    /// Distinguishes a file from another one that takes its place.
    struct FileIdentity: Equatable {
        private let device: UInt64
        private let number: UInt64

        /// Reads the status of a file with a function of the system, which returns zero if there is one.
        init?(_ read: (inout stat) -> CInt) {
            var status = stat()
            guard read(&status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }
#endif
