import Foundation
import Oak

/// The terminal, or what stands in for it in a test.
package struct Console: Sendable {
    package var writeBytes: @Sendable ([UInt8]) -> Void
    let complain: @Sendable (String) -> Void
    let readLine: @Sendable () -> String?
    /// Whether a person types the input.
    let isInteractive: Bool
    /// Whether a person reads the output.
    let isShown: Bool
    /// Whether a person reads the messages, who then sees the progress of an exploration.
    let showsProgress: Bool

    /// The console of the running command.
    @TaskLocal package static var current = Console.standard

    package static let standard = Console(
        writeBytes: { FileHandle.standardOutput.write(Data($0)) },
        complain: { FileHandle.standardError.write(Data($0.utf8)) },
        readLine: { Swift.readLine() }, isInteractive: isatty(0) == 1 && isatty(1) == 1, isShown: isatty(1) == 1,
        showsProgress: isatty(2) == 1)

    func write(_ text: String) { writeBytes(Array(text.utf8)) }

    package func print(_ text: String) { write(text + "\n") }

    /// Prints a message, which is no result.
    package func note(_ line: String) { complain(line + "\n") }

    /// The rest of the input.
    package func readAll() -> String { sequence(state: ()) { _ in readLine() }.joined(separator: "\n") }

    /// Prints a value as JSON that is the same for equal values.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// The output of a command, and its exit code.
public struct ToolResult: Hashable, Sendable {
    /// The text on the standard output.
    public let output: String

    /// The text on the standard error.
    public let messages: String

    /// The exit code.
    public let exitCode: Int32
}

/// Collects what a command prints.
package final class Recording: @unchecked Sendable {
    private let lock = Lock()
    private var bytes: [UInt8] = []
    private var messages = ""
    private var lines: [String]

    init(input: [String]) { lines = input.reversed() }

    package convenience init(input: String) { self.init(input: [input]) }

    package var console: Console {
        Console(
            writeBytes: { bytes in self.lock.withLock { self.bytes += bytes } },
            complain: { text in self.lock.withLock { self.messages += text } },
            readLine: { self.lock.withLock { self.lines.popLast() } }, isInteractive: false, isShown: false,
            showsProgress: false)
    }

    package func result(exitCode: Int32) -> ToolResult {
        lock.withLock {
            ToolResult(output: String(decoding: bytes, as: UTF8.self), messages: messages, exitCode: exitCode)
        }
    }
}
