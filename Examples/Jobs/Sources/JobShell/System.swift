import Foundation

/// The reason for the failure of a system call.
package struct SystemError: Error, CustomStringConvertible {
    /// The number of the reason.
    package let code: Int32

    /// The reason for the last failure on this thread.
    package init() { code = errno }

    package var description: String { String(cString: strerror(code)) }
}

/// Writes all bytes to a file, a terminal or a pipe, however long that takes.
///
/// - Parameters:
///   - bytes: The bytes.
///   - descriptor: Their destination.
package func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32) throws(SystemError) {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            written += count
            continue
        }
        switch errno {
        case EINTR: break
        case EAGAIN:
            // Another program has made the descriptor non-blocking.
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, -1)
        default: throw SystemError()
        }
    }
}

/// Opens the null device in place of each standard stream missing at the start of this process.
///
/// Otherwise the next opened file would take its place.
package func openMissingStandardStreams() {
    while true {
        let descriptor = open("/dev/null", O_RDWR)
        if descriptor > 2 { close(descriptor) }
        if descriptor < 0 || descriptor > 2 { return }
    }
}

/// Reads a file to its end.
///
/// - Parameter path: The path of the file.
/// - Returns: The contents.
package func readAll(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count > 0 { bytes += chunk[..<count] }
        if count == 0 { return bytes }
        if count < 0, errno != EINTR { throw SystemError() }
    }
}
