import Foundation
import Oak
import OakTesting
import Parts
import Shelf
import ShelfViews
import SwiftUI
import Testing

@MainActor
@Suite("A catalogue and a shelf on a screen", .timeLimit(.minutes(1)))
struct ShelfTests {
    let clock = TestClock()
    let chunk = Gate<Void>("a chunk")
    let rest = Gate<Void>("the other chunks")

    /// Services with three documents; a search looks at titles, and a download waits for the test.
    private var services: Services {
        var services = Services()
        let documents = ["Beech", "Oak", "Oak in winter"].map { Document(id: "\($0).md", title: $0) }
        services.search = { text in documents.filter { text.isEmpty || $0.title.contains(text) } }
        services.list = { [Document(id: "Elm.md", title: "Elm", excerpt: "A tree.")] }
        services.read = { id in
            guard id == "Elm.md" else { throw Problem("There is no “\(id)”.", advice: "Look for it.") }
            return Content(text: "A tree.", card: Card(title: "Elm"))
        }
        services.download = { [chunk, rest] _, report in
            try await chunk.wait()
            try await report(0.5)
            try await rest.wait()
        }
        services.create = { $0 + ".md" }
        services.clock = clock
        return services
    }

    /// A machine, and a screen that shows it, once both lists are there.
    private func open(
        _ state: Shelf.State = Shelf.State(), services: Services? = nil
    ) async -> (ObservableTransducer<Shelf>, Screen) {
        let shelf = ObservableTransducer(of: Shelf.self, initialState: state, env: services ?? self.services)
        let screen = Screen(ShelfView(shelf: shelf.reference))
        await screen.wait { _ in shelf.state.catalogue.phase == .shown && shelf.state.holdings.phase == .shown }
        return (shelf, screen)
    }

    /// A screen with an opened document whose title has been changed.
    private func edit() async throws -> (ObservableTransducer<Shelf>, Screen) {
        let (shelf, screen) = await open()
        try await screen.press("Shelf")
        try await screen.press("Elm A tree.")
        await screen.wait { $0.fields == ["Title", "Note"] }
        try await screen.enter("An elm", into: "Title")
        return (shelf, screen)
    }

    // MARK: Search

    @Test("What is typed is searched for after a pause, and what was found before stays until then")
    func search() async throws {
        let (shelf, screen) = await open()
        #expect(screen.texts.contains("3 documents"))
        try await screen.enter("Oa", into: "Titles and texts")
        try await screen.enter("Oak", into: "Titles and texts")
        // A field shows at once what is typed, which may still wait for the machine.
        await screen.wait { _ in shelf.state.catalogue.query == "Oak" }
        try await clock.untilAsleep()
        #expect(screen.showsProgress && screen.texts.contains("Beech"))
        await clock.advance(by: .milliseconds(300))
        await screen.wait { $0.texts.contains("2 documents") }
        #expect(!screen.texts.contains("Beech"))
        shelf.cancel()
    }

    // MARK: Downloads

    @Test("A row shows its download, and leads to the document when it is there")
    func download() async throws {
        let (shelf, screen) = await open()
        try await screen.press("Download")
        await screen.wait { $0.showsProgress && $0.buttons.contains("Cancel") }
        chunk.open()
        await screen.wait { _ in shelf.state.catalogue.downloads["Beech.md"] == .loading(0.5) }
        rest.open()
        await screen.wait { $0.buttons.contains("Open") }
        #expect(!screen.showsProgress)
        shelf.cancel()
    }

    @Test("A download can be cancelled in its row")
    func cancel() async throws {
        let (shelf, screen) = await open()
        try await screen.press("Download")
        try await screen.press("Cancel")
        await screen.wait { !$0.buttons.contains("Cancel") && !$0.showsProgress }
        shelf.cancel()
    }

    @Test("A failed download is an alert, and its row can be tried again")
    func failure() async throws {
        var services = services
        services.download = { _, _ in throw Problem("The disk is full.", advice: "Make room.") }
        let (shelf, screen) = await open(services: services)
        try await screen.press("Download")
        await screen.wait { $0.presentations == ["“Beech” was not downloaded"] }
        #expect(screen.texts.contains("The disk is full. Make room."))
        try await screen.press("OK")
        #expect(screen.presentations.isEmpty)
        try await screen.press("Retry")
        await screen.wait { $0.presentations == ["“Beech” was not downloaded"] }
        shelf.cancel()
    }

    // MARK: Editing

