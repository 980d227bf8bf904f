/// A mistake in a file, with its position.
struct FileFault: Error {
    /// The number of bytes before it.
    let offset: Int
    /// The mistake, in words.
    let message: String

    init(at offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }
}

/// A file that contains no valid plan, with all reasons.
public struct UnusableFile: Error, Equatable, CustomStringConvertible {
    /// A reason.
    public struct Problem: Equatable, Sendable, CustomStringConvertible {
        /// The line of the problem; the first is 1.
        public let line: Int
        /// The column of the problem, in characters; the first is 1.
        public let column: Int
        /// The reason, in words.
        public let message: String

        public var description: String { "\(line):\(column): \(message)" }
    }

    /// The maximum number of reported problems.
    static let limit = 20

    /// The name of the file.
    public let name: String
    /// The problems in it, in order.
    public let problems: [Problem]
    /// The number of further problems.
    public let furtherProblems: Int

    public var description: String {
        let lines = problems.map { "\(name):\($0)" }
        return (furtherProblems == 0 ? lines : lines + ["\(name): and \(furtherProblems) more"])
            .joined(separator: "\n")
    }

    init(_ name: String, _ bytes: [UInt8], _ faults: [FileFault]) {
        self.name = name
        problems = faults.prefix(Self.limit).map { fault in
            let before = bytes.prefix(fault.offset)
            let line = before.reduce(into: 1) { if $1 == UInt8(ascii: "\n") { $0 += 1 } }
            let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            let column = String(decoding: bytes[start..<before.endIndex], as: UTF8.self).count + 1
            return Problem(line: line, column: column, message: fault.message)
        }
        furtherProblems = max(0, faults.count - Self.limit)
    }
}
