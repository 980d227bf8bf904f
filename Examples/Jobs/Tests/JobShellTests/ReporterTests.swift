import Foundation
import Jobs
import Testing

@testable import JobShell

@Suite("Reports on the screen")
struct ReporterTests {
    /// Shows the same each time: to a pipe, or to a terminal of a name.
    static func shown(terminal environment: [String: String]? = nil) async throws -> String {
        let ends = try environment == nil ? pipe() : pseudoTerminal()
        let outlet = Outlet(to: ends.writing)
        let reporter = Reporter(
            of: 2, to: outlet, terminal: Terminal(ends.writing, environment: environment ?? [:]),
            now: { Date(timeIntervalSince1970: 0) })
        reporter.report([Entry("a", JobReport(.started, attempt: 1))])
        await reporter.show(Array("a | text\n".utf8))
        reporter.answer(.paused)
        reporter.report([Entry("a", JobReport(.ended(.failed), attempt: 1, ending: .exited(3)))])
        var tally = Tally(of: 2)
        tally.count(.failed)
        tally.count(.skipped)
        reporter.end(tally)
        reporter.redraw()
        outlet.flush()
        close(ends.writing)
        defer { close(ends.reading) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(ends.reading, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw SystemError() }
        return (ends[0], ends[1])
    }

    private static func pseudoTerminal() throws -> (reading: Int32, writing: Int32) {
        let reading = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        #if canImport(Darwin)
            guard reading >= 0, grantpt(reading) == 0, unlockpt(reading) == 0, let name = ptsname(reading) else {
                throw SystemError()
            }
            return (reading, open(name, O_RDWR | O_NOCTTY))
        #else
            // The functions and the names for these are hidden from Swift here.
            let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            var (number, lock): (Int32, Int32) = (0, 0)
            guard ioctl(reading, setLock, &lock) == 0, ioctl(reading, getNumber, &number) == 0 else {
                throw SystemError()
            }
            return (reading, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
        #endif
    }

    private static let plainLines = """
        a: started
        a | text
        paused: no further attempt is started until you resume
        a: failed, exit code 3
        2 jobs: 1 failed, 1 skipped

        """

    @Test("Output to a pipe or a simple terminal consists only of lines")
    func plain() async throws {
        #expect(try await Self.shown() == Self.plainLines)
        let dumb = try await Self.shown(terminal: ["TERM": "dumb"])
        #expect(dumb.replacing("\r\n", with: "\n") == Self.plainLines)
    }

    @Test("Output to a terminal has a progress line below the other lines")
    func progress() async throws {
        let text = try await Self.shown(terminal: ["TERM": "xterm", "NO_COLOR": "1"])
        // The contents of a terminal: each line after it has been removed for the last time.
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let seen = lines.map { $0.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? "" }
        #expect(seen.joined(separator: "\n") == Self.plainLines)
        #expect(text.contains("░░░░░░░░░░░░░░░░░░░░ 0/2 · a 0 s"))
        #expect(text.contains("0/2, paused · a 0 s"))
        #expect(text.contains("██████████░░░░░░░░░░ 1/2, 1 failed, paused"))
        #expect(!text.contains("\u{1B}[31m"))
        #expect(try await Self.shown(terminal: ["TERM": "xterm"]).contains("\u{1B}[31ma: failed, exit code 3\u{1B}[0m"))
    }

    @Test("A writer waits for room until the outlet is released")
    func release() async throws {
        let ends = try Self.pipe()
        let outlet = Outlet(to: ends.writing)
        let much = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 22)
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { await outlet.write(much) } }
            outlet.release()
        }
        // No byte has been read.
        await outlet.write(much)
        Signals.outliveReaders()
        close(ends.reading)
        outlet.flush()
        close(ends.writing)
    }
}
