/// A command of the shell, and how often and for how long it is tried.
public struct JobPlan: Equatable, Sendable {
    /// The longest that anybody waits between two attempts.
    public static let longestBackoff = Duration.seconds(3_600)

    /// The command, as the shell reads it.
    public var command: String
    /// The names of the jobs that have to succeed first.
    public var dependencies: [String]
    /// How long an attempt may take; `nil` if that does not matter.
    public var timeout: Duration?
    /// How many attempts follow one that does not succeed.
    public var retries: Int
    /// The wait between the first attempt and the second; each further one is twice as long as the one before.
    public var backoff: Duration

    /// Creates a plan of a job.
    ///
    /// - Parameters:
    ///   - command: The command, as the shell reads it.
    ///   - dependencies: The names of the jobs that have to succeed first; none by default.
    ///   - timeout: How long an attempt may take; as long as it likes by default.
    ///   - retries: How many attempts follow one that does not succeed; none by default.
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

    /// The wait that follows an attempt.
    ///
    /// - Parameter attempt: The number of the attempt; the first is 1.
    /// - Returns: The back-off, doubled for each attempt behind the first, up to ``longestBackoff``.
    public func pause(after attempt: Int) -> Duration {
        guard backoff > .zero else { return .zero }
        var pause = backoff
        for _ in 1..<max(attempt, 1) where pause < Self.longestBackoff { pause *= 2 }
        return min(pause, max(Self.longestBackoff, backoff))
    }
}

/// Jobs that wait for one another, none of them for itself.
public struct Plan: Equatable, Sendable {
    /// How many jobs run at the same time, at most.
    public internal(set) var parallel: Int
    /// The names of the jobs, in the order in which they are started unless they wait for something.
    public let names: [String]
    /// The jobs by their names.
    public let jobs: [String: JobPlan]
    /// The jobs that wait for a job, by its name, each once.
    let dependents: [String: [String]]
    /// How many different jobs a job waits for, by its name.
    let dependencyCounts: [String: Int]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - parallel: How many jobs run at the same time; at least one does.
    ///   - jobs: The jobs and their names.
    /// - Throws: The first that makes it impossible: a name that occurs twice, a job that waits for one that is not
    ///   there, or jobs that wait for one another.
    /// - Complexity: O(*n*), where *n* is the number of jobs and of what they wait for.
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

    /// The same jobs, with no more at the same time than there is room for.
    ///
    /// - Parameter limit: How many there is room for.
    /// - Returns: The plan that is left.
    public func limited(to limit: Int) -> Plan {
        var plan = self
        plan.parallel = max(1, min(parallel, limit))
        return plan
    }
}

/// A reason why jobs cannot be carried out.
public enum PlanFault: Error, Equatable {
    /// Two jobs have this name.
    case nameOccursTwice(String)
    /// A job waits for one that is not there.
    case dependencyIsMissing(String, of: String)
    /// Each of these jobs waits for the next one, and the last for the first.
    case jobsWaitForOneAnother([String])
}
