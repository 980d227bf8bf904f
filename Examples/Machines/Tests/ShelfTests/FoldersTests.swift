import Foundation
import OakTesting
import Parts
import Testing

@testable import Shelf

@Suite("Folders")
final class FoldersTests: Sendable {
    let clock = TestClock()
    /// A catalogue of two documents, and an empty shelf.
    let folders: Folders

    init() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "oak-shelf-\(UUID())")
        folders = Folders(
            catalogue: root.appendingPathComponent("catalogue"), shelf: root.appendingPathComponent("shelf"), chunk: 4)
        try FileManager.default.createDirectory(at: folders.catalogue, withIntermediateDirectories: true)
        try Data("# Oak\n\nA tree.\n".utf8).write(to: folders.catalogue.appendingPathComponent("oak.md"))
        try Data("Written by hand.\n".utf8).write(to: folders.catalogue.appendingPathComponent("b.txt"))
        try Data("# Not a document".utf8).write(to: folders.catalogue.appendingPathComponent("c.pdf"))
    }

    deinit { try? FileManager.default.removeItem(at: folders.catalogue.deletingLastPathComponent()) }

    /// The names of the files on the shelf.
    func filesOnShelf() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folders.shelf.path).sorted()
    }

    @Test("A search looks at titles and texts, and shows the line that was found")
    func search() async throws {
        #expect(try await folders.search("").map(\.id) == ["b.txt", "oak.md"])
        let tree = Document(id: "oak.md", title: "Oak", excerpt: "A tree.", bytes: 15)
        #expect(try await folders.search("TREE") == [tree])
        #expect(try await folders.search("oak") == [tree])
        #expect(try await folders.search("by hand").map(\.title) == ["b.txt"])
        #expect(try await folders.search("document").isEmpty)
    }

    @Test("A download copies a document in chunks, and the shelf has all of it or nothing")
    func download() async throws {
        let shares = Gate<Void>("the machine")
        let reports = Reports()
        async let copying: Void = folders.download("oak.md", clock: clock) { share in
            await reports.note(share)
            try await shares.wait()
        }
        while await reports.shares.isEmpty { await Task.yield() }
        #expect(try await folders.list().isEmpty)
        shares.open()
        try await copying
        #expect(await reports.shares == [4.0 / 15, 8.0 / 15, 12.0 / 15, 1])
        #expect(try await folders.read("oak.md") == Content(text: "# Oak\n\nA tree.\n", card: Card(title: "Oak")))
        #expect(try filesOnShelf() == ["oak.md"])
    }

    @Test("A failed download leaves nothing behind", arguments: ["elm.md", "../oak.md", "c.pdf", ""])
    func failure(id: String) async throws {
        await #expect(throws: Problem.self) { try await folders.download(id, clock: clock) { _ in } }
        await #expect(throws: CancellationError.self) {
            try await folders.download("oak.md", clock: clock) { _ in throw CancellationError() }
        }
        #expect(try filesOnShelf().isEmpty)
    }

    @Test("A card is saved beside its document, and removed with it")
    func cards() async throws {
        #expect(try await folders.create("An Elm!") == "an-elm.md")
        let refusal = await #expect(throws: Problem.self) { try await folders.create("an elm") }
        #expect(refusal?.reason == "“an-elm.md” is on the shelf already.")
        try await folders.save("an-elm.md", Card(title: "Elm", note: "Rare"))
        #expect(try await folders.read("an-elm.md").card == Card(title: "Elm", note: "Rare"))
        #expect(try await folders.list() == [Document(id: "an-elm.md", title: "Elm", excerpt: "Rare", bytes: 10)])
        try await folders.remove("an-elm.md")
        #expect(try filesOnShelf().isEmpty)
        await #expect(throws: Problem.self) { try await folders.save("an-elm.md", Card(title: "Elm")) }
    }

}

private actor Reports {
    private(set) var shares: [Double] = []
    func note(_ share: Double) { shares.append(share) }
}
