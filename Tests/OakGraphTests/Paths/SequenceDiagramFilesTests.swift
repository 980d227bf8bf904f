import Foundation
import Testing

@testable import OakGraph

@Suite struct SequenceDiagramFilesTests {
    @Test("Sequence diagrams for the check of their syntax", .enabled(if: DiagramFilesTests.folder != nil))
    func files() throws {
        let folder = URL(fileURLWithPath: try #require(DiagramFilesTests.folder), isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        var path = PathTextTests.retried
        path.cycle = Array(path.steps.suffix(1))
        path.steps = Array(path.steps.prefix(3))
        try write(path.sequenceDiagram, "Sequence.mmd")
        try write("Download\n.retry(tag: \"again\")\n.loading.attempt: 1 → 2\n\"load\"", "Sequence.texts")
        for (index, text) in DiagramModels.hostileTexts.enumerated() {
            let path = StateGraph(of: Echo.self, from: ["before"], events: [text]).path(to: 1)
            try write(path.sequenceDiagram, "Sequence-\(index).mmd")
            try write(sourceText(of: text), "Sequence-\(index).texts")
        }
    }
}