    @Test("A change can be undone, made again and saved")
    func undo() async throws {
        let (shelf, screen) = try await edit()
        try await screen.enter("Rare", into: "Note")
        try await screen.press("Undo")
        await screen.wait { $0.fieldTexts == ["An elm", ""] }
        try await screen.press("Undo")
        await screen.wait { $0.fieldTexts == ["Elm", ""] }
        #expect(!screen.buttons.contains("Undo") && !screen.buttons.contains("Save"))
        try await screen.press("Redo")
        try await screen.press("Save")
        await screen.wait { $0.titles == ["An elm"] }
        #expect(!screen.buttons.contains("Save"))
        shelf.cancel()
    }

    @Test("Going back from changes asks, and either way leads on")
    func leaving() async throws {
        let (shelf, screen) = try await edit()
        try screen.back()
        await screen.wait { $0.presentations == ["Discard the changes to “An elm”?"] }
        try await screen.press("Keep editing")
        await screen.wait { $0.fieldTexts == ["An elm", ""] }
        try screen.back()
        try await screen.press("Discard")
        await screen.wait { $0.titles == ["Shelf"] && $0.presentations.isEmpty }
        #expect(shelf.state.editor == nil)
        shelf.cancel()
    }

    // MARK: Sheet and links

    @Test("A new document is created in a sheet, which can be dismissed")
    func newNote() async throws {
        let (shelf, screen) = await open()
        try await screen.press("Shelf")
        try await screen.press("New document")
        try await screen.enter("Ash", into: "Title")
        try screen.dismissSheet()
        await screen.wait { $0.presentations.isEmpty }
        try await screen.press("New document")
        await screen.wait { $0.fieldTexts == [""] && !$0.buttons.contains("Create") }
        try await screen.enter("Ash", into: "Title")
        try await screen.press("Create")
        // The services know nothing of it, so it cannot be opened.
        await screen.wait { $0.presentations == ["“Ash.md” cannot be opened"] }
        shelf.cancel()
    }

    @Test("A link opens a document, or makes a search; one that leads nowhere says so")
    func links() async throws {
        let (shelf, screen) = await open()
        screen.open(try #require(URL(string: "shelf://document/Elm.md")))
        await screen.wait { $0.fieldTexts == ["Elm", ""] }
        screen.open(try #require(URL(string: "shelf://nowhere")))
        await screen.wait { $0.presentations == ["This link leads nowhere"] }
        try await screen.press("OK")
        screen.open(try #require(URL(string: "shelf://search?text=winter")))
        await screen.wait { $0.fieldTexts == ["winter"] }
        shelf.cancel()
    }

    // MARK: Restoration

    @Test("What was going on goes on in another process: the tab, the changes, the search, the download")
    func restoration() async throws {
        let file = URL(fileURLWithPath: try TemporaryFolder().path).appendingPathComponent("state.json")
        let archive = Archive(file: file)
        let shelf = ObservableTransducer(
            of: Shelf.self, initialState: archive.state, env: services, observer: archive.observer)
        let screen = Screen(ShelfView(shelf: shelf.reference))
        await screen.wait { $0.texts.contains("3 documents") }
        try await screen.press("Download")
        try await screen.enter("Oak", into: "Titles and texts")
        try await screen.press("Shelf")
        try await screen.press("Elm A tree.")
        await screen.wait { $0.fields == ["Title", "Note"] }
        try await screen.enter("An elm", into: "Title")
        screen.close()
        shelf.cancel()
        await archive.close()

        let again = ObservableTransducer(of: Shelf.self, initialState: Archive(file: file).state, env: services)
        let restored = Screen(ShelfView(shelf: again.reference))
        await restored.wait { $0.fieldTexts == ["An elm", ""] }
        try await restored.press("Undo")
        await restored.wait { $0.fieldTexts == ["Elm", ""] }
        try await restored.press("Catalogue")
        await clock.advance(by: .milliseconds(300))
        await restored.wait { $0.texts.contains("2 documents") }
        chunk.open()
        rest.open()
        await restored.wait { _ in again.state.holdings.contains("Beech.md") }
        again.cancel()
        try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    }
}

// An event waits in the mailbox until the work of the one before has begun, so what it leads to is waited for.
extension Screen {
    /// Taps a button as soon as it can be tapped.
    fileprivate func press(_ label: String) async throws {
        await wait { $0.buttons.contains(label) }
        try tap(label)
    }

    /// Types into a field, and waits until it shows what has been typed.
    fileprivate func enter(_ text: String, into label: String) async throws {
        await wait { $0.fields.contains(label) }
        try type(text, into: label)
        await wait { (try? $0.text(in: label)) == text }
    }

    /// The texts in the fields that can be typed into.
    fileprivate var fieldTexts: [String] { fields.compactMap { try? text(in: $0) } }
}
