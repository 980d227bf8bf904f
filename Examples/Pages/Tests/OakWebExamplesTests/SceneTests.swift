import Oak
import Parts
import Shelf
import Testing

@testable import OakWeb
@testable import WebPages

@Suite("The page of the shelf")
struct ShelfPageTests {
    static let oak = Document(id: "oak.md", title: "Oak", excerpt: "A tree.", bytes: 8)
    static let beech = Document(id: "beech.md", title: "Beech")

    /// A state by the events that lead to it from the beginning.
    static func state(_ events: Shelf.Event...) -> Shelf.State {
        var state = Shelf.State()
        for event in [.catalogue(.found([oak, beech])), .holdings(.listed([oak]))] + events {
            _ = Shelf.update(&state, event: event)
        }
        return state
    }

    static let problem = Shelf.Event.catalogue(
        .download("beech.md", .failed(.init("The disk is full.", advice: "Make room."))))
    static let opened = [
        Shelf.Event.open("oak.md"), .editor(.opened(Content(text: "A tree.", card: Card(title: "Oak")))),
    ]

    static let samples = [
        Sample("beginning", Shelf.State()), Sample("found", state()),
        Sample("searching", state(.catalogue(.typed("tree")))),
        Sample("no search", state(.catalogue(.searchAgain), .catalogue(.failed(.init("No.", advice: "Wait."))))),
        Sample("downloading", state(.catalogue(.download("beech.md", .start)))),
        Sample("not downloaded", state(.catalogue(.download("beech.md", .start)), problem)),
        Sample("retry", state(.catalogue(.download("beech.md", .start)), problem, .dismissNotice)),
        Sample("shelf", state(.chose(.shelf))),
        Sample("no shelf", state(.chose(.shelf), .holdings(.failed(.init("No.", advice: "Wait."))))),
        Sample("opening", state(opened[0])), Sample("open", state(opened[0], opened[1])),
        Sample("edited", state(opened[0], opened[1], .editor(.typed(.title, "Oaks")))),
        Sample("discarding", state(opened[0], opened[1], .editor(.typed(.title, "Oaks")), .went([]))),
        Sample("new document", state(.newNote)), Sample("no link", state(.followed(link: "?"))),
    ]

    @Test("Each state's elements are visible, reachable and distinguishable", arguments: samples)
    func faults(sample: Sample<Shelf.State>) { #expect(sample.state.scene.faults == []) }

    @Test("Every message that a scene can send is understood", arguments: samples)
    func understood(sample: Sample<Shelf.State>) {
        #expect(sample.state.scene.messages.filter { ShelfMessage.decode($0) == nil } == [])
    }

    @Test("Every message can be sent from some scene")
    func noneLeftOver() {
        let names = Set(Self.samples.flatMap(\.state.scene.events))
        #expect(names == Set(ShelfMessage.allCases.map(\.rawValue)))
    }

    @Test("A choice of a notice comes back as its event, and no other does", arguments: samples)
    func choices(sample: Sample<Shelf.State>) {
        let choices = sample.state.scene.messages.filter { $0.event == "choose" }
        #expect(choices.map { ShelfMessage.decode($0) } == sample.state.shownNotice?.choices.map { $0.event } ?? [])
        #expect(ShelfMessage.decode(Message("choose", values: ["choice": "again"])) == nil)
    }
}
