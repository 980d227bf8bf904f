import ArgumentParser
import Foundation
import Jobs
import Oak
import OakInspector
import UnixSignals

/// Runs the jobs of a file.
@main
struct OakJobs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oak-jobs",
        abstract: "Runs commands of the shell that depend on each other, several at a time.",
        discussion: """
            The file is an object in JSON:

              {"parallel": 4,
               "jobs": [{"name": "fetch", "run": "git pull"},
                        {"name": "build", "run": "make", "after": ["fetch"], "timeout": 30, "retries": 2,
                         "backoff": 0.5}]}

            Times are in seconds; everything but "name" and "run" may be left out.

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

    @Flag(help: "Shows what the machine does on a page, whose address is written to standard error.")
    var inspect = false

    func validate() throws {
        guard (0...1e9).contains(grace) else { throw ValidationError("--grace has to be from 0 to 1e9.") }
    }

    func run() async throws {
        let plan: Plan
        let journal: Journal?
        do {
            plan = try JobFile.plan(at: file)
            journal = try self.journal.map { try Journal(at: $0) }
        } catch {
            Self.complain(error)
            throw ExitCode(2)
        }
        let inspector = Inspector()
        if inspect { try await inspector.serve() }
        let code = await carryOut(plan, journal, inspector)
        await inspector.stop()
        throw ExitCode(code)
    }

    /// Carries a plan out.
    ///
    /// - Returns: The exit code of the program.
    private func carryOut(_ plan: Plan, _ journal: Journal?, _ inspector: Inspector) async -> Int32 {
        // The jobs continue even if nobody reads the output.
        signal(SIGPIPE, SIG_IGN)
        let reporter = Reporter(of: plan.names.count, width: Self.terminalWidth) { text in
            try? FileHandle.standardOutput.write(contentsOf: Data(text))
        }
        let runner = CommandRunner { await reporter.show($0) }
        let env = Jobs.Env(job: Job.Env(run: runner.run, stop: runner.groups.stop)) { entries in
            try await journal?.write(entries)
            await reporter.report(entries)
        }
        let proxy = Jobs.Proxy(initialEvent: .begin)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        let interruption = Task {
            var first: UnixSignal?
            for await signal in signals {
                // A late signal finds that the machine has ended.
                try? await proxy.sendWaitingForRoom(first == nil ? .cancel : .kill)
                first = first ?? signal
            }
            return first
        }
        var hasSucceeded = false
        do {
            let tally = try await Jobs.run(
                initialState: Jobs.State(plan, grace: .seconds(grace)), proxy: proxy, env: env,
                observer: inspector.watch("jobs", of: Jobs.self))
            if let tally {
                await reporter.end(tally)
                hasSucceeded = tally.isSuccess
            }
        } catch {
            Self.complain(error)
        }
        interruption.cancel()
        if let signal = await interruption.value { return 128 + signal.rawValue }
        return hasSucceeded ? 0 : 1
    }

    /// The number of columns of the terminal; `nil` if the output is none, or shows plain lines only.
    private static var terminalWidth: Int? {
        guard isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment["TERM"] != "dumb" else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static func complain(_ error: any Error) {
        try? FileHandle.standardError.write(contentsOf: Data("oak-jobs: \(error)\n".utf8))
    }
}
