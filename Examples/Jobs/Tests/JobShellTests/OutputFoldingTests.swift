import JobShell
import Testing

@Suite("Output of a command")
struct OutputFoldingTests {
    static func shown(_ chunks: [String], limit: Int = 1_000) -> String {
        var folding = OutputFolding(of: "job", limit: limit)
        var bytes: [UInt8] = []
        for chunk in chunks { bytes += Array(chunk.utf8).withUnsafeBytes { folding.lines(of: $0) } }
        return String(decoding: bytes + folding.end(), as: UTF8.self)
    }

    @Test("Each line begins with the name of its job, however the output is split")
    func lines() {
        let expected = "job | one\njob | \njob | two\n"
        #expect(Self.shown(["one\n\ntwo\n"]) == expected)
        #expect(Self.shown(["one\n\ntwo"]) == expected)
        #expect(Self.shown("one\r\n\ntwo".map(String.init)) == expected)
        #expect(Self.shown([]) == "")
    }

    @Test("A line without an end is shown in pieces")
    func longLine() {
        let shown = Self.shown([String(repeating: "x", count: 20_000)], limit: 1_000_000)
        #expect(shown.split(separator: "\n").map(\.count) == [8_198, 8_198, 3_622])
    }

    @Test("Long output is shortened to whole lines from its beginning and end, with the omitted amount")
    func much() {
        let lines = (0..<10_000).map { "line \($0)\n" }
        let shown = Self.shown(lines, limit: 100).split(separator: "\n")
        #expect(shown.first == "job | line 0")
        #expect(shown.last == "job | line 9999")
        let gap = shown.firstIndex { $0.hasPrefix("job | … ") } ?? 0
        let numbers = shown.map { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(numbers[..<gap].elementsEqual((0..<gap).map { $0 }))
        let first = (numbers[gap + 1] ?? 0)
        #expect(numbers[(gap + 1)...].elementsEqual((first..<10_000).map { $0 }))
        let leftOut = lines[gap..<first].joined().utf8.count
        #expect(shown[gap] == "job | … \(leftOut) bytes are left out here …")
        #expect(shown.count < 9_000)
    }

    @Test("Output slightly above the limit is shown completely")
    func littleTooMuch() {
        #expect(Self.shown(["one\n", "two\n", "three"], limit: 1) == "job | one\njob | two\njob | three\n")
        #expect(Self.shown(["one\ntwo\n"], limit: 0) == "job | one\njob | two\n")
    }

    @Test("Memory is bounded for any amount of output")
    func kept() {
        var folding = OutputFolding(of: "job", limit: 0)
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        for _ in 0..<1_000 { #expect(chunk.withUnsafeBytes { folding.lines(of: $0) }.isEmpty) }
        #expect(folding.end().count < 100_000)
    }
}
