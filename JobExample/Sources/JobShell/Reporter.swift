package import Foundation
package import Jobs
import Synchronization

/// Shows what happens: lines in a pipe; in a terminal also, below them, how far everything is.
package final class Reporter: Sendable {
    private struct Progress {
        var tally: Tally
        /// The jobs that run, in the order in which they have been started, and since when.
        var running: [(job: String, start: Date)] = []
        var isPaused = false
        var isOver = false
    }

    private let outlet: Outlet
    private let terminal: Terminal?
    private let now: @Sendable () -> Date
    private let progress: Mutex<Progress>

    /// Creates a reporter of jobs that have not been started.
    ///
    /// - Parameters:
    ///   - jobs: How many jobs there are.
    ///   - outlet: Where the text goes.
    ///   - terminal: The terminal there, if it is one.
    ///   - now: Tells the time, for how long a job has run.
    package init(
        of jobs: Int, to outlet: Outlet, terminal: Terminal?, now: @escaping @Sendable () -> Date = { Date.now }
    ) {
        self.now = now
        self.outlet = outlet
        self.terminal = terminal
        progress = Mutex(Progress(tally: Tally(of: jobs)))
    }

    /// Shows what has happened to jobs.
    ///
    /// - Parameter entries: What has happened.
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

    /// Shows lines that a command has written, and returns when that is done.
    ///
    /// - Parameter lines: Whole lines.
    package func show(_ lines: [UInt8]) async {
        let text = progress.withLock { framed(lines, $0) }
        await outlet.write(text)
    }

    /// Shows how all jobs have ended, and nothing after that.
    ///
    /// - Parameter tally: How they have ended.
    package func end(_ tally: Tally?) {
        let summary = tally.map { "\($0.jobs == 1 ? "1 job" : "\($0.jobs) jobs"): \($0.words)\n" } ?? ""
        progress.withLock { progress in
            progress.isOver = true
            outlet.post(Array(terminal == nil ? summary.utf8 : (Terminal.clearing + summary).utf8))
        }
    }

    /// Shows how far everything is now, if anybody can see that; to be called each second.
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
