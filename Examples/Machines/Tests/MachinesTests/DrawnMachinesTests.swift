import Foundation
import MachineTool
import Machines
import Testing

/// The README has the diagrams of the machines.
struct DrawnMachinesTests {
    static let readme = URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent()
        .appendingPathComponent("../../README.md").standardizedFileURL

    @Test func `The README shows the current diagram of each machine`() async throws {
        var lines = try String(contentsOf: Self.readme, encoding: .utf8).components(separatedBy: "\n")
        let marks = lines.indices.reversed().compactMap { index in
            lines[index].wholeMatch(of: /<!-- diagram (\S+) -->/).map { (index, String($0.1)) }
        }
        #expect(marks.count >= 3)
        for (index, name) in marks {
            let start = index + 2
            let end = try #require(lines[start...].firstIndex(of: "```"))
            let drawn = await Machines.result(of: ["draw", name]).output.split(separator: "\n").map { String($0) }
            if ProcessInfo.processInfo.environment["OAK_RECORD_DIAGRAMS"] != nil {
                lines.replaceSubrange(start..<end, with: drawn)
            } else {
                #expect(Array(lines[start..<end]) == drawn, "The diagram of \(name) is out of date.")
            }
        }
        if ProcessInfo.processInfo.environment["OAK_RECORD_DIAGRAMS"] != nil {
            try lines.joined(separator: "\n").write(to: Self.readme, atomically: true, encoding: .utf8)
        }
    }
}
