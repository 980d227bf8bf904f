import Foundation
package import Jobs

// Texts for people, for terminals and pipes alike.

extension Entry {
    /// The news, in a line.
    package var words: String {
        switch report.news {
        case .started where report.attempt == 1: "\(job): started"
        case .started: "\(job): started, attempt \(report.attempt)"
        case .retrying(because: let result, in: let pause):
            "\(job): \(result.words)\(report.endingInWords); attempt \(report.attempt + 1) follows in \(pause.words)"
        case .ended(.succeeded): "\(job): succeeded"
        case .ended(let result): "\(job): \(result.words)\(report.endingInWords)"
        }
    }
}

extension JobReport {
    fileprivate var endingInWords: String {
        switch ending {
        case nil: ""
        case .exited(127)?: ", exit code 127 (the shell has not found a command)"
        case .exited(let code)?: ", exit code \(code)"
        case .signalled(let number)?: ", ended by signal \(number)"
        case .notRun(let reason)?: ": \(reason)"
        }
    }
}

extension JobResult {
    /// The result, in words.
    package var words: String {
        switch self {
        case .succeeded, .failed, .cancelled, .skipped: rawValue
        case .timedOut: "timed out"
        }
    }
}

extension Duration {
    var words: String { formatted(.units(allowed: [.hours, .minutes, .seconds, .milliseconds], width: .narrow)) }
}

extension Tally {
    /// The number of jobs with each result.
    package var words: String {
        let results = JobResult.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.words)" }
        return results.isEmpty ? "none ended" : results.joined(separator: ", ")
    }
}

extension Notice {
    /// The answer, in lines.
    package var words: String {
        switch self {
        case .paused: "paused: no further attempt is started until you resume"
        case .resumed: "resumed"
        case .noSuchJob(let name): "there is no job \(name.debugDescription)"
        case .hasEnded(let name): "the job \(name.debugDescription) has ended already"
        case .status(let status): status.words
        }
    }

    /// Whether the command was refused.
    package var isRefusal: Bool {
        switch self {
        case .noSuchJob, .hasEnded: true
        case .paused, .resumed, .status: false
        }
    }
}

extension Status {
    /// The status, in lines.
    var words: String {
        let waiting = tally.jobs - tally.ended - busy.count - queued
        let state = isPaused ? "paused" : "going on"
        let counts = "\(tally.ended) of \(tally.jobs) ended (\(tally.words)), \(queued) queued, \(waiting) waiting"
        return (["status: \(state); \(counts)"] + busy.map { "status: \($0.name) \($0.phase.words)" })
            .joined(separator: "\n")
    }
}

extension Job.Phase {
    fileprivate var words: String {
        switch self {
        case .waiting: "waits for others"
        case .queued(let attempt): "is queued for attempt \(attempt)"
        case .running(let attempt): "runs, attempt \(attempt)"
        case .stopping(let attempt, because: _, .request): "is asked to end, attempt \(attempt)"
        case .stopping(let attempt, because: _, .force): "is ended by force, attempt \(attempt)"
        case .backingOff(let attempt): "waits before attempt \(attempt + 1)"
        case .ended(let result): "has ended: \(result.words)"
        }
    }
}
