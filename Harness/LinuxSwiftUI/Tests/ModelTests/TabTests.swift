import SwiftUI
import TestSupport
import Testing

@MainActor
struct TabTests {
    @Test("One tab is visible, and keeps its state while another one is chosen")
    func choosing() throws {
        let journal = Journal()
        let screen = Screen(Tabs(journal: journal))
        #expect(screen.texts == ["red: 0", "Add to red", "Red", "Blue"])
        try screen.tap("Add to red")
        try screen.tap("Blue")
        #expect(screen.texts == ["blue: 0", "Add to blue", "Red", "Blue"])
        try screen.tap("Red")
        #expect(screen.texts.contains("red: 1"))
        #expect(
            journal.entries == [
                "red appeared", "red disappeared", "blue appeared", "blue disappeared", "red appeared",
            ])
    }
}

private struct Tabs: View {
    let journal: Journal
    @State private var colour = "red"

    var body: some View {
        TabView(selection: $colour) {
            Tab("Red", systemImage: "circle", value: "red") { Colour(name: "red", journal: journal) }
            Tab("Blue", systemImage: "circle", value: "blue") { Colour(name: "blue", journal: journal) }
        }
    }
}

private struct Colour: View {
    let name: String
    var journal: Journal?
    @State private var count = 0

    var body: some View {
        VStack {
            Text("\(name): \(count)")
            Button("Add to \(name)") { count += 1 }
        }
        .onAppear { journal?.note("\(name) appeared") }
        .onDisappear { journal?.note("\(name) disappeared") }
    }
}
