import Foundation

/// Why the system has not done something.
package struct SystemError: Error, CustomStringConvertible {
    /// The number by which the system names the reason.
    package let code: Int32

    /// The reason for what has failed last on this thread.
    package init() { code = errno }

    package var description: String { String(cString: strerror(code)) }
}

/// Writes all of some bytes to a file, a terminal or a pipe, however long that takes.
///
/// - Parameters:
///   - bytes: The bytes.
///   - descriptor: Where they go.
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
            // Somebody else has made it one that does not wait.
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, -1)
        default: throw SystemError()
        }
    }
}

/// Opens the null device in place of each standard stream that this process was started without.
///
/// Otherwise the next file to be opened would be taken for it.
package func openMissingStandardStreams() {
    while true {
        let descriptor = open("/dev/null", O_RDWR)
        if descriptor > 2 { close(descriptor) }
        if descriptor < 0 || descriptor > 2 { return }
    }
}

/// Reads a file to its end.
///
/// - Parameter path: Where the file is.
/// - Returns: Everything in it.
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
