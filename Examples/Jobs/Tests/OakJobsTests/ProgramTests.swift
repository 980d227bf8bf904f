import Foundation
import Subprocess
import Testing

@Suite("The program")
struct ProgramTests {
    @Test("Jobs run in the order of their dependencies, and the journal has every event")
    func order() async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"parallel": 3, "jobs": [
                {"name": "last", "run": "echo last >> order", "after": ["middle"]},
                {"name": "middle", "run": "echo middle >> order; echo said", "after": ["first"]},
                {"name": "first", "run": "grep -q first journal.jsonl && echo first >> order"}]}
            """)
        #expect(result.code == 0)
        #expect(program.text("order") == "first\nmiddle\nlast\n")
        #expect(result.journal.map(\.event) == (0..<3).flatMap { _ in ["started", "succeeded"] })
        #expect(result.journal.allSatisfy { $0.attempt == 1 && ($0.event == "started") == ($0.exit == nil) })
        #expect(result.output.contains("\nmiddle | said\n"))
        #expect(result.output.hasSuffix("3 jobs: 3 succeeded\n"))
        #expect(result.errors == "")
    }

    @Test("A failed job is retried, and its dependents are skipped once it fails for good")
    func failure() async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"jobs": [
                {"name": "flaky", "run": "echo >> tries; test $(wc -l < tries) -ge 2", "retries": 1, "backoff": 0},
                {"name": "bad", "run": "exit 7", "retries": 1, "backoff": 0},
                {"name": "skipped", "run": "touch skipped", "after": ["flaky", "bad"]}]}
            """)
        #expect(result.code == 1)
        #expect(result.events("flaky") == ["started", "retrying", "started", "succeeded"])
        #expect(result.events("bad") == ["started", "retrying", "started", "failed"])
        #expect(result.journal.last { $0.job == "bad" }?.exit == 7)
        #expect(result.events("skipped") == ["skipped"])
        #expect(result.output.hasSuffix("3 jobs: 1 succeeded, 1 failed, 1 skipped\n"))
    }

    @Test(
        "A signal cancels all jobs, and a second one ends at once what does not listen",
        arguments: [Signal.interrupt, .terminate, .terminalClosed])
    func signals(_ signal: Signal) async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"jobs": [
                {"name": "deaf", "run": "trap 'echo heard' TERM; echo ready; while :; do sleep 600 & wait; done"},
                {"name": "later", "run": "touch later", "after": ["deaf"]}]}
            """, "--grace", "100000"
        ) { line, execution in
            if line == "deaf | ready" || line == "deaf | heard" { try execution.send(signal: signal) }
        }
        #expect(result.code == 128 + signal.rawValue)
        #expect(result.journal.last { $0.job == "deaf" }?.signal == 9)
        for job in ["deaf", "later"] { #expect(result.events(job).last == "cancelled") }
    }

    @Test("An unusable file or journal starts no job")
    func unusable() async throws {
        let program = try Program()
        let bad = try await program.run(#"{"jobs": [{"name": "a", "run": "touch ran", "tries": 1}]}"#)
        #expect(bad.code == 2 && bad.errors.hasPrefix(#"oak-jobs: jobs.json: jobs[0]: the key "tries" is unknown"#))
        let file = #"{"jobs": [{"name": "a", "run": "touch ran"}]}"#
        let nowhere = try await program.run(file, "--journal", "nowhere/journal")
        #expect(nowhere.code == 2 && nowhere.errors.contains("No such file or directory"))
        #expect(bad.output + nowhere.output == "")
    }

    @Test(
        "A failed write to the journal ends all jobs", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
    )
    func journal() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"jobs": [{"name": "a", "run": "echo ran > ran"}]}"#, "--journal", "/dev/full")
        #expect(result.code == 1 && result.errors.contains("the journal /dev/full cannot be written"))
        #expect(program.text("ran") == "")
    }
}
