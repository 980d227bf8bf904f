import Foundation
import Testing

/// Twenty bugs of ten kinds, and the tools that find each of them.
@Suite("Which tool finds which bug")
struct BugMatrixTests {
    private func findings<Machine: Breakable>(in machine: Machine.Type) async -> [BugKind: [Finders]] {
        let fine = await Finders(of: nil, in: machine)
        #expect(fine == Finders(), "\(machine) without a bug: \(fine)")
        var findings: [BugKind: [Finders]] = [:]
        for bug in Machine.Bug.allCases {
            findings[Machine.kind(of: bug), default: []].append(await Finders(of: bug, in: machine))
        }
        return findings
    }

    private func mark(_ findings: [Finders], _ isFound: (Finders) -> Bool) -> String {
        let count = findings.count(where: isFound)
        return count == findings.count ? "✓" : count > 0 ? "½" : ""
    }

    @Test("The tools find what the article says, and nothing in machines without a bug")
    func matrix() async throws {
        var findings = await findings(in: Finder.self)
        for others in [await self.findings(in: Uploader.self), await self.findings(in: Desk.self)] {
            findings.merge(others) { $0 + $1 }
        }
        let rows = BugKind.allCases.map { kind in
            let found = findings[kind] ?? []
            #expect(found.count == 2, "\(kind)")
            let cells = [
                kind.rawValue, mark(found, \.checks), mark(found, \.rules), mark(found, \.comparison),
                mark(found) { $0.seeds != nil }.replacing("✓", with: "\(found.compactMap(\.seeds).max() ?? 0)"),
            ]
            return "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        }
        let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/OakTesting/OakTesting.docc/TestingMachines.md")
        let table = rows.joined(separator: "\n")
        #expect(try String(contentsOf: article, encoding: .utf8).contains(table), "\(table)")
    }
}
