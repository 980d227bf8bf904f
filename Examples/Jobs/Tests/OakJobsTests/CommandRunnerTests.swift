import Foundation
import Jobs
import Testing

@testable import OakJobs

@Suite("A command of the shell")
struct CommandRunnerTests {
    let output: Output
    let runner: CommandRunner

    init() {
        let output = Output()
        self.output = output
        runner = CommandRunner { output.add($0) }
    }

    static func attempt(_ command: String) -> Attempt { Attempt(job: "job", command: command, number: 1) }

    @Test("A command has no input and ends with its status, and its output is shown in order")
    func ends() async {
        #expect(await runner.run(Self.attempt("cat; echo out; echo err >&2; echo out; exit 3")) == .exited(3))
        #expect(await runner.run(Self.attempt("kill -9 $$")) == .signalled(9))
        #expect(output.text == "job | out\njob | err\njob | out\n")
    }

    @Test(
        "A command that is stopped before its process exists ends as soon as the process does",
        arguments: [Job.Insistence.request, .force])
    func early(_ insistence: Job.Insistence) async {
        let attempt = Self.attempt("sleep 600")
        runner.groups.stop(attempt, insistence)
        #expect(await runner.run(attempt) == .signalled(insistence == .request ? 15 : 9))
    }

    @Test("Commands have the usual handling of signals", arguments: [SIGINT, SIGTERM, SIGHUP, SIGPIPE])
    func signals(_ number: Int32) async {
        signal(SIGPIPE, SIG_IGN)
        #expect(await runner.run(Self.attempt("kill -\(number) $$; sleep 600")) == .signalled(number))
    }

    @Test("What a command leaves behind ends with it, even if it does not listen to requests")
    func leftovers() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("leftovers-\(UUID())").path
        try #require(mkfifo(path, 0o600) == 0)
        let descriptor = open(path, O_RDONLY | O_NONBLOCK)
        let ending = await runner.run(Self.attempt("exec 3>\(path); (trap '' TERM; exec sleep 600) & exit 5"))
        #expect(ending == .exited(5))
        // The end of a pipe is seen when no process holds it any longer.
        _ = fcntl(descriptor, F_SETFL, 0)
        #expect(try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd() == nil)
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("Cancelling the task of a command ends the command")
    func cancelled() async {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let runner = CommandRunner { _ in start.yield() }
        let task = Task { await runner.run(Self.attempt("trap '' TERM; echo ready; sleep 600 & sleep 600")) }
        for await _ in starts { break }
        task.cancel()
        #expect(await task.value != .exited(0))
    }
}
