import Jobs
import Testing

@Suite("A plan")
struct PlanTests {
    /// Jobs that wait for others.
    static func plan(_ dependencies: KeyValuePairs<String, [String]>) throws(PlanFault) -> Plan {
        try Plan(parallel: 1, jobs: dependencies.map { ($0.key, JobPlan("true", after: $0.value)) })
    }

    @Test("Jobs that wait for one another are named in order, without any other job")
    func circle() {
        #expect(throws: PlanFault.jobsWaitForOneAnother(["a", "b", "c"])) {
            try Self.plan(["first": [], "a": ["first", "b"], "b": ["c", "first"], "c": ["a"], "last": ["a"]])
        }
        #expect(throws: PlanFault.jobsWaitForOneAnother(["a"])) { try Self.plan(["last": ["a"], "a": ["a"]]) }
    }

    @Test("A diamond is no circle, and a repeated dependency counts once")
    func diamond() {
        #expect(throws: Never.self) { try Self.plan(["d": ["b", "c", "b"], "b": ["a"], "c": ["a"], "a": []]) }
    }

    @Test("A missing dependency and a repeated name are reported")
    func faults() {
        #expect(throws: PlanFault.dependencyIsMissing("b", of: "a")) { try Self.plan(["a": ["b"]]) }
        #expect(throws: PlanFault.nameOccursTwice("a")) { try Self.plan(["a": [], "a": []]) }
    }

    @Test("Each wait is twice as long as the one before, up to an hour, for any number of waits")
    func pauses() {
        let plan = JobPlan("true", retries: 1_000_000, backoff: .seconds(0.5))
        #expect((1...4).map { plan.pause(after: $0) } == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(4)])
        #expect(plan.pause(after: 1_000_000) == .seconds(3_600))
    }
}
