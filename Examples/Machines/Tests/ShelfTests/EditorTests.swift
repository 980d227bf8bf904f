import Oak
import OakTesting
import Parts
import Testing

@testable import Shelf

@Suite("An opened document")
struct EditorTests {
    @Test("The keystrokes in one field are undone together, and a change after an undo forgets what was undone")
    func undo() {
        var state = Editor.State.open()
        func send(_ events: Editor.Event...) { for event in events { _ = Editor.update(&state, event: event) } }
        send(.typed(.title, "Oa"), .typed(.title, "Oaks"), .typed(.note, "N"), .typed(.note, "Nice"))
        for card in [Card(title: "Oaks"), Card(title: "Oak"), Card(title: "Oak")] {
            send(.undo)
            #expect(state.card == card)
        }
        #expect(!state.canUndo && state.canRedo && !state.isEdited)
        send(.redo, .redo, .redo)
        #expect(state.card == Card(title: "Oaks", note: "Nice"))
        send(.undo, .typed(.title, "Old oak"))
        #expect(state.canUndo && !state.canRedo)
    }

    @Test("A document is opened, edited and saved, at the second attempt")
    func saving() async {
        let saved = Gate<Void>("the disk")
        var services = Services()
        services.read = { _ in Content(text: "A tree.", card: Card(title: "Oak")) }
        services.save = { _, _ in try await saved.wait() }
        let tester = TransducerTester(
            of: Editor.self, initialState: Editor.State("oak.md"), env: services, exhaustivity: .off)
        await tester.receive(.opened(Content(text: "A tree.", card: Card(title: "Oak")))) { $0 = .open() }
        await tester.send(.typed(.title, "Oaks")) {
            $0.card.title = "Oaks"
            $0.typing = .title
            $0.past = [Card(title: "Oak")]
        }
        await tester.send(.save) { $0.phase = .saving }
        await tester.send(.typed(.title, "Too late")) { _ in }
        saved.letThrough(throwing: Problem.broken)
        await tester.receive(.failed(.broken)) {
            $0.phase = .editing
            $0.problem = .broken
        }
        await tester.send(.save) {
            $0.phase = .saving
            $0.problem = nil
        }
        saved.letThrough()
        await tester.receive(.saved) {
            $0.phase = .editing
            $0.saved = Card(title: "Oaks")
            $0.typing = nil
        }
        tester.expectOutput(.saved)
        #expect(!tester.state.canSave)
        await tester.finish()
    }
}
