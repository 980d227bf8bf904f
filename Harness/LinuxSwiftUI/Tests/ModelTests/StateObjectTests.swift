import SwiftUI
import TestSupport
import Testing

@MainActor
struct StateObjectTests {
    @Test("An object is made once, when its view is first evaluated, and evaluates the view when it changes")
    func madeOnce() throws {
        let journal = Journal()
        let view = Box(journal: journal)
        #expect(journal.entries.isEmpty)
        let screen = Screen(Renaming { name in view.named(name) })
        #expect(journal.entries == ["made", "evaluated"])
        try screen.tap("Add")
        #expect(screen.texts.contains("old: 1"))
        try screen.tap("Rename")
        #expect(screen.texts.contains("new: 1"))
        #expect(journal.entries == ["made", "evaluated", "evaluated", "evaluated"])
        screen.close()
    }
}

private final class Count: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    var value = 0 { willSet { objectWillChange.send() } }
}

private struct Box: View {
    private let journal: Journal
    private var name = "old"
    @StateObject private var count: Count

    init(journal: Journal) {
        self.journal = journal
        _count = StateObject(wrappedValue: Self.count(notedIn: journal))
    }

    private static func count(notedIn journal: Journal) -> Count {
        journal.note("made")
        return Count()
    }

    func named(_ name: String) -> Box {
        var box = self
        box.name = name
        return box
    }

    var body: some View {
        let _ = journal.note("evaluated")
        Text("\(name): \(count.value)")
        Button("Add") { count.value += 1 }
    }
}

private struct Renaming<Content: View>: View {
    @ViewBuilder let content: (String) -> Content
    @State private var name = "old"

    var body: some View {
        content(name)
        Button("Rename") { name = "new" }
    }
}
