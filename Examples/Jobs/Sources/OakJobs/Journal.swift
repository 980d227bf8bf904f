import Foundation
import Jobs

/// A file with a line of JSON for everything that happens to a job.
actor Journal {
    private struct Line: Encodable {
        let at: String
        let job: String
        let event: String
        let attempt: Int
        var exit: Int32?
        var signal: Int32?
        var error: String?
    }

    private let path: String
    private let file: FileHandle
    private let encoder = JSONEncoder()

    /// Opens a journal to append lines to it; creates the file if it does not exist.
    ///
    /// - Parameter path: The path of the file.
    init(at path: String) throws(JournalError) {
        self.path = path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw JournalError(path: path, reason: String(cString: strerror(errno))) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Appends a line for each of some entries, and returns when all are on disk.
    ///
    /// - Parameter entries: The entries, in order.
    func write(_ entries: [Entry]) throws(JournalError) {
        do {
            let lines = try entries.map { try encoder.encode(line(of: $0)) + Data("\n".utf8) }
            try file.write(contentsOf: Data(lines.joined()))
            try file.synchronize()
        } catch {
            throw JournalError(path: path, reason: error.localizedDescription)
        }
    }

    private func line(of entry: Entry) -> Line {
        let report = entry.report
        let now = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        var line = Line(at: now, job: entry.job, event: report.news.name, attempt: report.attempt)
        switch report.ending {
        case .exited(let code)?: line.exit = code
        case .signalled(let signal)?: line.signal = signal
        case .notRun(let reason)?: line.error = reason
        case nil: break
        }
        return line
    }
}

extension JobNews {
    /// The name in journals.
    fileprivate var name: String {
        switch self {
        case .started: "started"
        case .retrying: "retrying"
        case .ended(let result): result.rawValue
        }
    }
}

/// A journal that cannot be written.
struct JournalError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "the journal \(path) cannot be written: \(reason)" }
}
