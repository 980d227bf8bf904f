#if Tools && SQLite
    import Foundation

    /// The terminal, or what stands in for it in a test.
    struct Terminal: Sendable {
        let write: @Sendable (String) -> Void
        let complain: @Sendable (String) -> Void
        let readAll: @Sendable () -> Data

        /// The terminal of the running command.
        @TaskLocal static var current = Terminal(
            write: { FileHandle.standardOutput.write(Data($0.utf8)) },
            complain: { FileHandle.standardError.write(Data($0.utf8)) },
            readAll: { FileHandle.standardInput.readDataToEndOfFile() })

        static func print(_ line: String) { current.write(line + "\n") }

        static func note(_ line: String) { current.complain(line + "\n") }
    }

    /// The output of a command, and its exit code.
    public struct OperatorResult: Hashable, Sendable {
        /// The text on the standard output.
        public let output: String

        /// The text on the standard error.
        public let messages: String

        /// The exit code.
        public let exitCode: Int32
    }

    /// Collects what a command prints.
    final class Recording: @unchecked Sendable {
        private let lock = NSLock()
        private var output = ""
        private var messages = ""

        func terminal(input: String) -> Terminal {
            Terminal(
                write: { text in self.lock.withLock { self.output += text } },
                complain: { text in self.lock.withLock { self.messages += text } },
                readAll: { Data(input.utf8) })
        }

        func result(exitCode: Int32) -> OperatorResult {
            lock.withLock { OperatorResult(output: output, messages: messages, exitCode: exitCode) }
        }
    }
#endif
