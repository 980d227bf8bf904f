/// Splits the output of a command into lines with the name of its job in front.
struct LineReader {
    /// The longest piece of a line: the memory in use is limited, whatever a command writes.
    static let longestPiece = 8_192

    private static let newline = UInt8(ascii: "\n")

    private let prefix: [UInt8]
    private var rest: [UInt8] = []

    /// Creates a reader for a new output.
    ///
    /// - Parameter job: The name of the job.
    init(of job: String) { prefix = Array("\(job) | ".utf8) }

    /// Takes the next bytes that the command has written.
    ///
    /// - Returns: Whole lines to be shown.
    mutating func lines(of bytes: some Sequence<UInt8>) -> [UInt8] {
        var lines: [UInt8] = []
        for byte in bytes {
            if byte != Self.newline { rest.append(byte) }
            if byte == Self.newline || rest.count == Self.longestPiece { lines += line() }
        }
        return lines
    }

    /// Ends the output.
    ///
    /// - Returns: The last line, if the command has not ended it.
    mutating func end() -> [UInt8] { rest.isEmpty ? [] : line() }

    private mutating func line() -> [UInt8] {
        defer { rest.removeAll(keepingCapacity: true) }
        return prefix + rest + [Self.newline]
    }
}
