import Foundation
import Jobs

/// A terminal that can redraw a line, and may have colours.
package struct Terminal: Sendable {
    /// Clears the current line of the terminal, which is that of progress or empty.
    package static let clearing = "\r\u{1B}[K"

    private let descriptor: Int32
    private let hasColours: Bool

    /// Examines a descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor.
    ///   - environment: The environment of this process.
    /// - Returns: The terminal, or `nil` if it is none, or shows plain lines only.
    package init?(
        _ descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard isatty(descriptor) == 1, environment["TERM"] != "dumb" else { return nil }
        self.descriptor = descriptor
        hasColours = (environment["NO_COLOR"] ?? "").isEmpty
    }

    private var width: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The line of progress.
    func line(of tally: Tally, _ running: [String], isPaused: Bool) -> String {
        var line = "\(Self.bar(tally)) \(tally.ended)/\(tally.jobs)"
        for result in JobResult.allCases where result != .succeeded && tally[result] > 0 {
            line += ", \(tally[result]) \(result.words)"
        }
        if isPaused { line += ", paused" }
        if !running.isEmpty { line += " · " + running.joined(separator: ", ") }
        // The last column stays free: writing there would begin another line.
        return line.count < width ? line : line.prefix(max(0, width - 2)) + "…"
    }

    private static func bar(_ tally: Tally) -> String {
        let length = 20
        let full = tally.jobs == 0 ? length : tally.ended * length / tally.jobs
        return String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    }

    /// An entry in the colour of good or bad news.
    func coloured(_ entry: Entry) -> String {
        guard hasColours else { return entry.words }
        return switch entry.report.news {
        case .started: "\u{1B}[2m\(entry.words)\u{1B}[0m"
        case .retrying: "\u{1B}[33m\(entry.words)\u{1B}[0m"
        case .ended(.succeeded): "\u{1B}[32m\(entry.words)\u{1B}[0m"
        case .ended(.failed), .ended(.timedOut): "\u{1B}[31m\(entry.words)\u{1B}[0m"
        case .ended(.cancelled), .ended(.skipped): "\u{1B}[33m\(entry.words)\u{1B}[0m"
        }
    }
}
