import Jobs
import Testing

@testable import OakJobs

@Suite("Reports on the screen")
struct ReporterTests {
    /// Shows the same each time: to a pipe, or to a terminal of a width.
    static func shown(width: Int? = nil) async -> String {
        let output = Output()
        let reporter = Reporter(of: 2, width: width) { output.add($0) }
        await reporter.report([Entry("a", JobReport(.started, attempt: 1))])
        await reporter.show(Array("a | text\n".utf8))
        await reporter.report([
            Entry("a", JobReport(.ended(.timedOut), attempt: 1, ending: .signalled(15))),
            Entry("b", JobReport(.ended(.skipped), attempt: 0)),
        ])
        var tally = Tally(of: 2)
        tally.count(.timedOut)
        tally.count(.skipped)
        await reporter.end(tally)
        return output.text
    }

    private static let lines = """
        a: started
        a | text
        a: timed out, ended by signal 15
        b: skipped
        2 jobs: 1 timed out, 1 skipped

        """

    @Test("Output to a pipe consists only of lines")
    func plain() async { #expect(await Self.shown() == Self.lines) }

    @Test("Output to a terminal has a line of progress below the other lines, which no narrow terminal wraps")
    func progress() async {
        let text = await Self.shown(width: 80)
        #expect(text.contains("░░░░░░░░░░░░░░░░░░░░ 0/2 · a"))
        #expect(text.contains("████████████████████ 2/2"))
        for text in [text, await Self.shown(width: 9)] {
            // The contents of a terminal: each line after it has been removed for the last time.
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let seen = lines.map { $0.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? "" }
            #expect(seen.joined(separator: "\n") == Self.lines)
        }
        #expect(await Self.shown(width: 9).contains("░░░░░░░░\r"))
    }
}
