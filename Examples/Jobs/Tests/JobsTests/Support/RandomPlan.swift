import Jobs

/// Jobs of all kinds, the same for each seed.
struct RandomPlan {
    /// The work of a command.
    struct Work: Sendable {
        let seconds: Int
        /// How many attempts fail.
        let failures: Int
        /// Whether the command does not listen to requests to end.
        let isDeaf: Bool
    }

    let plan: Plan
    let work: [String: Work]

    init(seed: Int) throws {
        var random = SeededNumbers(state: UInt64(seed))
        var work: [String: Work] = [:]
        let jobs = (0..<Int.random(in: 1...12, using: &random)).map { number in
            let name = "job\(number)"
            work[name] = Work(
                seconds: Int.random(in: 1...4, using: &random),
                failures: [0, 0, 0, 1, 2, 9].randomElement(using: &random) ?? 0,
                isDeaf: Int.random(in: 0..<6, using: &random) == 0)
            let dependencies = (0..<number).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            let job = JobPlan(
                name, after: dependencies.map { "job\($0)" },
                timeout: [nil, nil, .seconds(2), .seconds(3)].randomElement(using: &random) ?? nil,
                retries: Int.random(in: 0...2, using: &random), backoff: .seconds(1))
            return (name: name, job: job)
        }
        plan = try Plan(parallel: Int.random(in: 1...4, using: &random), jobs: jobs.shuffled(using: &random))
        self.work = work
    }
}

/// Random numbers that are the same each time.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
