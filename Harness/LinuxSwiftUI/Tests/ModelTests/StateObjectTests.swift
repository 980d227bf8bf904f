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

    @Test("A view that is stored, removed and shown again has another object")
    func shownAgain() throws {
        let journal = Journal()
        let screen = Screen(Storing(content: Box(journal: journal)))
        try screen.tap("Add")
        #expect(screen.texts.contains("old: 1"))
        try screen.tap("Hide")
        #expect(journal.entries.last == "released")
        try screen.tap("Show")
        #expect(screen.texts.contains("old: 0"))
        screen.close()
        #expect(journal.count(of: "made") == 2)
        #expect(journal.count(of: "released") == 2)
    }

    @Test("A view that is shown twice has two objects")
    func shownTwice() throws {
        let journal = Journal()
        let box = Box(journal: journal)
        let screen = Screen(
            VStack {
                box
                box
            })
        try screen.tap("Add")
        #expect(screen.texts.filter { $0 != "Add" } == ["old: 1", "old: 0"])
        screen.close()
        #expect(journal.count(of: "released") == 2)
    }

    @Test("An object belongs to the property that a property of a view contains")
    func nested() throws {
        let screen = Screen(Outer())
        try screen.tap("Add")
        #expect(screen.texts.first == "1")
    }
}

private final class Count: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void = {}) { self.released = released }
    deinit { released() }

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
        return Count { MainActor.assumeIsolated { journal.note("released") } }
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

private struct Storing<Content: View>: View {
    let content: Content
    @State private var isShown = true

    var body: some View {
        if isShown { content }
        Button(isShown ? "Hide" : "Show") { isShown.toggle() }
    }
}

@MainActor
@propertyWrapper
private struct Counted: DynamicProperty {
    @StateObject private var count = Count()

    var wrappedValue: Int {
        get { count.value }
        nonmutating set { count.value = newValue }
    }
}

private struct Outer: View {
    @Counted private var count

    var body: some View {
        Text("\(count)")
        Button("Add") { count += 1 }
    }
}
