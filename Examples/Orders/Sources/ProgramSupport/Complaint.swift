package import ArgumentParser
import Foundation

/// The reason why a program cannot do its work.
package struct Complaint: Error, CustomStringConvertible {
    package let description: String
    package let code: ExitCode

    /// Creates a complaint.
    ///
    /// - Parameters:
    ///   - description: A sentence that says what to do.
    ///   - code: The exit code.
    package init(_ description: String, code: ExitCode = .failure) {
        self.description = description
        self.code = code
    }
}

extension ExitCode {
    /// The files cannot be used.
    package static let unusableFiles = ExitCode(2)
}

extension AsyncParsableCommand {
    /// Runs the command of the arguments, and prints a complaint without the usage of the program.
    package static func runPrintingComplaints() async {
        do {
            switch try parseAsRoot() {
            case var command as any AsyncParsableCommand: try await command.run()
            case var command: try command.run()
            }
        } catch let complaint as Complaint {
            printError("\(configuration.commandName ?? _commandName): \(complaint)")
            Self.exit(withError: complaint.code)
        } catch {
            Self.exit(withError: error)
        }
    }
}

/// Makes a folder, unless it exists.
package func makeFolder(_ path: String) throws(Complaint) {
    do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
        throw Complaint("The folder \(path) cannot be made: \(error.localizedDescription)", code: .unusableFiles)
    }
}

/// Writes a line to standard error.
package func printError(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

/// Prints a line at once, so that it is read even if the output is a pipe, or the process is killed right after.
package func printLine(_ line: String) {
    print(line)
    fflush(nil)
}
