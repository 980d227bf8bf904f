import Oak
import OakTesting
import Parts
import Testing

@testable import Shelf

@Suite("An opened document")
struct EditorTests {
    @Test("The keystrokes in one field are undone together, until the user pauses or goes to another field")
    func undo() {
        var state = Editor.State.open()
        func send(_ events: Editor.Event...) { for event in events { _ = Editor.update(&state, event: event) } }
        send(.typed(.title, "Oa"), .typed(.title, "Oaks"), .typed(.note, "N"), .typed(.note, "Nice"), .paused)
        send(.typed(.note, "Nicer"))
        #expect(state.card == Card(title: "Oaks", note: "Nicer"))
        let cards = [
            Card(title: "Oaks", note: "Nice"), Card(title: "Oaks"), Card(title: "Oak"), Card(title: "Oak"),
        ]
        for card in cards {
            send(.undo)
            #expect(state.card == card)
        }
        #expect(!state.canUndo && state.canRedo && !state.isEdited)
        send(.redo, .redo, .redo)
        #expect(state.card == Card(title: "Oaks", note: "Nicer"))
        #expect(state.canUndo && !state.canRedo)
    }

    @Test("A change after an undo forgets what was undone")
    func future() {
        let before = Editor.State.open(title: "Oaks").with { $0.past = [Card(title: "Oak")] }
        expectTransitions(of: Editor.self, from: before)
            .on(
                .undo,
                to: before.with {
                    $0.card = Card(title: "Oak")
                    $0.past = []
                    $0.future = [Card(title: "Oaks")]
                }
            )
            .on(
                .typed(.title, "Old oak"),
                to: before.with {
                    $0.card = Card(title: "Old oak")
                    $0.typing = .title
                })
    }

    @Test("A text that is written once more is no change")
    func sameText() {
        expectTransition(of: Editor.self, from: .open(), on: .typed(.title, "Oak"), to: .open())
    }

    @Test("A document is opened, edited and saved")
    func saving() async {
        let (clock, saved) = (TestClock(), Gate<Void>("the disk"))
        var services = Services()
        services.clock = clock
        services.read = { _ in Content(text: "A tree.", card: Card(title: "Oak")) }
        services.save = { _, _ in try await saved.wait() }
        let tester = TransducerTester(of: Editor.self, initialState: Editor.State("oak.md"), env: services)
        tester.expectStarted(.activity(.operation(id: Editor.Work.opening)))
        await tester.receive(.opened(Content(text: "A tree.", card: Card(title: "Oak")))) { $0 = .open() }

        await tester.send(.typed(.title, "Oaks")) {
            $0.card.title = "Oaks"
            $0.typing = .title
            $0.past = [Card(title: "Oak")]
        }
        let pause = Editor.Work.pause(Card(title: "Oaks"))
        tester.expectStarted(.activity(.operation(id: pause, after: .seconds(1))))
        await clock.advance(by: .seconds(1))
        await tester.receive(.paused) { $0.typing = nil }

        await tester.send(.save) { $0.phase = .saving }
        tester.expectStarted(.activity(.operation(id: Editor.Work.saving)))
        await tester.send(.typed(.title, "Too late"))
        saved.letThrough(throwing: Problem.broken)
        await tester.receive(.failed(.broken)) {
            $0.phase = .editing
            $0.problem = .broken
        }
        await tester.send(.save) {
            $0.phase = .saving
            $0.problem = nil
        }
        tester.expectStarted(.activity(.operation(id: Editor.Work.saving)))
        saved.letThrough()
        await tester.receive(.saved) {
            $0.phase = .editing
            $0.saved = Card(title: "Oaks")
        }
        tester.expectOutput(.saved)
        #expect(!tester.state.canSave)
        await tester.finish()
    }

    @Test("What a link brings along is a change to undo")
    func addition() {
        var state = Editor.State("oak.md", adding: "Again")
        _ = Editor.update(&state, event: .opened(Content(text: "", card: Card(title: "Oak", note: "Nice"))))
        #expect(state.card.note == "Nice\nAgain")
        #expect(state.isEdited)
        _ = Editor.update(&state, event: .undo)
        #expect(state.card.note == "Nice")
    }
}
