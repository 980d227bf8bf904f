import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// The program, run as a user runs it, in a folder of its own that it removes with itself.
final class Program: Sendable {
    struct Result {
        let code: Int32?
        let output: String
        let errors: String
        let journal: [Line]

        /// The events of a job, in their order.
        func events(_ job: String) -> [String] { journal.filter { $0.job == job }.map(\.event) }
    }

    struct Line: Decodable {
        let at: Date
        let job: String
        let event: String
        let attempt: Int
        let exit: Int32?
        let signal: Int32?
    }

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oak-jobs-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    private static var path: FilePath {
        get throws {
            // The program is built beside the tests.
            var folder = Bundle(for: Program.self).bundleURL
            while folder.path != "/" {
                let program = folder.appendingPathComponent("oak-jobs")
                if FileManager.default.isExecutableFile(atPath: program.path) { return FilePath(program.path) }
                folder.deleteLastPathComponent()
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }

    func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - file: The content of the file of jobs.
    ///   - options: Further arguments.
    ///   - lines: Called with each line of output.
    func run(
        _ file: String, _ options: String...,
        lines: (String, Execution<NoInput, SequenceOutput, StringOutput<UTF8>>) throws -> Void = { _, _ in }
    ) async throws -> Result {
        try file.write(to: folder.appendingPathComponent("jobs.json"), atomically: true, encoding: .utf8)
        let result = try await Subprocess.run(
            .path(try Self.path), arguments: Arguments(["jobs.json", "--journal", "journal.jsonl"] + options),
            workingDirectory: FilePath(folder.path), input: .none, output: .sequence, error: .string(limit: 1_000_000)
        ) { execution in
            var output = ""
            for try await line in execution.standardOutput.strings() {
                output += line + "\n"
                try lines(line, execution)
            }
            return output
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
        let journal = try text("journal.jsonl").split(separator: "\n").map {
            try decoder.decode(Line.self, from: Data($0.utf8))
        }
        let code: Int32? = if case .exited(let code) = result.terminationStatus { code } else { nil }
        return Result(code: code, output: result.closureResult, errors: result.standardError, journal: journal)
    }
}
