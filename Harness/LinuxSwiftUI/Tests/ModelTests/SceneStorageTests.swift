import SwiftUI
import TestSupport
import Testing

@MainActor
struct SceneStorageTests {
    @Test("A value of a scene outlives its views, and belongs to that scene only")
    func restored() throws {
        let scene = SceneValues()
        let screen = Screen(Note(), scene: scene)
        #expect(screen.texts.contains("empty"))
        try screen.tap("Write")
        #expect(screen.texts.contains("empty!"))
        screen.close()

        let restored = Screen(Note(), scene: scene)
        #expect(restored.texts.contains("empty!"))
        restored.close()
        let other = Screen(Note())
        #expect(other.texts.contains("empty"))
        other.close()
    }

    @Test("A binding to a value of a scene writes it, and two views share the value under one key")
    func shared() throws {
        let screen = Screen(
            VStack {
                Note()
                Note()
            })
        try screen.tap("Write through the binding")
        #expect(screen.texts.filter { $0 == "written" }.count == 2)
        screen.close()
    }
}

private struct Note: View {
    @SceneStorage("note") private var text = "empty"

    var body: some View {
        Text(text)
        Button("Write") { text += "!" }
        BindingView(text: $text)
    }
}

private struct BindingView: View {
    @Binding var text: String

    var body: some View {
        Button("Write through the binding") { text = "written" }
    }
}
