import Foundation
import OakTesting
import Parts
import Shelf
import ShelfObservable
import SwiftUI
import Testing

/// The screens without Oak do the same as those with it; the comparison in the documentation relies on this.
@MainActor
@Suite("A catalogue and an opened document without machines", .timeLimit(.minutes(1)))
struct ShelfObservableTests {
    let clock = TestClock()
    let chunk = Gate<Void>("a chunk")
    let rest = Gate<Void>("the other chunks")

    private var services: Services {
        var services = Services()
        let documents = ["Beech", "Oak", "Oak in winter"].map { Document(id: "\($0).md", title: $0) }
        services.search = { text in documents.filter { text.isEmpty || $0.title.contains(text) } }
        services.read = { _ in Content(text: "A tree.", card: Card(title: "Elm")) }
        services.download = { [chunk, rest] _, report in
            try await chunk.wait()
            try await report(0.5)
            try await rest.wait()
        }
        services.clock = clock
        return services
    }

    @Test("What is typed is searched for after a pause")
    func search() async throws {
        let catalogue = CatalogueModel(services: services) { _, _ in }
        let screen = Screen(CatalogueScreen(catalogue: catalogue, isOnShelf: { _ in false }, open: { _ in }))
        await clock.advance(by: .zero)
        await screen.wait { $0.texts.contains("3 documents") }
        try screen.type("Oa", into: "Titles and texts")
        try screen.type("Oak", into: "Titles and texts")
        #expect(screen.showsProgress && screen.texts.contains("Beech"))
        // The task of the search sleeps when it has had its turn.
        while clock.sleepers.count != 1 { await Task.yield() }
        await clock.advance(by: .milliseconds(300))
        await screen.wait { $0.texts.contains("2 documents") }
    }

    @Test("A download reports its progress, its end and its cancellation")
    func download() async throws {
        var ended: [Document.ID] = []
        let catalogue = CatalogueModel(services: services) { document, _ in ended.append(document.id) }
        let screen = Screen(CatalogueScreen(catalogue: catalogue, isOnShelf: { ended.contains($0) }, open: { _ in }))
        await clock.advance(by: .zero)
        await screen.wait { $0.buttons.contains("Download") }
        try screen.tap("Download")
        try screen.tap("Cancel")
        #expect(!screen.showsProgress)
        try screen.tap("Download")
        chunk.open()
        await screen.wait { _ in catalogue.downloads["Beech.md"]?.phase == .loading(0.5) }
        rest.open()
        await screen.wait { _ in ended == ["Beech.md"] && catalogue.downloads["Beech.md"]?.phase == .idle }
    }

    @Test("A change can be undone, made again and saved")
    func undo() async throws {
        var saves = 0
        let editor = EditorModel("Elm.md", services: services, onSave: { saves += 1 }, onUnreadable: { _ in })
        let screen = Screen(NavigationStack { EditorScreen(editor: editor) })
        await screen.wait { $0.fields == ["Title", "Note"] }
        try screen.type("An", into: "Title")
        try screen.type("An elm", into: "Title")
        await clock.advance(by: .seconds(1))
        await screen.wait { $0.buttons.contains("Undo") }
        try screen.tap("Undo")
        #expect(try screen.text(in: "Title") == "Elm")
        try screen.tap("Redo")
        try screen.tap("Save")
        await screen.wait { $0.titles == ["An elm"] }
        #expect(saves == 1)
    }

    @Test("What was going on goes on: the search, the download and the changes")
    func restoration() async throws {
        let catalogue = CatalogueModel(services: services) { _, _ in }
        let screen = Screen(CatalogueScreen(catalogue: catalogue, isOnShelf: { _ in false }, open: { _ in }))
        await screen.wait { $0.buttons.contains("Download") }
        try screen.tap("Download")
        try screen.type("Oak", into: "Titles and texts")
        let stored = try JSONEncoder().encode(catalogue.snapshot)
        screen.close()

        var ended: [Document.ID] = []
        let again = CatalogueModel(
            restoring: try JSONDecoder().decode(CatalogueModel.Snapshot.self, from: stored), services: services
        ) { document, _ in ended.append(document.id) }
        #expect(again.query == "Oak" && again.isSearching)
        chunk.open()
        rest.open()
        let restored = Screen(CatalogueScreen(catalogue: again, isOnShelf: { _ in false }, open: { _ in }))
        await restored.wait { $0.texts.contains("2 documents") }
        await restored.wait { _ in ended == ["Beech.md"] }

        let editor = EditorModel("Elm.md", services: services, onSave: {}, onUnreadable: { _ in })
        let form = Screen(EditorScreen(editor: editor))
        await form.wait { $0.fields == ["Title", "Note"] }
        try form.type("An elm", into: "Title")
        let edited = EditorModel(restoring: editor.snapshot, services: services, onSave: {}, onUnreadable: { _ in })
        #expect(edited.title == "An elm" && edited.canUndo && edited.canSave)
        edited.undo()
        #expect(edited.title == "Elm")
    }
}
