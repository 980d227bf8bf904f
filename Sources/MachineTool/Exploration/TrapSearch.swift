import Foundation
import OakGraph

/// Finds the transitions that do not return, by running the program again in a process of its own.
///
/// The process notes each transition before it begins. If the process ends there, or stays there too long, the program
/// runs again without that transition.
struct TrapSearch {
    let program: URL
    let arguments: [String]
    /// The time that a transition may take, in seconds.
    var secondsPerTransition = 5.0

    /// The search of the command line that this process was started with.
    ///
    /// - Throws: ``ToolError`` if that command line searches for nothing, because the command runs within a program.
    static func again() throws(ToolError) -> TrapSearch {
        guard CommandLine.arguments.contains("--traps"), let program = Bundle.main.executableURL else {
            throw .noProgram
        }
        return TrapSearch(program: program, arguments: Array(CommandLine.arguments.dropFirst()))
    }

    /// Runs the program until it ends outside of a transition.
    ///
    /// - Returns: What it has printed at last, and its exit code.
    func run() async throws -> ToolResult {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oak-traps-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = SearchFiles(folder: folder)
        // The process ends its exploration after ^C, and this one waits for the result.
        let interruption = Interruption()
        defer { interruption.end() }
        var traps: [Trap] = []
        while true {
            try files.write(traps)
            let (result, reason) = try await runOnce(files)
            guard let transition = files.transition, !interruption.isRequested else { return result }
            traps.append(Trap(transition: transition, reason: reason ?? "exits with status \(result.exitCode)"))
            Console.current.note("update \(traps[traps.count - 1].reason). The check begins again without that.")
        }
    }

    /// - Returns: What the process has printed, and why it has ended unless it has exited.
    private func runOnce(_ files: SearchFiles) async throws -> (ToolResult, reason: String?) {
        let process = Process()
        (process.executableURL, process.arguments) = (program, arguments)
        process.environment = ProcessInfo.processInfo.environment.merging([
            SearchFiles.variable: files.folder.path,
            // Sets have the same order each time; a trap is an answer, and nobody reads its backtrace.
            "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
        ]) { $1 }
        let (output, messages) = (try files.empty("output"), try files.empty("messages"))
        (process.standardOutput, process.standardError) = (output, messages)
        try process.run()
        let takesTooLong = try await waits(for: process, files)
        let result = ToolResult(
            output: files.text("output"), messages: files.text("messages"), exitCode: process.terminationStatus)
        if takesTooLong { return (result, "takes more than \(secondsPerTransition) s") }
        guard process.terminationReason == .uncaughtSignal else { return (result, nil) }
        let lines = result.messages.split(whereSeparator: \.isNewline)
        let line = lines.last { $0.contains("rror: ") } ?? lines.last
        return (result, line.map { "ends the process: \($0)" } ?? "ends with signal \(result.exitCode)")
    }

    /// Waits for a process; ends it if it stays in one transition.
    ///
    /// - Returns: Whether it has taken too long.
    private func waits(for process: Process, _ files: SearchFiles) async throws -> Bool {
        let clock = ContinuousClock()
        var (transition, since) = (files.transition, clock.now)
        while process.isRunning {
            try await Task.sleep(for: .milliseconds(20))
            let now = files.transition
            if now != transition { (transition, since) = (now, clock.now) }
            guard now != nil, clock.now - since > .seconds(secondsPerTransition) else { continue }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            return true
        }
        return false
    }
}

/// A transition of one of the machines of a tool.
struct NotedTransition: Hashable, Codable {
    /// The machine, by position.
    let machine: Int
    let place: TransitionWatch.Place
}

/// A transition that does not return, and the reason.
struct Trap: Codable {
    let transition: NotedTransition
    let reason: String
}

/// The files through which a search and the process that it has started communicate.
struct SearchFiles {
    static let variable = "OAK_TRAP_SEARCH"
    let folder: URL

    /// The files of the search that has started this process.
    static var ofProcess: SearchFiles? {
        ProcessInfo.processInfo.environment[variable].map { SearchFiles(folder: URL(fileURLWithPath: $0)) }
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    func empty(_ name: String) throws -> FileHandle {
        try Data().write(to: file(name))
        return try FileHandle(forWritingTo: file(name))
    }

    func text(_ name: String) -> String {
        String(decoding: (try? Data(contentsOf: file(name))) ?? Data(), as: UTF8.self)
    }

    func write(_ traps: [Trap]) throws {
        try JSONEncoder().encode(traps).write(to: file("traps"))
        try Data().write(to: file("transition"))
    }

    /// The transition under way.
    var transition: NotedTransition? {
        guard let data = try? Data(contentsOf: file("transition")), data.count == MemoryLayout<Int>.size * 4 else {
            return nil
        }
        let numbers = data.withUnsafeBytes { bytes in
            (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int.self) }
        }
        if numbers[0] < 0 { return nil }
        return NotedTransition(
            machine: numbers[0],
            place: .init(round: numbers[1], state: numbers[2], event: numbers[3] < 0 ? nil : numbers[3]))
    }

    /// Explores a machine, and notes its transitions in the meantime.
    func noting<Result>(_ machine: Int, _ explore: () -> Result) throws -> Result {
        let traps = try JSONDecoder().decode([Trap].self, from: Data(contentsOf: file("traps")))
        let reasons = Dictionary(uniqueKeysWithValues: traps.map { ($0.transition, $0.reason) })
        let descriptor = try FileHandle(forWritingTo: file("transition"))
        @Sendable func write(_ numbers: [Int]) {
            numbers.withUnsafeBytes { _ = pwrite(descriptor.fileDescriptor, $0.baseAddress, $0.count, 0) }
        }
        defer { write([-1, 0, 0, 0]) }
        let watch = TransitionWatch { place in
            write([machine, place.round, place.state, place.event ?? -1])
            return reasons[NotedTransition(machine: machine, place: place)]
        }
        return TransitionWatch.$current.withValue(watch, operation: explore)
    }
}
