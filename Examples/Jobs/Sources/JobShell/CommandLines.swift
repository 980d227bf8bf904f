import Dispatch
import Foundation

/// The lines typed by a user, or written by another program.
package enum CommandLines {
    /// The maximum length of a line in bytes; longer lines are rejected.
    static let longest = 4_096

    /// Reads lines until the end of the input.
    ///
    /// - Parameters:
    ///   - descriptor: The source of the lines: a terminal, a pipe, a file.
    ///   - handle: Called with each line. The next line is read after it has returned.
    package static func read(
        from descriptor: Int32 = STDIN_FILENO, handle: @escaping @Sendable (String) async -> Void
    ) {
        let thread = Thread {
            var reader = LineReader()
            while let lines = reader.next(from: descriptor) {
                for line in lines {
                    let isHandled = DispatchSemaphore(value: 0)
                    Task {
                        await handle(line)
                        isHandled.signal()
                    }
                    isHandled.wait()
                }
            }
        }
        thread.start()
    }
}

/// Splits the input into lines.
private struct LineReader {
    private var rest: [UInt8] = []

    /// Waits for lines; `nil` at the end of the input.
    mutating func next(from descriptor: Int32) -> [String]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, -1) < 0 { return errno == EINTR ? [] : nil }
        // Reading would stop a program in the background of its terminal: the typed text is not meant for it.
        if isatty(descriptor) == 1, tcgetpgrp(descriptor) != getpgrp() {
            sleep(1)
            return []
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        if count == 0 {
            // The rest without a line end is a line as well.
            defer { rest = [] }
            return rest.isEmpty ? nil : [String(decoding: rest, as: UTF8.self)]
        }
        rest += bytes[..<count]
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let last = lines.removeLast()
        rest = last.count > CommandLines.longest ? Array(last.prefix(CommandLines.longest)) : Array(last)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
