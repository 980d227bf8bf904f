import ArgumentParser
import Foundation
import JobFile
import JobShell
import Jobs
import Logging
import Oak
import OakInspector

/// Runs the jobs of a file.
@main
struct OakJobs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-jobs",
        abstract: "Runs commands of the shell that depend on each other, several at a time.",
        discussion: """
            The file is an object in JSON:

              {"parallel": 4,
               "jobs": {"build": {"run": "make", "after": ["fetch"], "timeout": 30, "retries": 2, "backoff": 0.5},
                        "fetch": {"run": "git pull"}}}

            Times are in seconds; everything but "run" may be left out. While jobs run, these commands are read from the
            standard input, one a line: \(Command.usage).

            Exit codes: 0 if all jobs have succeeded, 1 if not, 2 if a file cannot be used; 130, 143 or 129 after
            SIGINT, SIGTERM or SIGHUP, which cancel everything. A second signal ends everything at once.
            """)

    @Argument(help: "The file with the jobs.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(
        help: ArgumentHelp("A file to which a line of JSON is added for everything that happens.", valueName: "file"))
    var journal: String?

    @Option(
        help: ArgumentHelp(
            "How long a command may take to end after SIGTERM, before SIGKILL follows.", valueName: "seconds"))
    var grace = 5.0

    @Option(
        help: ArgumentHelp(
            "How much of the output of an attempt is shown as it comes; what follows is left out, but for its end.",
            valueName: "bytes"))
    var outputLimit = 1_048_576

    @Option(help: "The level from which the steps of the machine are logged, on standard error; nothing by default.")
    var logLevel: Logger.Level?

    @Flag(help: "Shows what the machine does on a page, whose address is written to standard error.")
    var inspect = false

    func validate() throws {
        guard (0...1e9).contains(grace) else { throw ValidationError("--grace has to be from 0 to 1e9.") }
        guard outputLimit >= 0 else { throw ValidationError("--output-limit has to be 0 or more.") }
    }

    static func main() async {
        openMissingStandardStreams()
        await main(nil)
    }

    func run() async throws {
        let session: Session
        do {
            let plan = Self.limited(try Self.plan(of: file))
            session = Session(plan, journal: try journal.map { try Journal(at: $0) }, Logger(level: logLevel))
        } catch {
            Self.complain("\(error)")
            throw ExitCode(2)
        }
        let inspector = Inspector()
        if inspect { try await inspector.serve() }
        let code = await session.run(grace: .seconds(grace), outputLimit: outputLimit, inspector: inspector)
        await inspector.stop()
        throw ExitCode(code)
    }

    private static func plan(of path: String) throws -> Plan {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try readAll(of: path)
        } catch {
            throw UnreadableFile(path: path, reason: error)
        }
        return try JobFile.plan(of: bytes, named: path, parallel: ProcessInfo.processInfo.activeProcessorCount)
    }

    private static func limited(_ plan: Plan) -> Plan {
        let room = OpenFiles.makeRoom(for: min(plan.parallel, plan.names.count))
        let limited = plan.limited(to: room)
        if room < min(plan.parallel, plan.names.count) {
            complain("the system lets this program open so few files that no more than \(room) jobs run at a time")
        }
        return limited
    }

    /// Prints to the standard error.
    static func complain(_ text: String) {
        let lines = text.split(separator: "\n").map { "oak-jobs: \($0)\n" }.joined()
        let clearing = isatty(STDERR_FILENO) == 1 ? Terminal.clearing : ""
        try? writeAll((clearing + lines).utf8, to: STDERR_FILENO)
    }
}

/// A file that cannot be read.
private struct UnreadableFile: Error, CustomStringConvertible {
    let path: String
    let reason: SystemError

    var description: String { "\(path) cannot be read: \(reason)" }
}
