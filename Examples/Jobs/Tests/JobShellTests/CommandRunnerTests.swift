import Foundation
import Jobs
import Synchronization
import Testing

@testable import JobShell

@Suite("A command of the shell")
struct CommandRunnerTests {
    let groups = ProcessGroups()
    let output = Output()

    final class Output: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }
    }

    func run(_ attempt: Attempt, leftBehind: @Sendable () -> Void = {}) async -> Ending {
        let runner = CommandRunner(groups: groups, outputLimit: 1_000) { [output] in output.add($0) }
        return await runner.run(attempt, leftBehind: leftBehind)
    }

    static func attempt(_ command: String) -> Attempt { Attempt(job: "job", command: command, number: 1) }

    @Test("A command ends with its status, and its output is shown in order")
    func ends() async {
        #expect(await run(Self.attempt("echo out; echo err >&2; echo out; exit 3")) == .exited(3))
        #expect(await run(Self.attempt("kill -9 $$")) == .signalled(9))
        #expect(output.text == "job | out\njob | err\njob | out\n")
    }

    @Test(
        "A command that is stopped before its process exists ends as soon as the process does",
        arguments: [Job.Insistence.request, .force])
    func early(_ insistence: Job.Insistence) async {
        let attempt = Self.attempt("sleep 600")
        groups.stop(attempt, insistence)
        #expect(await run(attempt) == .signalled(insistence == .request ? 15 : 9))
    }

    @Test("A late stop affects no attempt, not even the next one")
    func late() async {
        let first = Self.attempt("true")
        #expect(await run(first) == .exited(0))
        groups.stop(first, .force)
        #expect(await run(Attempt(job: "job", command: "true", number: 2)) == .exited(0))
    }

    @Test("A command with leftover processes is reported, and ends when they have ended")
    func leftBehind() async {
        let attempt = Self.attempt("sleep 600 & exit 5")
        let calls = Mutex(0)
        let ending = await run(attempt) { [groups] in
            calls.withLock { $0 += 1 }
            groups.stop(attempt, .request)
        }
        #expect(ending == .exited(5))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("Cancelling the task of a command ends its process group")
    func cancelled() async {
        let started = AsyncStream<Void>.makeStream()
        let runner = CommandRunner(groups: groups, outputLimit: 1_000) { [output] in
            output.add($0)
            started.continuation.yield()
        }
        let task = Task {
            await runner.run(Self.attempt("trap '' TERM; sleep 600 & echo $!; sleep 600"), leftBehind: {})
        }
        for await _ in started.stream { break }
        task.cancel()
        _ = await task.value
        let process = output.text.dropFirst("job | ".count).dropLast()
        #expect(pid_t(process).map { kill($0, 0) } == -1)
    }
}
