import Commons
import Foundation
import Orders

/// The program, run as a user runs it, in a separate folder.
final class Program {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oak-orders-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// A run of the program that has not ended.
    final class Running {
        private let process = Process()
        private let output = Pipe()
        private let errors = Pipe()
        private var rest = Data()

        init(_ arguments: [String]) throws {
            process.executableURL = try Program.url
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            try process.run()
        }

        var id: Int32 { process.processIdentifier }

        /// The next line of the output; `nil` at its end.
        func line() -> String? {
            while true {
                if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: rest[..<end], as: UTF8.self)
                    rest = Data(rest[rest.index(after: end)...])
                    return line
                }
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { return nil }
                rest += more
            }
        }

        func signal(_ signal: Int32) { kill(id, signal) }

        func end() -> Result {
            var lines: [String] = []
            while let line = line() { lines.append(line) }
            let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return Result(code: process.terminationStatus, lines: lines, errors: errors)
        }
    }

    struct Result {
        let code: Int32
        let lines: [String]
        let errors: String
    }

    func start(_ arguments: String...) throws -> Running {
        try Running(arguments.prefix(1) + ["--folder", folder] + arguments.dropFirst())
    }

    func run(_ arguments: String...) throws -> Result {
        try Running(arguments.prefix(1) + ["--folder", folder] + arguments.dropFirst()).end()
    }

    // The books, after the program.
    var bank: Bank {
        get throws { try Bank(path: folder + "/bank.sqlite", mood: { _, _ in .answers }, pause: {}) }
    }

    var warehouse: Warehouse { get throws { try Warehouse(path: folder + "/warehouse.sqlite", pause: {}) } }

    private static var url: URL {
        get throws {
            // The program is built beside the tests.
            var folder = Bundle(for: Program.self).bundleURL
            while folder.path != "/" {
                let program = folder.appendingPathComponent("oak-orders")
                if FileManager.default.isExecutableFile(atPath: program.path) { return program }
                folder.deleteLastPathComponent()
            }
            throw CocoaError(.fileNoSuchFile)
        }
    }
}
