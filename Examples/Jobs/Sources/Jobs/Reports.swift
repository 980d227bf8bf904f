/// The end of a command.
public enum Ending: Equatable, Sendable {
    /// It has returned this exit code.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
    /// It could not be started, or not be followed to its end.
    case notRun(String)
}

/// The result of a job; its raw value is its name in journals.
public enum JobResult: String, Equatable, Sendable, CaseIterable {
    /// Its command returned zero.
    case succeeded
    /// The command of its last attempt returned something else.
    case failed
    /// Its last attempt exceeded the time limit.
    case timedOut
    /// It was cancelled.
    case cancelled
    /// It was not started, because a dependency did not succeed.
    case skipped
}

/// An event of a job.
public enum JobNews: Equatable, Sendable {
    /// An attempt begins.
    case started
    /// An attempt has not succeeded, and another one follows.
    case retrying(because: JobResult, in: Duration)
    /// The job has ended.
    case ended(JobResult)
}

/// An event of a job, with its attempt.
public struct JobReport: Equatable, Sendable {
    /// The news.
    public let news: JobNews
    /// The number of the attempt; 0 without one.
    public let attempt: Int
    /// The end of the command, if it has ended.
    public let ending: Ending?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - news: The event.
    ///   - attempt: The number of the attempt; 0 without one.
    ///   - ending: The end of the command, if it has ended.
    public init(_ news: JobNews, attempt: Int, ending: Ending? = nil) {
        self.news = news
        self.attempt = attempt
        self.ending = ending
    }
}

/// A report with the name of its job.
public struct Entry: Equatable, Sendable {
    /// The name of the job.
    public let job: String
    /// The report.
    public let report: JobReport

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - job: The name of the job.
    ///   - report: The report.
    public init(_ job: String, _ report: JobReport) {
        self.job = job
        self.report = report
    }
}

/// The number of jobs that have ended, by result.
public struct Tally: Equatable, Sendable {
    /// The number of jobs.
    public let jobs: Int
    /// The number of jobs with each result.
    public private(set) var results: [JobResult: Int] = [:]

    /// Creates a tally before any job has ended.
    ///
    /// - Parameter jobs: The number of jobs.
    public init(of jobs: Int) { self.jobs = jobs }

    /// The number of jobs that have ended, with any result.
    public var ended: Int { results.values.reduce(0, +) }

    /// Whether every job has succeeded.
    public var isSuccess: Bool { self[.succeeded] == jobs }

    /// The number of jobs with a result.
    ///
    /// - Parameter result: The result.
    public subscript(result: JobResult) -> Int { results[result] ?? 0 }

    /// Counts a job that has ended.
    ///
    /// - Parameter result: Its result.
    public mutating func count(_ result: JobResult) { results[result, default: 0] += 1 }
}
