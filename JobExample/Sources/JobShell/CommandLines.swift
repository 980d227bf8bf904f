import Dispatch
import Foundation

/// The lines that somebody types, or that another program writes.
package enum CommandLines {
    /// How many bytes a line has at most; those of a longer one are no line.
    static let longest = 4_096

    /// Reads lines until there are no more.
    ///
    /// - Parameters:
    ///   - descriptor: Where they come from: a terminal, a pipe, a file.
    ///   - handle: Called with each line. The next one is read when it has returned.
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

/// Makes lines of what comes.
private struct LineReader {
    private var rest: [UInt8] = []

    /// Waits for lines; `nil` when there will be no more.
    mutating func next(from descriptor: Int32) -> [String]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, -1) < 0 { return errno == EINTR ? [] : nil }
        // A program in the background of its terminal would be stopped if it read: what is typed is not for it.
        if isatty(descriptor) == 1, tcgetpgrp(descriptor) != getpgrp() {
            sleep(1)
            return []
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
        if count == 0 {
            // The rest without an end of its line is a line as well.
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
