import Foundation
import Subprocess
import Testing

@Suite("Commands and signals to the program")
struct CommandsTests {
    @Test("Commands pause, resume, cancel and report; an unknown command is reported and ignored")
    func commands() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"parallel": 1, "jobs": {"long": {"run": "echo ready; sleep 600"}, "next": {"run": "touch next"}}}"#
        ) { line, execution in
            let command: String? =
                switch line {
                case "long | ready": "frobnicate\ncancel nobody\npause\n"
                case _ where line.hasPrefix("paused"): "cancel long\n"
                case "long: cancelled, ended by signal 15": "status\n"
                case _ where line.hasPrefix("status: paused; 1 of 2 ended (1 cancelled), 1 queued, 0 waiting"):
                    "resume\n"
                default: nil
                }
            if let command { _ = try await execution.standardInputWriter.write(command) }
        }
        #expect(result.code == 1)
        #expect(result.events == ["long started", "long cancelled", "next started", "next succeeded"])
        #expect(result.errors.contains("unknown command \"frobnicate\"; there are pause, resume, cancel NAME"))
        #expect(result.errors.contains("there is no job \"nobody\""))
    }

    @Test("The end of the input is not a command")
    func end() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"jobs": {"a": {"run": "echo ready; while ! test -e go; do sleep 0.01; done"}}}"#
        ) { line, execution in
            guard line == "a | ready" else { return }
            _ = try await execution.standardInputWriter.write("status")
            try await execution.standardInputWriter.finish()
            try "".write(to: program.folder.appendingPathComponent("go"), atomically: true, encoding: .utf8)
        }
        #expect(result.code == 0)
    }

    @Test("Jobs keep the default handling of signals")
    func inheritance() async throws {
        let program = try Program()
        let jobs = ["INT", "TERM", "HUP", "PIPE"].map {
            "\"\($0)\": {\"run\": \"kill -\($0) $$; sleep 600\", \"timeout\": 60}"
        }
        let result = try await program.run("{\"jobs\": {\(jobs.joined(separator: ","))}}")
        for (job, signal) in [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP), ("PIPE", SIGPIPE)] {
            #expect(result.journal.last { $0.job == job }?.signal == signal)
        }
    }

    @Test("Jobs have an empty input")
    func noInput() async throws {
        let program = try Program()
        let result = try await program.run(#"{"jobs": {"a": {"run": "cat; echo nothing"}}}"#)
        #expect(result.code == 0 && result.output.contains("a | nothing"))
    }

    @Test(
        "A signal cancels all jobs and awaits them", arguments: [Signal.interrupt, .terminate, .terminalClosed])
    func signals(_ signal: Signal) async throws {
        let program = try Program()
        let result = try await program.run(
            """
            {"jobs": {
                "deaf": {"run":
                    "trap '' TERM; sleep 600 & echo $$ $! >> pids; touch deaf; while :; do sleep 600; done"},
                "kind": {"run":
                    "trap 'exit 4' TERM; until test -e deaf; do sleep 0.01; done; sleep 600 & echo $$ $! >> pids; echo ready; wait"},
                "later": {"run": "touch later", "after": ["kind"]}}}
            """, "--grace", "0.2"
        ) { line, execution in
            if line == "kind | ready" { try execution.send(signal: signal) }
        }
        #expect(result.code == 128 + signal.rawValue)
        #expect(result.journal.last { $0.job == "kind" }?.exit == 4)
        #expect(result.journal.last { $0.job == "deaf" }?.signal == 9)
        for job in ["deaf", "kind", "later"] { #expect(result.events(job).last == "cancelled") }
        let processes = program.text("pids").split { $0.isWhitespace }
        #expect(processes.count == 4)
        #expect(processes.filter(OakJobsTests.isAlive) == [])
    }

    @Test("A second signal ends the grace period early")
    func impatience() async throws {
        let program = try Program()
        let result = try await program.run(
            #"{"jobs": {"deaf": {"run": "trap 'echo heard' TERM; echo ready; while :; do sleep 0.01; done"}}}"#,
            "--grace", "100000"
        ) { line, execution in
            if line == "deaf | ready" || line == "deaf | heard" { try execution.send(signal: .interrupt) }
        }
        #expect(result.code == 130)
        #expect(result.journal.last?.signal == 9)
    }
}
