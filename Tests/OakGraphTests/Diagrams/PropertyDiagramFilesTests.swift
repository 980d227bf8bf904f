import Foundation
import OakGraph
import TestSupport
import Testing

/// Writes properties of random machines for SPIN, with the verdicts that it ought to find.
struct PropertyDiagramFilesTests {
    private static let folder = DiagramFilesTests.folder
    private static let claims = 5

    private func write<Machine>(
        _ program: String, named name: String, _ graph: StateGraph<Machine>,
        _ properties: [TemporalProperty<Machine>]
    ) throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard graph.cut == nil else { return }
        let verdicts = properties.enumerated().map { number, property in
            "claim\(number + 1) \(graph.verdict(on: property) == .fails ? "fails" : "holds")"
        }
        let text = program + "/* Verdicts: \(verdicts.joined(separator: ", ")). */\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).pml"))
    }

    @Test("Properties of random machines, as the library writes them", .enabled(if: folder != nil))
    func properties() throws {
        for seed in Effort.seeds(12) {
            let sample = WordMachine.Sample(seed: seed, formulas: Self.claims)
            let program = try sample.graph.promela(of: sample.properties)
            try write(program, named: "Words-\(seed)", sample.graph, sample.properties)
        }
    }

    @Test("Formulas about programs of rules, written for SPIN without a graph", .enabled(if: folder != nil))
    func rules() throws {
        for seed in Effort.seeds(6) {
            let sample = RuleMachine.Sample(seed: seed, claims: Self.claims)
            try write(sample.program, named: "Rules-\(seed)", sample.graph, sample.properties)
        }
    }
}
