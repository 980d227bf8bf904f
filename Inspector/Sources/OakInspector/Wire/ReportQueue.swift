import Oak

/// The reports on their way to an inspector elsewhere: entries beyond a limit are left out and counted, so that a slow
/// connection slows no machine down.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ReportQueue: Sendable {
    private struct Content {
        var reports: [Report] = []
        /// The numbers of entries that were left out, by the numbers of their runs.
        var omitted: [Int: Int] = [:]
        var latest = Duration.zero
    }

    private let limit: Int
    private let content = Protected(Content())
    /// A sign that there are reports.
    let signs: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation

    init(limit: Int = 10_000) {
        self.limit = limit
        (signs, sign) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ report: Report) {
        content.withLock { content in
            content.latest = max(content.latest, report.time)
            if content.reports.count >= limit, case .entry = report.news {
                content.omitted[report.run, default: 0] += 1
            } else {
                content.reports.append(report)
            }
        }
        sign.yield()
    }

    /// Takes all reports, and the numbers of those that were left out.
    func takeAll() -> [Report] {
        content.withLock { content in
            defer { content = Content(latest: content.latest) }
            return content.reports
                + content.omitted.sorted { $0.key < $1.key }.map { run, count in
                    var tally = Tally()
                    tally.omitted = count
                    // The state that such an entry told is not known.
                    tally.isStale = true
                    return Report(run: run, time: content.latest, news: .tally(tally))
                }
        }
    }
}
