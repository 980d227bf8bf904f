import Jobs

/// Shows the events and the output of jobs as lines; on a terminal also a line of progress below them.
actor Reporter {
    /// Clears the line of progress.
    private static let clearing = "\r\u{1B}[K"

    private let width: Int?
    private let write: @Sendable ([UInt8]) -> Void
    private var tally: Tally
    /// The names of running jobs, in the order of their start.
    private var running: [String] = []

    /// Creates a reporter before any job has started.
    ///
    /// - Parameters:
    ///   - jobs: The number of jobs.
    ///   - width: The width of the terminal, if it is one.
    ///   - write: Writes text.
    init(of jobs: Int, width: Int?, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.width = width
        self.write = write
        tally = Tally(of: jobs)
    }

    /// Shows the events of jobs.
    ///
    /// - Parameter entries: The events.
    func report(_ entries: [Entry]) {
        for entry in entries {
            running.removeAll { $0 == entry.job }
            switch entry.report.news {
            case .started: running.append(entry.job)
            case .retrying: break
            case .ended(let result): tally.count(result)
            }
        }
        show(Array(entries.map { $0.words + "\n" }.joined().utf8))
    }

    /// Shows the output of a command, above the line of progress.
    ///
    /// - Parameter lines: Whole lines.
    func show(_ lines: [UInt8]) {
        guard !lines.isEmpty else { return }
        guard let width else { return write(lines) }
        write(Array(Self.clearing.utf8) + lines + Array(progress.prefix(width - 1).utf8))
    }

    /// Shows the results of all jobs, in place of the line of progress.
    ///
    /// - Parameter tally: The results.
    func end(_ tally: Tally) {
        let summary = "\(tally.jobs == 1 ? "1 job" : "\(tally.jobs) jobs"): \(tally.words)\n"
        write(Array((width == nil ? summary : Self.clearing + summary).utf8))
    }

    private var progress: String {
        let length = 20
        let full = tally.ended * length / tally.jobs
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
        let names = running.isEmpty ? "" : " · " + running.joined(separator: ", ")
        return "\(bar) \(tally.ended)/\(tally.jobs)\(names)"
    }
}
