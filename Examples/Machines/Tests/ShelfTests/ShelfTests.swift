import Foundation
import Oak
import OakTesting
import Parts
import Testing

@testable import Shelf

@Suite("An application with a catalogue and a shelf")
struct ShelfTests {
    /// The state of an application that has settled, with changes.
    static func state(_ change: (inout Shelf.State) -> Void = { _ in }) -> Shelf.State {
        var state = Shelf.State()
        state.catalogue.show([.oak, .beech])
        state.holdings.documents = [.oak]
        state.holdings.phase = .shown
        change(&state)
        return state
    }

    static let edited = state {
        $0.tab = .shelf
        $0.editor = .open(title: "Oaks")
    }

    static let departure = EffectDescription<Shelf.Event>.departure(of: Shelf.editor)

    // MARK: Leaving a document

    @Test("A document without changes is left at once")
    func leaving() {
        let open = Self.state { $0.editor = .open() }
        expectTransition(of: Shelf.self, from: open, on: .went([]), to: Self.state(), effect: Self.departure)
    }

    @Test("A document with changes is there until the user has decided")
    func discarding() {
        var asked = Self.edited
        asked.notice = .unsaved(title: "Oaks", next: nil)
        #expect(Self.edited.path == ["oak.md"])
        #expect(asked.path.isEmpty)
        expectTransitions(of: Shelf.self, from: Self.edited)
            .on(.went([]), to: asked)
            .on(.dismissNotice, to: Self.edited)
            .on(.went([]), to: asked)
            .on(.discard, to: Self.state { $0.tab = .shelf }, effect: Self.departure)
    }

    @Test("Another document waits for the decision, too, and takes the place of the first")
    func replacing() {
        var asked = Self.edited
        asked.notice = .unsaved(title: "Oaks", next: Notice.Next(id: "beech.md"))
        expectTransitions(of: Shelf.self, from: Self.edited)
            .on(.open("beech.md"), to: asked)
            // The stack has been emptied, and says so.
            .on(.went([]), to: asked)
            .on(
                .discard,
                to: Self.state {
                    $0.tab = .shelf
                    $0.editor = Editor.State("beech.md")
                }, effect: Self.departure)
    }

    @Test("A document that cannot be opened is closed, with the reason")
    func unreadable() {
        let opening = Self.state { $0.editor = Editor.State("elm.md") }
        let closed = Self.state { $0.notice = .unreadable("elm.md", .broken) }
        expectTransition(
            of: Shelf.self, from: opening, on: .editor(.failed(.broken)), to: closed, effect: Self.departure)
    }

    // MARK: Links

    @Test(
        "A link leads to a document, to a search or to a new document",
        arguments: [
            ("shelf://document/oak.md", Link.document("oak.md", adding: nil)),
            ("SHELF://document/two%20words.md?note=Read%20again", .document("two words.md", adding: "Read again")),
            ("shelf://search?text=a%26b", .search("a&b")), ("shelf://search", .search("")), ("shelf://new", .newNote),
        ])
    func links(address: String, link: Link) { #expect(Link(address) == link) }

    @Test(
        "Any other link leads nowhere, and says so",
        arguments: ["", "oak.md", "https://document/oak.md", "shelf://document/a/b", "shelf://document", "shelf://x"])
    func unknownLink(address: String) {
        #expect(Link(address) == nil)
        expectTransition(
            of: Shelf.self, from: Self.state(), on: .followed(link: address),
            to: Self.state { $0.notice = .unknownLink(address) })
    }

    @Test("A link to the opened document keeps its changes, and adds to them")
    func sameDocument() {
        expectTransition(
            of: Shelf.self, from: Self.edited, on: .followed(link: "shelf://document/oak.md?note=Again"),
            to: {
                $0.editor?.card == Card(title: "Oaks", note: "Again") && $0.editor?.past == [Card(title: "Oaks")]
            })
    }

    // MARK: Downloads and new documents

    @Test("A document is on the shelf when its download has ended")
    func downloaded() {
        let loading = Self.state { $0.catalogue.downloads["beech.md"] = .loading(1) }
        expectTransition(
            of: Shelf.self, from: loading, on: .catalogue(.download("beech.md", .finished)),
            to: Self.state { $0.holdings.documents = [.oak, .beech] })
    }

    @Test("A download that fails says so once nothing is in front, and can be tried again from there")
    func notDownloaded() {
        let loading = Self.state {
            $0.catalogue.downloads["beech.md"] = .loading(0)
            $0.newNote = NewNote.State()
        }
        var failed = loading
        failed.catalogue.downloads["beech.md"] = .failed(.broken)
        failed.notice = .notDownloaded("beech.md", title: "Beech", .broken)
        #expect(failed.shownNotice == nil)
        var dismissed = failed
        dismissed.newNote = nil
        #expect(dismissed.shownNotice == failed.notice)
        expectTransitions(of: Shelf.self, from: loading)
            .on(.catalogue(.download("beech.md", .failed(.broken))), to: failed)
            .on(.dismissNewNote, to: dismissed, effect: .departure(of: Shelf.note))
            .on(.downloadAgain("beech.md"), to: Self.state { $0.catalogue.downloads["beech.md"] = .loading(0) })
    }

    @Test("A new document is opened when it has been created")
    func newNote() {
        let creating = Self.state {
            $0.newNote = NewNote.State()
            $0.newNote?.isCreating = true
        }
        let opened = Self.state {
            $0.tab = .shelf
            $0.editor = Editor.State("elm.md")
            $0.holdings.phase = .listing(attempt: 1)
        }
        expectTransition(
            of: Shelf.self, from: creating, on: .note(.created("elm.md")), to: opened,
            effect: .departure(of: Shelf.note))
    }

    // MARK: Restoration

    @Test("A stored state goes on with its search, its downloads and its changes")
    func restoration() throws {
        let before = Self.state {
            $0.tab = .shelf
            $0.catalogue.query = "tree"
            $0.catalogue.phase = .typing
            $0.catalogue.downloads["oak.md"] = .loading(0.5)
            $0.editor = .open(title: "Oaks").with { $0.typing = .title }
        }
        let data = try JSONEncoder().encode(before)
        let after = try JSONDecoder().decode(Shelf.State.self, from: data)
        #expect(after == before)
        let work = Shelf.live(in: after.refreshed).activities.compactMap { $0.id }
        #expect(
            Set(work) == [
                Shelf.catalogue.id(Catalogue.Work.pause("tree")),
                Shelf.catalogue.id(Catalogue.downloads["oak.md"].id("copy")),
                Shelf.holdings.id(Holdings.Work.listing(1)), Shelf.editor.id(Editor.Work.pause(Card(title: "Oaks"))),
            ])
    }

    @Test("Nothing but its state matters to the application")
    func laws() {
        checkLaws(
            ofRestoring: Shelf.self, from: Self.state(),
            events: .any(of: [
                .chose(.shelf), .open("oak.md"), .went([]), .followed(link: "shelf://document/oak.md?note=x"), .newNote,
                .dismissNewNote, .dismissNotice, .discard, .catalogue(.typed("o")), .catalogue(.paused),
                .catalogue(.found([.beech])), .catalogue(.download("oak.md", .start)),
                .catalogue(.download("oak.md", .failed(.broken))), .holdings(.list), .holdings(.remove("oak.md")),
                .editor(.opened(Content(text: "", card: Card(title: "Oak")))), .editor(.typed(.title, "Oaks")),
                .editor(.undo), .editor(.save), .note(.typed("Elm")), .note(.create), .note(.created("elm.md")),
            ]), sequences: 20)
    }
}
