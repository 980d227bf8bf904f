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
        asked.notice = .unsaved(title: "Oaks", next: "beech.md")
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

    @Test(
        "A link leads to a document, to a search or to a new document; any other leads nowhere, and says so",
        arguments: [
            ("shelf://document/oak.md", Link.document("oak.md")),
            ("SHELF://document/two%20words.md", .document("two words.md")),
            ("shelf://search?text=a%26b", .search("a&b")),
            ("shelf://search", .search("")), ("shelf://new", .newNote), ("", nil), ("https://document/oak.md", nil),
            ("shelf://document/a/b", nil), ("shelf://x", nil),
        ])
    func links(address: String, link: Link?) {
        #expect(Link(address) == link)
        if link == nil {
            expectTransition(
                of: Shelf.self, from: Self.state(), on: .followed(link: address),
                to: Self.state { $0.notice = .unknownLink(address) })
        }
    }

    // MARK: Restoration

    @Test("A stored state goes on with its search, its downloads and its changes")
    func restoration() throws {
        let before = Self.state {
            $0.tab = .shelf
            $0.catalogue.query = "tree"
            $0.catalogue.phase = .typing
            $0.catalogue.downloads["oak.md"] = .loading(0.5)
            $0.editor = .open(title: "Oaks")
        }
        let data = try JSONEncoder().encode(before)
        let after = try JSONDecoder().decode(Shelf.State.self, from: data)
        #expect(after == before)
        let work = Shelf.live(in: after.refreshed).activities.compactMap { $0.id }
        #expect(
            Set(work) == [
                Shelf.catalogue.id(Catalogue.Work.pause("tree")),
                Shelf.catalogue.id(Catalogue.downloads["oak.md"].id("copy")),
                Shelf.holdings.id(Holdings.Work.listing(1)),
            ])
    }

    @Test("Nothing but its state matters to the application")
    func laws() {
        checkLaws(
            ofRestoring: Shelf.self, from: Self.state(),
            events: .any(of: [
                .chose(.shelf), .open("oak.md"), .went([]), .followed(link: "shelf://document/oak.md"), .newNote,
                .dismissNewNote, .dismissNotice, .discard, .catalogue(.typed("o")), .catalogue(.paused),
                .catalogue(.found([.beech])), .catalogue(.download("oak.md", .start)),
                .catalogue(.download("oak.md", .failed(.broken))), .holdings(.list), .holdings(.remove("oak.md")),
                .editor(.opened(Content(text: "", card: Card(title: "Oak")))), .editor(.typed(.title, "Oaks")),
                .editor(.undo), .editor(.save), .note(.typed("Elm")), .note(.create), .note(.created("elm.md")),
            ]), sequences: 20)
    }
}
