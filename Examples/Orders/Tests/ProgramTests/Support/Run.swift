import Foundation

/// A run of a program, which is built beside the tests; both of its outputs are read as they come.
final class Run: Sendable {
    private let process = Process()
    private let lines: AsyncStream<String>
    private let end: AsyncStream<Int32>

    init(_ program: String, _ arguments: [String]) throws {
        let pipe = Pipe()
        process.executableURL = try Self.url(of: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        let (end, ended) = AsyncStream.makeStream(of: Int32.self)
        self.end = end
        process.terminationHandler = {
            ended.yield($0.terminationStatus)
            ended.finish()
        }
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        try process.run()
        // A program whose output nobody reads comes to a halt.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let more = pipe.fileHandleForReading.availableData
                if more.isEmpty { return continuation.finish() }
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
        }
    }

    var id: Int32 { process.processIdentifier }

    /// The next line of the outputs that is as asked for; `nil` at their end.
    func line(where isWanted: (String) -> Bool = { _ in true }) async -> String? {
        for await line in lines where isWanted(line) { return line }
        return nil
    }

    /// Sends a signal to the program.
    func signal(_ signal: Int32) { kill(id, signal) }

    /// The end of the program, with the lines that nobody has read.
    func result() async -> Ending {
        var rest: [String] = []
        for await line in lines { rest.append(line) }
        for await code in end { return Ending(rest, code) }
        return Ending(rest, process.terminationStatus)
    }

    private static func url(of program: String) throws -> URL {
        var folder = Bundle(for: Run.self).bundleURL
        while folder.path != "/" {
            let url = folder.appendingPathComponent(program)
            if FileManager.default.isExecutableFile(atPath: url.path) { return url }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}

/// The output of a program that has ended, and its exit code.
struct Ending: Equatable {
    let lines: [String]
    let code: Int32

    init(_ lines: [String], _ code: Int32) { (self.lines, self.code) = (lines, code) }
}
