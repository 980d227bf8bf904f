import Foundation
import Testing

@testable import OakGraph

@Suite struct DiagramFilesTests {
    /// The folder whose diagrams `Inspector/BrowserTests/test_diagrams.py` hands to the programs they are for.
    static let folder = ProcessInfo.processInfo.environment["OAK_DIAGRAMS"]

    @Test("Diagrams for the syntax check", .enabled(if: folder != nil))
    func files() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder), isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, model) in DiagramModels.all.enumerated() {
            let name = String(model.machine.filter { $0.isLetter && $0.isASCII }) + "-\(index)"
            func write(_ text: String, _ suffix: String) throws {
                try Data(text.utf8).write(to: folder.appendingPathComponent(name + suffix))
            }
            var all = DiagramStyle(
                folding: model.states.count > 100 ? .depth(1) : .never, unhandled: Set(Intent.allCases))
            all.direction = .right
            try write(model.mermaid(), ".mmd")
            try write(model.mermaid(all), "-all.mmd")
            try write(model.dot(), ".dot")
            try write(model.dot(all), "-all.dot")
            try write(model.markdown(), ".md")
            try write(model.promela, ".pml")
        }
        // Each text in a model of its own, so that no other one can stand in for it.
        for (index, text) in DiagramModels.hostileTexts.enumerated() {
            let (model, shown) = DiagramModels.saying(text)
            let name = "Text-\(index)"
            try Data(model.mermaid().utf8).write(to: folder.appendingPathComponent(name + ".mmd"))
            try Data(model.dot().utf8).write(to: folder.appendingPathComponent(name + ".dot"))
            let lines = shown.map { DiagramText.shown($0, limit: DiagramText.limit) }
            try Data(lines.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent(name + ".texts"))
        }
    }
}
