/// A shell command with its limits on attempts and time.
public struct JobPlan: Equatable, Sendable {
    /// The longest wait between two attempts.
    public static let longestBackoff = Duration.seconds(3_600)

    /// The shell command.
    public var command: String
    /// The names of the jobs that must succeed first.
    public var dependencies: [String]
    /// The time limit of an attempt; `nil` for none.
    public var timeout: Duration?
    /// The number of further attempts after a failure.
    public var retries: Int
    /// The wait between the first attempt and the second; each further wait is twice as long as the previous one.
    public var backoff: Duration

    /// Creates a plan of a job.
    ///
    /// - Parameters:
    ///   - command: The shell command.
    ///   - dependencies: The names of the jobs that must succeed first; none by default.
    ///   - timeout: The time limit of an attempt; none by default.
    ///   - retries: The number of further attempts after a failure; none by default.
    ///   - backoff: The wait between the first attempt and the second; half a second by default.
    public init(
        _ command: String, after dependencies: [String] = [], timeout: Duration? = nil, retries: Int = 0,
        backoff: Duration = .milliseconds(500)
    ) {
        self.command = command
        self.dependencies = dependencies
        self.timeout = timeout
        self.retries = retries
        self.backoff = backoff
    }

    /// The wait after an attempt.
    ///
    /// - Parameter attempt: The number of the attempt; the first is 1.
    /// - Returns: The back-off, doubled for each attempt behind the first, up to ``longestBackoff``.
    public func pause(after attempt: Int) -> Duration {
        // Doubled 32 times, even a microsecond is above the limit.
        min(backoff * (1 << min(attempt - 1, 32)), Self.longestBackoff)
    }
}

/// Jobs that depend on one another, without circles.
public struct Plan: Equatable, Sendable {
    /// The maximum number of jobs that run at the same time.
    public let parallel: Int
    /// The names of the jobs, in the order in which they start unless they have dependencies.
    public let names: [String]
    /// The jobs by name.
    public let jobs: [String: JobPlan]
    /// The dependents of each job by its name, each once.
    let dependents: [String: [String]]
    /// The number of different dependencies of each job, by its name.
    let dependencyCounts: [String: Int]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - parallel: The number of jobs that run at the same time; at least one does.
    ///   - jobs: The jobs and their names.
    /// - Throws: The first mistake that makes the plan impossible: a name that occurs twice, a missing dependency, or a
    ///   circle.
    /// - Complexity: O(*n*), where *n* is the number of jobs and dependencies.
    public init(parallel: Int, jobs: [(name: String, job: JobPlan)]) throws(PlanFault) {
        var byName: [String: JobPlan] = [:]
        for (name, job) in jobs {
            guard byName.updateValue(job, forKey: name) == nil else { throw .nameOccursTwice(name) }
        }
        var dependents: [String: [String]] = [:]
        var counts: [String: Int] = [:]
        for (name, job) in jobs {
            let dependencies = Set(job.dependencies)
            if let missing = job.dependencies.first(where: { byName[$0] == nil }) {
                throw .dependencyIsMissing(missing, of: name)
            }
            counts[name] = dependencies.count
            for dependency in dependencies { dependents[dependency, default: []].append(name) }
        }
        self.parallel = max(1, parallel)
        names = jobs.map(\.name)
        self.jobs = byName
        self.dependents = dependents
        dependencyCounts = counts
        if let circle = circle { throw .jobsWaitForOneAnother(circle) }
    }
}

/// A reason why a plan is impossible.
public enum PlanFault: Error, Equatable {
    /// Two jobs have this name.
    case nameOccursTwice(String)
    /// A dependency is missing.
    case dependencyIsMissing(String, of: String)
    /// Each of these jobs depends on the next one, and the last on the first.
    case jobsWaitForOneAnother([String])
}
