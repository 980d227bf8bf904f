import Testing

@testable import OakJobs

@Suite("Output of a command")
struct LineReaderTests {
    static func shown(_ chunks: [String]) -> String {
        var reader = LineReader(of: "job")
        let lines = chunks.flatMap { reader.lines(of: $0.utf8) }
        return String(decoding: lines + reader.end(), as: UTF8.self)
    }

    @Test("Each line begins with the name of its job, however the output is split")
    func lines() {
        let expected = "job | one\njob | \njob | two\n"
        #expect(Self.shown(["one\n\ntwo\n"]) == expected)
        #expect(Self.shown("one\n\ntwo".map(String.init)) == expected)
        #expect(Self.shown([]) == "")
    }

    @Test("A line without an end is shown in pieces, so that memory is limited")
    func longLine() {
        let shown = Self.shown([String(repeating: "x", count: 20_000)])
        #expect(shown.split(separator: "\n").map(\.count) == [8_198, 8_198, 3_622])
    }
}
