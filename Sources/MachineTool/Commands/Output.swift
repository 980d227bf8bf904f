import Foundation

/// The file, or the standard output, that a command writes to.
struct Output {
    /// The path of the file; `nil` for the standard output.
    let file: String?

    func write(_ bytes: [UInt8], isBinary: Bool = false) throws(ToolError) {
        guard let file else {
            if isBinary && Console.current.isShown { throw .binaryOnTerminal }
            Console.current.writeBytes(bytes)
            if !isBinary, bytes.last != UInt8(ascii: "\n") { Console.current.write("\n") }
            return
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw .unwritable(file: file, reason: error.localizedDescription)
        }
    }
}

/// The text of a file.
func text(of file: String) throws(ToolError) -> String {
    do {
        return try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    } catch {
        throw .unreadable(file: file, reason: error.localizedDescription)
    }
}
