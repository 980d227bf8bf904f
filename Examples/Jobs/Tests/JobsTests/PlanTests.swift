import Testing

@testable import Jobs

@Suite("A plan")
struct PlanTests {
    /// Jobs that wait for others.
    static func jobs(_ dependencies: KeyValuePairs<String, [String]>) -> [(name: String, job: JobPlan)] {
        dependencies.map { ($0.key, JobPlan("true", after: $0.value)) }
    }

    @Test("Jobs that wait for one another are named in order, without any other job")
    func circle() {
        let jobs = Self.jobs(["first": [], "a": ["first", "b"], "b": ["c", "first"], "c": ["a"], "last": ["a"]])
        #expect(throws: PlanFault.jobsWaitForOneAnother(["a", "b", "c"])) { try Plan(parallel: 1, jobs: jobs) }
    }

    @Test("A job that depends on a cycle is not part of the cycle, even if it comes first")
    func before() {
        let jobs = Self.jobs(["last": ["a"], "a": ["b"], "b": ["a"]])
        #expect(throws: PlanFault.jobsWaitForOneAnother(["a", "b"])) { try Plan(parallel: 1, jobs: jobs) }
    }

    @Test("A job that depends on itself is a cycle of one job")
    func itself() {
        #expect(throws: PlanFault.jobsWaitForOneAnother(["a"])) { try Plan(parallel: 1, jobs: Self.jobs(["a": ["a"]])) }
    }

    @Test("A diamond is not a cycle, and a repeated dependency counts once")
    func diamond() throws {
        let jobs = Self.jobs(["d": ["b", "c", "b"], "b": ["a"], "c": ["a"], "a": []])
        let plan = try Plan(parallel: 1, jobs: jobs)
        #expect(plan.dependencyCounts["d"] == 2)
        #expect(plan.dependents["b"] == ["d"])
    }

    @Test("A missing dependency and a repeated name are reported")
    func faults() {
        #expect(throws: PlanFault.dependencyIsMissing("b", of: "a")) {
            try Plan(parallel: 1, jobs: Self.jobs(["a": ["b"]]))
        }
        #expect(throws: PlanFault.nameOccursTwice("a")) { try Plan(parallel: 1, jobs: Self.jobs(["a": [], "a": []])) }
    }

    @Test("A cycle of a hundred thousand jobs is found on a stack of any size")
    func depth() {
        let count = 100_000
        let jobs = (0..<count).map { (name: "\($0)", job: JobPlan("true", after: ["\(($0 + 1) % count)"])) }
        #expect(throws: PlanFault.jobsWaitForOneAnother((0..<count).map { "\($0)" })) {
            try Plan(parallel: 1, jobs: jobs)
        }
    }

    @Test("Each wait is twice as long as the one before, up to an hour, for any number of waits")
    func pauses() {
        let plan = JobPlan("true", retries: 1_000_000, backoff: .seconds(0.5))
        #expect((1...4).map { plan.pause(after: $0) } == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(4)])
        #expect(plan.pause(after: 1_000_000) == .seconds(3_600))
        #expect(JobPlan("true", backoff: .zero).pause(after: 1_000_000) == .zero)
        #expect(JobPlan("true", backoff: .seconds(5_000)).pause(after: 3) == .seconds(5_000))
    }
}
