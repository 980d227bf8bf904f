#if SQLite
    import Foundation
    import Oak
    import OakFile

    /// A lock on a file, which the operating system frees when the process ends, in whatever way.
    ///
    /// The first line has the number of transactions that the database has for certain. The second is the name of the
    /// process that holds the lock, or held it last; it is empty until the database has contents. The file stays when
    /// the lock is freed, because another process may be about to lock it.
    final class StoreLock: @unchecked Sendable {
        /// The length of the first line, which has the number of transactions.
        private static let lineLength = 20

        private let mutex = Lock()
        /// The open file, until the lock is freed; guarded by the mutex.
        private var descriptor: CInt?
        private let path: String
        private let isNew: Bool
        /// Whether the database has had contents: a process that is killed earlier leaves an empty file.
        let isFormer: Bool
        /// The number of transactions that the file of the store has for certain; guarded by the mutex.
        private(set) var remembered: Int64

        /// Locks a file.
        ///
        /// - Throws: ``DurableError/storeInUse(by:)`` while the file is locked, by this process, too.
        init(path: String) throws(DurableError) {
            self.path = path
            while true {
                let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
                let descriptor = made >= 0 ? made : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
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
                    isNew = made >= 0
                    remembered = Self.number(in: descriptor)
                    isFormer = remembered > 0 || !Self.name(in: descriptor).isEmpty
                    // The name of the former owner would be wrong from now on.
                    if isFormer { write(remembered, name: Self.nobody) }
                    return
                }
                // The file was removed before it was locked.
                close(descriptor)
            }
        }

        deinit { unlock() }

        /// Frees the lock of a file that is refused, and removes a lock file that was not there before.
        func withdraw() {
            // Another process that has opened the lock file meanwhile finds it removed, and tries again.
            mutex.withLock { if isNew, descriptor != nil { _ = unlink(path) } }
            unlock()
        }

        /// Frees the lock.
        func unlock() {
            mutex.withLock {
                guard let descriptor = descriptor.take() else { return }
                // To close it is not enough: a process that is being started has a copy until it runs its program.
                _ = flock(descriptor, LOCK_UN)
                close(descriptor)
            }
        }

        /// Writes the name of the owner into the file.
        func name(_ owner: String) { mutex.withLock { write(remembered, name: owner) } }

        /// Notes that the database begins anew, or is another one.
        func forget() {
            mutex.withLock {
                remembered = 0
                write(0, name: "")
            }
        }

        /// Notes the number of transactions that are in the database for certain.
        func remember(_ transactions: Int64) {
            mutex.withLock {
                remembered = transactions
                write(transactions)
            }
        }

        /// Without what it writes, the lock still holds; only errors tell less.
        private func write(_ transactions: Int64, name: String? = nil) {
            guard let descriptor else { return }
            let digits = String(transactions)
            let line = String(repeating: "0", count: max(0, Self.lineLength - 1 - digits.count)) + digits + "\n"
            let bytes = Array((line + (name ?? "")).utf8)
            guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, name != nil else { return }
            _ = ftruncate(descriptor, off_t(bytes.count))
        }

        /// The number in the first line; zero if there is none.
        private static func number(in descriptor: CInt) -> Int64 {
            let text = text(of: descriptor)
            guard text.utf8.count >= lineLength, text.utf8.dropFirst(lineLength - 1).first == 10 else { return 0 }
            return Int64(text.prefix(lineLength - 1)) ?? 0
        }

        private static func holder(_ descriptor: CInt) -> String {
            let name = name(in: descriptor)
            return name.isEmpty ? nobody : name
        }

        /// The name in the second line.
        private static func name(in descriptor: CInt) -> String {
            let text = text(of: descriptor)
            return text.utf8.dropFirst(lineLength - 1).first == 10 ? String(text.dropFirst(lineLength)) : ""
        }

        /// The name of an owner that has yet to write its own.
        private static let nobody = "a process that is opening it"

        private static func text(of descriptor: CInt) -> String {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
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

        /// Reads the identity of the file at a path, and not its times, so that the next sync has none to write.
        init?(path: String) {
            var (device, number): (UInt64, UInt64) = (0, 0)
            guard oak_read_file_identity(path, &device, &number) == 0 else { return nil }
            (self.device, self.number) = (device, number)
        }
    }
#endif
