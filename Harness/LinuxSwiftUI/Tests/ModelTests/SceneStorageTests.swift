import SwiftUI
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
}

private struct Note: View {
    @SceneStorage("note") private var text = "empty"

    var body: some View {
        Text(text)
        Button("Write") { text += "!" }
    }
}
