import Foundation
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

    @Test("A binding decides about the tab, and may refuse a choice")
    func binding() throws {
        let screen = Screen(FixedTabs())
        try screen.tap("Blue")
        #expect(screen.texts.contains("red: 0"))
    }

    @Test("Typing into a search field changes the text to search for")
    func search() throws {
        let screen = Screen(Searching())
        #expect(screen.fields == ["Colours"])
        try screen.type("green", into: "Colours")
        #expect(screen.texts == ["searching green"])
    }

    @Test("A visible view hears of an address that is opened elsewhere")
    func addresses() throws {
        let screen = Screen(Addressee())
        screen.open(try #require(URL(string: "colours://green")))
        #expect(screen.texts == ["colours://green"])
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

private struct FixedTabs: View {
    var body: some View {
        TabView(selection: .constant("red")) {
            Tab("Red", systemImage: "circle", value: "red") { Colour(name: "red") }
            Tab("Blue", systemImage: "circle", value: "blue") { Colour(name: "blue") }
        }
    }
}

private struct Colour: View {
    let name: String
    var journal: Journal?

    var body: some View {
        Item(name: name)
            .onAppear { journal?.note("\(name) appeared") }
            .onDisappear { journal?.note("\(name) disappeared") }
    }
}

private struct Searching: View {
    @State private var text = ""

    var body: some View { Text("searching \(text)").searchable(text: $text, prompt: "Colours") }
}

private struct Addressee: View {
    @State private var address = ""

    var body: some View { Text(address).onOpenURL { address = $0.absoluteString } }
}
