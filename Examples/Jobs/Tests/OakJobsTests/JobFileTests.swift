import Foundation
import Jobs
import Testing

@testable import OakJobs

@Suite("A file of jobs")
struct JobFileTests {
    static func plan(_ text: String) throws -> Plan {
        do {
            return try JSONDecoder().decode(JobFile.self, from: Data(text.utf8)).plan
        } catch {
            throw UnusableFile("jobs.json", error)
        }
    }

    @Test("A plan has everything that its file contains, in order")
    func everything() throws {
        let plan = try Self.plan(
            """
            {"parallel": 4, "jobs": [
                {"name": "build", "run": "make", "after": ["fetch"], "timeout": 30, "retries": 2, "backoff": 0.25},
                {"name": "fetch", "run": "git pull"}
            ]}
            """)
        #expect(plan.parallel == 4)
        #expect(plan.names == ["build", "fetch"])
        #expect(
            plan.jobs["build"]
                == JobPlan("make", after: ["fetch"], timeout: .seconds(30), retries: 2, backoff: .seconds(0.25)))
        #expect(plan.jobs["fetch"] == JobPlan("git pull"))
    }

    @Test(
        "A mistake is reported with its place",
        arguments: [
            (#"{"name": "a", "run": "x", "retrys": 1}"#, #"jobs[0]: the key "retrys" is unknown; there are "name""#),
            (#"{"name": "a"}"#, #"jobs[0]: the key "run" is missing"#),
            (#"{"name": "a", "run": "x", "timeout": 0}"#, "jobs[0].timeout: 0.0 is not from 0.001 to"),
            (#"{"name": "a", "run": 1}"#, "jobs[0].run: "),
            (#"{"name": "a", "run": "x", "after": ["b"]}"#, #"job "a" waits for "b", and there is no such job"#),
            (#"{"name": "a", "run": "x", "after": ["a"]}"#, "jobs wait for one another in a circle: "),
            ("{", ""),
        ])
    func mistakes(_ job: String, _ reason: String) {
        #expect { try Self.plan("{\"jobs\": [\(job)]}") } throws: { "\($0)".hasPrefix("jobs.json: " + reason) }
    }
}
