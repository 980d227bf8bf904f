import Foundation
import Jobs

// Texts for people, for terminals and pipes alike.

extension Entry {
    /// The news, in a line.
    var words: String {
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
        case .exited(let code)?: ", exit code \(code)"
        case .signalled(let number)?: ", ended by signal \(number)"
        case .notRun(let reason)?: ": \(reason)"
        }
    }
}

extension JobResult {
    /// The result, in words.
    var words: String {
        switch self {
        case .succeeded, .failed, .cancelled, .skipped: rawValue
        case .timedOut: "timed out"
        }
    }
}

extension Duration {
    fileprivate var words: String {
        formatted(.units(allowed: [.hours, .minutes, .seconds, .milliseconds], width: .narrow))
    }
}

extension Tally {
    /// The number of jobs with each result.
    var words: String {
        let results = JobResult.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.words)" }
        return results.isEmpty ? "none ended" : results.joined(separator: ", ")
    }
}

extension PlanFault {
    /// The mistake, for the author of the file.
    var words: String {
        switch self {
        case .nameOccursTwice(let name): "two jobs have the name \"\(name)\""
        case .dependencyIsMissing(let missing, of: let name):
            "job \"\(name)\" waits for \"\(missing)\", and there is no such job"
        case .jobsWaitForOneAnother(let names):
            "jobs wait for one another in a circle: "
                + (names + names.prefix(1)).map { "\"\($0)\"" }.joined(separator: " waits for ")
        }
    }
}
