package import Foundation
package import Jobs
import Synchronization

/// Shows the events of jobs as lines; on a terminal also a line of progress below them.
package final class Reporter: Sendable {
    private struct Progress {
        var tally: Tally
        /// The running jobs with their start times, in the order of their start.
        var running: [(job: String, start: Date)] = []
        var isPaused = false
        var isOver = false
    }

    private let outlet: Outlet
    private let terminal: Terminal?
    private let now: @Sendable () -> Date
    private let progress: Mutex<Progress>

    /// Creates a reporter before any job has started.
    ///
    /// - Parameters:
    ///   - jobs: The number of jobs.
    ///   - outlet: The destination of the text.
    ///   - terminal: The terminal of the outlet, if it is one.
    ///   - now: Returns the current time, for the duration of jobs.
    package init(
        of jobs: Int, to outlet: Outlet, terminal: Terminal?, now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        self.now = now
        self.outlet = outlet
        self.terminal = terminal
        progress = Mutex(Progress(tally: Tally(of: jobs)))
    }

    /// Shows the events of jobs.
    ///
    /// - Parameter entries: The events.
    package func report(_ entries: [Entry]) {
        progress.withLock { progress in
            for entry in entries { note(entry, in: &progress) }
            let lines = entries.map { terminal?.coloured($0) ?? $0.words }
            outlet.post(framed(lines.map { $0 + "\n" }.joined().utf8, progress))
        }
    }

    /// Answers a command.
    ///
    /// - Parameter notice: The answer.
    package func answer(_ notice: Notice) {
        progress.withLock { progress in
            switch notice {
            case .paused: progress.isPaused = true
            case .resumed: progress.isPaused = false
            case .noSuchJob, .hasEnded, .status: break
            }
            outlet.post(framed("\(notice.words)\n".utf8, progress))
        }
    }

    /// Shows the output of a command, and returns when that is done.
    ///
    /// - Parameter lines: Whole lines.
    package func show(_ lines: [UInt8]) async {
        let text = progress.withLock { framed(lines, $0) }
        await outlet.write(text)
    }

    /// Shows the results of all jobs, and nothing after that.
    ///
    /// - Parameter tally: The results.
    package func end(_ tally: Tally?) {
        let summary = tally.map { "\($0.jobs == 1 ? "1 job" : "\($0.jobs) jobs"): \($0.words)\n" } ?? ""
        progress.withLock { progress in
            progress.isOver = true
            outlet.post(Array(terminal == nil ? summary.utf8 : (Terminal.clearing + summary).utf8))
        }
    }

    /// Updates the line of progress on a terminal; call it each second.
    package func redraw() {
        progress.withLock { progress in
            guard terminal != nil, !progress.isOver else { return }
            outlet.post(framed("".utf8, progress))
        }
    }

    /// Lines above the line of progress.
    private func framed(_ lines: some Sequence<UInt8>, _ progress: Progress) -> [UInt8] {
        guard let terminal else { return Array(lines) }
        let now = now()
        let running = progress.running.map { "\($0.job) \(Int(now.timeIntervalSince($0.start))) s" }
        return Array(Terminal.clearing.utf8) + Array(lines)
            + Array(terminal.line(of: progress.tally, running, isPaused: progress.isPaused).utf8)
    }

    private func note(_ entry: Entry, in progress: inout Progress) {
        progress.running.removeAll { $0.job == entry.job }
        switch entry.report.news {
        case .started: progress.running.append((entry.job, now()))
        case .retrying: break
        case .ended(let result): progress.tally.count(result)
        }
    }
}
