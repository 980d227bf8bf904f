import Foundation
import JobShell
import Jobs
import Testing

@Suite("A journal")
struct JournalTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID())")
    var path: String { folder.appendingPathComponent("journal.jsonl").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

    @Test("A line of a journal describes an event in JSON and in universal time")
    func lines() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        let at = "{\"at\":\"2023-11-14T22:13:20.250Z\",\"job\""
        let lines: [(Entry, String)] = [
            (Entry("a", JobReport(.started, attempt: 1)), #":"a","event":"started","attempt":1}"#),
            (
                Entry("a", JobReport(.ended(.succeeded), attempt: 1, ending: .exited(0))),
                #":"a","event":"succeeded","attempt":1,"exit":0}"#
            ),
            (
                Entry(
                    "a", JobReport(.retrying(because: .timedOut, in: .seconds(0.5)), attempt: 2, ending: .signalled(15))
                ),
                #":"a","event":"retrying","attempt":2,"signal":15,"because":"timedOut","in":0.5}"#
            ),
            (Entry("a", JobReport(.ended(.skipped), attempt: 0)), #":"a","event":"skipped","attempt":0}"#),
            (
                Entry("ü\"\\\n", JobReport(.ended(.failed), attempt: 1, ending: .notRun("\u{1}"))),
                #":"ü\"\\\u000a","event":"failed","attempt":1,"error":"\u0001"}"#
            ),
        ]
        for (entry, rest) in lines {
            let line = entry.line(at: date)
            #expect(line == at + rest)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test("Written entries are in the file, one on each line, after earlier entries, even after an incomplete one")
    func appending() async throws {
        try "{\"cut\":".write(toFile: path, atomically: true, encoding: .utf8)
        let journal = try Journal(at: path)
        try await journal.write([
            Entry("a", JobReport(.started, attempt: 1)), Entry("b", JobReport(.started, attempt: 1)),
        ])
        #expect(try text.split(separator: "\n").count == 3)
        try await journal.write([Entry("a", JobReport(.ended(.succeeded), attempt: 1))])
        let lines = try text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 5 && lines.first == "{\"cut\":" && lines.last == "")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("A journal that cannot be opened or written is reported with the reason")
    func failures() async throws {
        #expect { try Journal(at: folder.path + "/nowhere/journal") } throws: {
            "\($0)".hasSuffix("No such file or directory")
        }
        #expect { try Journal(at: folder.path) } throws: { "\($0)".hasSuffix("Is a directory") }
        try FileManager.default.removeItem(at: folder)
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let full = try Journal(at: "/dev/full")
        await #expect { try await full.write([Entry("a", JobReport(.started, attempt: 1))]) } throws: {
            "\($0)" == "the journal /dev/full cannot be written: No space left on device"
        }
    }
}
