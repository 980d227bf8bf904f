import Jobs

/// Jobs of all kinds, the same for each seed.
struct RandomPlan {
    let plan: Plan
    let behaviours: [String: Behaviour]

    init(seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        var behaviours: [String: Behaviour] = [:]
        let count = Int.random(in: 1...12, using: &random)
        let jobs = (0..<count).map { number in
            let name = "job\(number)"
            behaviours[name] = Behaviour(
                seconds: Int.random(in: 1...4, using: &random),
                failures: [0, 0, 0, 1, 2, 9].randomElement(using: &random) ?? 0,
                isDeaf: Int.random(in: 0..<6, using: &random) == 0,
                leavesProcessesBehind: Int.random(in: 0..<8, using: &random) == 0)
            let dependencies = (0..<number).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
            let job = JobPlan(
                name, after: dependencies.map { "job\($0)" },
                timeout: [nil, nil, .seconds(2), .seconds(3)].randomElement(using: &random) ?? nil,
                retries: Int.random(in: 0...2, using: &random), backoff: .seconds(1))
            return (name: name, job: job)
        }
        plan = try Plan(parallel: Int.random(in: 1...4, using: &random), jobs: jobs.shuffled(using: &random))
        self.behaviours = behaviours
    }
}

/// Random numbers that are the same each time.
private struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
