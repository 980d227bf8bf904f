/// How a command has ended.
public enum Ending: Equatable, Sendable {
    /// It has returned this exit code.
    case exited(Int32)
    /// This signal has ended it.
    case signalled(Int32)
    /// It could not be started, or not be followed to its end.
    case notRun(String)
}

/// How a job has ended.
public enum JobResult: String, Equatable, Sendable, CaseIterable {
    /// Its command has returned zero.
    case succeeded
    /// The command of its last attempt has returned something else.
    case failed
    /// Its last attempt has taken too long.
    case timedOut
    /// Somebody did not want it any more.
    case cancelled
    /// It has not been started, because a job that it waits for has not succeeded.
    case skipped
}

/// Something that has happened to a job.
public enum JobNews: Equatable, Sendable {
    /// An attempt begins.
    case started
    /// An attempt has not succeeded, and another one follows.
    case retrying(because: JobResult, in: Duration)
    /// The job has ended.
    case ended(JobResult)
}

/// The news of an attempt of a job.
public struct JobReport: Equatable, Sendable {
    /// The news.
    public let news: JobNews
    /// The number of the attempt; 0 if there was none.
    public let attempt: Int
    /// How the command has ended, if it has.
    public let ending: Ending?

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - news: What has happened.
    ///   - attempt: The number of the attempt; 0 if there was none.
    ///   - ending: How the command has ended, if it has.
    public init(_ news: JobNews, attempt: Int, ending: Ending? = nil) {
        self.news = news
        self.attempt = attempt
        self.ending = ending
    }
}

/// A report, and the name of its job.
public struct Entry: Equatable, Sendable {
    /// The name of the job.
    public let job: String
    /// The news of it.
    public let report: JobReport

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - job: The name of the job.
    ///   - report: What has happened to it.
    public init(_ job: String, _ report: JobReport) {
        self.job = job
        self.report = report
    }
}

/// How many jobs have ended, and how.
public struct Tally: Equatable, Sendable {
    /// How many jobs there are.
    public let jobs: Int
    /// How many jobs have ended in each way.
    public private(set) var results: [JobResult: Int] = [:]

    /// Creates a tally of jobs none of which has ended.
    ///
    /// - Parameter jobs: How many jobs there are.
    public init(of jobs: Int) { self.jobs = jobs }

    /// How many jobs have ended in whatever way.
    public var ended: Int { results.values.reduce(0, +) }

    /// Whether every job has succeeded.
    public var isSuccess: Bool { self[.succeeded] == jobs }

    /// How many jobs have ended in a way.
    ///
    /// - Parameter result: The way.
    public subscript(result: JobResult) -> Int { results[result] ?? 0 }

    /// Counts a job that has ended.
    ///
    /// - Parameter result: How it has ended.
    public mutating func count(_ result: JobResult) { results[result, default: 0] += 1 }
}

/// An answer to who has given a command.
public enum Notice: Equatable, Sendable {
    /// No further attempt is started.
    case paused
    /// Attempts are started again.
    case resumed
    /// No job has this name.
    case noSuchJob(String)
    /// The job of this name had ended already.
    case hasEnded(String)
    /// How things are.
    case status(Status)
}

/// How things are.
public struct Status: Equatable, Sendable {
    /// How many jobs have ended, and how.
    public let tally: Tally
    /// Whether no further attempt is started.
    public let isPaused: Bool
    /// The jobs that have not ended and are about something, with what that is.
    public let busy: [(name: String, phase: Job.Phase)]
    /// How many jobs could be started if there were room.
    public let queued: Int

    public static func == (lhs: Status, rhs: Status) -> Bool {
        lhs.tally == rhs.tally && lhs.isPaused == rhs.isPaused && lhs.queued == rhs.queued
            && lhs.busy.elementsEqual(rhs.busy, by: ==)
    }
}
