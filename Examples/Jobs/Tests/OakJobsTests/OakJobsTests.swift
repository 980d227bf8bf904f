import Foundation
import Subprocess
import Testing

@Suite("The program")
struct OakJobsTests {
    /// Whether a process is there.
    static func isAlive(_ number: Substring) -> Bool { pid_t(number).map { kill($0, 0) == 0 } ?? false }

    @Test("Jobs run in the order of their dependencies, and the journal has every event")
    func order() async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"parallel": 3, "jobs": {
                "last": {"run": "echo last >> order", "after": ["middle", "other"]},
                "middle": {"run": "echo middle >> order; echo said", "after": ["first"]},
                "first": {"run": "echo first >> order"}, "other": {"run": "true"}}}
            """)
        #expect(result.code == 0)
        #expect(program.text("order") == "first\nmiddle\nlast\n")
        #expect(result.events.last == "last succeeded")
        #expect(result.events("middle") == ["started", "succeeded"])
        #expect(result.journal.allSatisfy { $0.attempt == 1 && ($0.event == "started") == ($0.exit == nil) })
        #expect(result.output.contains("\nmiddle | said\n"))
        #expect(result.output.hasSuffix("4 jobs: 4 succeeded\n"))
        #expect(result.errors == "")
    }

    @Test("A job starts only after its journal entry is written")
    func journalFirst() async throws {
        let program = try Program()
        let jobs = (1...20).map {
            "\"j\($0)\": {\"run\": \"grep -c '\\\"j\($0)\\\",\\\"event\\\":\\\"started\\\"' journal.jsonl\"}"
        }
        let result = try await program.run("{\"parallel\": 4, \"jobs\": {\(jobs.joined(separator: ","))}}")
        #expect(result.code == 0)
        for number in 1...20 { #expect(result.output.contains("j\(number) | 1\n")) }
    }

    @Test("A failed job is retried, and its dependents are skipped once it fails for good")
    func failure() async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"jobs": {
                "flaky": {"run": "echo >> tries; test $(wc -l < tries) -ge 3", "retries": 2, "backoff": 0.01},
                "bad": {"run": "exit 7", "retries": 1, "backoff": 0}, "unknown": {"run": "there-is-no-such-command"},
                "skipped": {"run": "touch skipped", "after": ["flaky", "bad"]},
                "too": {"run": "touch too", "after": ["skipped"]}}}
            """)
        #expect(result.code == 1)
        #expect(result.events("flaky") == ["started", "retrying", "started", "retrying", "started", "succeeded"])
        #expect(result.journal.filter { $0.job == "flaky" }.map(\.attempt) == [1, 1, 2, 2, 3, 3])
        #expect(result.events("bad") == ["started", "retrying", "started", "failed"])
        #expect(result.journal.last { $0.job == "bad" }?.exit == 7)
        #expect(result.journal.last { $0.job == "unknown" }?.exit == 127)
        #expect(result.events("skipped") == ["skipped"] && result.events("too") == ["skipped"])
        #expect(program.text("skipped") + program.text("too") == "")
        #expect(result.output.contains("unknown: failed, exit code 127 (the shell has not found a command)\n"))
    }

    @Test("A thousand jobs each run once, fifty at a time")
    func thousand() async throws {
        let program = try Program()
        let jobs = (0..<1_000).map { number in
            let dependency = number < 100 ? "" : "\"\(number - 100)\""
            return "\"\(number)\": {\"run\": \"echo \(number) >> done\", \"after\": [\(dependency)]}"
        }
        let result = try await program.run("{\"parallel\": 50, \"jobs\": {\(jobs.joined(separator: ","))}}")
        #expect(result.code == 0)
        #expect(Set(program.text("done").split(separator: "\n").compactMap { Int($0) }) == Set(0..<1_000))
        #expect(result.journal.count == 2_000)
        var running = 0
        for line in result.journal {
            running += line.event == "started" ? 1 : -1
            #expect(running <= 50)
        }
    }

    @Test("A job that exceeds its time limit is ended with all its processes, and killed if necessary")
    func timeout() async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"jobs": {
                "kind": {"timeout": 0.3, "run":
                    "trap 'exit 3' TERM; echo $$ >> pids; sleep 600 & echo $! >> pids; wait"},
                "deaf": {"timeout": 0.3, "run":
                    "trap '' TERM; echo $$ >> pids; sleep 600 & echo $! >> pids; while :; do sleep 600; done"},
                "heir": {"timeout": 0.3, "run":
                    "(trap '' TERM; echo >> pids; exec sleep 600) & echo $! >> pids; sleep 600"}}}
            """, "--grace", "0.3")
        #expect(result.code == 1)
        for job in ["kind", "deaf", "heir"] { #expect(result.events(job) == ["started", "timedOut"]) }
        #expect(result.journal.last { $0.job == "kind" }?.exit == 3)
        #expect(result.journal.last { $0.job == "deaf" }?.signal == 9)
        let processes = program.text("pids").split(separator: "\n")
        #expect(processes.count == 5)
        #expect(processes.filter(Self.isAlive) == [])
    }

    @Test("Leftover processes of a job are ended, and the job keeps its exit status")
    func leftovers() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"jobs": {"a": {"run": "sleep 600 & echo $! > pid; yes &"}, "b": {"run": "true", "after": ["a"]}}}"#)
        #expect(result.code == 0)
        #expect(!Self.isAlive(Substring(program.text("pid").dropLast())))
    }

    @Test("A gigabyte of output is read completely, and only its beginning and end are shown")
    func gigabyte() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"jobs": {"big": {"run": "yes | head -c 1000000000; echo end"}, "small": {"run": "echo small"}}}"#)
        #expect(result.code == 0)
        #expect(result.output.contains("big | end\nbig: succeeded\n"))
        #expect(result.output.contains(" bytes are left out here …\n"))
        #expect(result.output.utf8.count < 2_000_000)
    }

    @Test("The steps of the machine are logged from the level asked for, and nothing is logged without one")
    func log() async throws {
        let program = try Program()
        let file = #"{"jobs": {"a": {"run": "true"}}}"#
        for (level, levels) in [("trace", ["trace", "debug"]), ("debug", ["debug"]), ("warning", [])] {
            let result = try await program.run(file, "--log-level", level)
            #expect(result.code == 0 && result.output.hasSuffix("1 job: 1 succeeded\n"))
            let lines = result.errors.split(separator: "\n")
            #expect(lines.allSatisfy { $0.contains(" jobs: ") && $0.contains("machine=Jobs") }, "\(result.errors)")
            #expect(Set(lines.map { $0.split(separator: " ")[1] }) == Set(levels.map { $0[...] }))
            #expect(levels.isEmpty || lines.first?.hasSuffix("The run begins.") == true)
            #expect(levels.isEmpty || lines.last?.hasSuffix("The run has ended.") == true)
            #expect(result.errors.contains("A transition was made.") == levels.contains("trace"))
        }
        #expect(try await program.run(file).errors == "")
        #expect(try await program.run(file, "--log-level", "loud").code == 64)
    }

    @Test(
        "An unusable file starts no job",
        arguments: [
            (#"{"jobs": {"a": {"run": "touch ran"}, "b": {"run": "x", "after": ["c"]}}}"#, #"b" waits for "c""#),
            (#"{"jobs": {"a": {"run": "touch ran"}, "b": {"run": "x", "after": ["b"]}}}"#, #"b" waits for itself"#),
            (#"{"jobs": {"a": {"run": "touch ran", "tries": 1}}}"#, #"unknown key "tries""#),
            (#"{"jobs": {"a": {"run": "touch ran"}"#, "the file ends"),
        ])
    func unusable(_ file: String, _ problem: String) async throws {
        let program = try Program()
        let result = try await program.run(file)
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("oak-jobs: jobs.json:1:") && result.errors.contains(problem))
        #expect(result.output == "" && result.journal.isEmpty)
    }

    @Test("A journal that cannot be opened starts no job, and a failed write to it ends all jobs")
    func journal() async throws {
        let program = try Program()
        let file = #"{"jobs": {"a": {"run": "echo ran > ran"}}}"#
        let first = try await program.run(file, "--journal", "nowhere/journal")
        #expect(first.code == 2 && first.errors.contains("No such file or directory"))
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let second = try await program.run(file, "--journal", "/dev/full")
        #expect(second.code == 1 && second.errors.contains("No space left on device"))
        #expect(program.text("ran") == "")
    }
}
