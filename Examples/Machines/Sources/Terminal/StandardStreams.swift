import Foundation

/// The input and the output of the process.
public enum StandardStreams {
    /// Whether lines that are read are on the screen already.
    public static var areTyped: Bool { isatty(STDIN_FILENO) == 1 }

    /// The lines of the input.
    public static var lines: AsyncStream<String> {
        AsyncStream { lines in
            // Waiting for a line blocks the thread.
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    /// Prints a text on the output.
    ///
    /// - Parameter text: The text.
    public static func print(_ text: String) {
        // If it cannot be written, nobody reads it.
        try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
    }
}
