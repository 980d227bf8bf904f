import Dispatch
import Foundation
package import Jobs

/// A file with one line for everything that happens to a job.
package final class Journal: Sendable {
    private let path: String
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "journal")

    /// Opens a journal to append lines to it; creates the file if it does not exist.
    ///
    /// - Parameter path: The path of the file.
    package init(at path: String) throws(JournalError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw JournalError(path: path, reason: SystemError()) }
        do throws(SystemError) {
            try endLastLine()
            try Self.synchronizeFolder(of: path)
        } catch {
            close(descriptor)
            throw JournalError(path: path, reason: error)
        }
    }

    deinit { close(descriptor) }

    /// Appends a line for each of some entries, and returns when all are on disk.
    ///
    /// - Parameter entries: The entries, in order.
    package func write(_ entries: [Entry]) async throws(JournalError) {
        let result = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.writeAtOnce(entries)) }
        }
        if let error = result { throw error }
    }

    // Writes once and waits for the disk once, regardless of the number of lines.
    private func writeAtOnce(_ entries: [Entry]) -> JournalError? {
        let now = Date.now
        do throws(SystemError) {
            try writeAll(entries.map { $0.line(at: now) + "\n" }.joined().utf8, to: descriptor)
            try Self.synchronize(descriptor)
            return nil
        } catch {
            return JournalError(path: path, reason: error)
        }
    }

    /// Ends a line left incomplete by an interrupted program.
    private func endLastLine() throws(SystemError) {
        let size = lseek(descriptor, 0, SEEK_END)
        var last: UInt8 = 0
        guard size > 0, pread(descriptor, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") else { return }
        try writeAll("\n".utf8, to: descriptor)
    }

    private static func synchronize(_ descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
        #endif
        while fsync(descriptor) != 0 {
            switch errno {
            case EINTR: continue
            // The path leads to a pipe or a terminal, not to a file on a disk.
            case EINVAL, EROFS, ENOTSUP: return
            default: throw SystemError()
            }
        }
    }

    /// Writes the folder to disk, so that a new file can be found again.
    private static func synchronizeFolder(of path: String) throws(SystemError) {
        let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        // A folder that cannot be read cannot be synchronized, either.
        guard folder >= 0 else { return }
        defer { close(folder) }
        try synchronize(folder)
    }
}

/// A journal that cannot be written.
package struct JournalError: Error, CustomStringConvertible {
    let path: String
    let reason: SystemError

    package var description: String { "the journal \(path) cannot be written: \(reason)" }
}
