import Foundation

/// Splits the output of a command into lines prefixed with the name of its job; keeps the beginning and the end of a
/// long output.
package struct OutputFolding {
    /// The maximum length of one piece of a line.
    static let longestLine = 8_192
    /// The length of the end that is kept.
    static let tailLength = 16_384

    private let prefix: [UInt8]
    private let limit: Int
    private var shown = 0
    private var line: [UInt8] = []
    private var tail: [UInt8] = []
    private var leftOut = 0

    /// Creates a folding for a new output.
    ///
    /// - Parameters:
    ///   - job: The prefix of each line.
    ///   - limit: The number of bytes shown as they arrive, including prefixes. The rest is left out, except for the
    ///     end.
    package init(of job: String, limit: Int) {
        prefix = Array("\(job) | ".utf8)
        self.limit = limit
    }

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: The bytes written by the command.
    /// - Returns: Whole lines to be shown.
    /// - Complexity: O(*n*), where *n* is the number of bytes; the memory in use is bounded.
    package mutating func lines(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var lines: [UInt8] = []
        var rest = bytes[...]
        while let start = rest.first.map({ _ in rest.startIndex }) {
            guard shown < limit else {
                keep(UnsafeRawBufferPointer(rebasing: rest))
                break
            }
            let room = min(rest.count, Self.longestLine - line.count)
            let window = UnsafeRawBufferPointer(rebasing: rest[start..<start + room])
            if let length = Self.lengthOfLine(in: window) {
                line.append(contentsOf: window[..<length])
                rest = rest[(start + length + 1)...]
                endLine(&lines)
            } else {
                line.append(contentsOf: window)
                rest = rest[(start + room)...]
                if line.count >= Self.longestLine { endLine(&lines) }
            }
        }
        return lines
    }

    /// Ends the output.
    ///
    /// - Returns: Whole lines to be shown: the rest of the last line, and the end of the omitted part.
    package mutating func end() -> [UInt8] {
        var lines: [UInt8] = []
        if !line.isEmpty { endLine(&lines) }
        guard leftOut > 0 else { return lines }
        var end = tail[...]
        if leftOut > end.count {
            // The kept end begins in the middle of a line.
            end = end.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            if end.isEmpty { end = tail.suffix(Self.longestLine) }
            lines += prefix + Array("… \(leftOut - end.count) bytes are left out here …\n".utf8)
        }
        for line in end.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            lines += prefix + line + [UInt8(ascii: "\n")]
        }
        if end.last == UInt8(ascii: "\n") { lines.removeLast(prefix.count + 1) }
        return lines
    }

    private mutating func endLine(_ lines: inout [UInt8]) {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        lines.append(contentsOf: prefix)
        lines.append(contentsOf: line)
        lines.append(UInt8(ascii: "\n"))
        shown += prefix.count + line.count + 1
        line.removeAll(keepingCapacity: true)
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        leftOut += bytes.count
        if bytes.count >= Self.tailLength {
            tail = Array(bytes.suffix(Self.tailLength))
        } else {
            tail.append(contentsOf: bytes)
            // Trimming only sometimes keeps the cost of moving in proportion to the input.
            if tail.count > 4 * Self.tailLength { tail.removeFirst(tail.count - Self.tailLength) }
        }
    }

    private static func lengthOfLine(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count) else {
            return nil
        }
        return UnsafeRawPointer(end) - start
    }
}
