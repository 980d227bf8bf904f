import SwiftUI
import TestSupport
import Testing

@MainActor
struct IdentityTests {
    @Test("A branch that is left and entered again begins with a new state")
    func branches() throws {
        let screen = Screen(Branches())
        try screen.tap("Add to first")
        #expect(screen.texts.contains("first: 1"))
        try screen.tap("Switch")
        #expect(screen.texts.contains("second: 0"))
        try screen.tap("Switch")
        #expect(screen.texts.contains("first: 0"))
    }

    @Test("A view beside a condition keeps its state")
    func besideACondition() throws {
        let screen = Screen(Optionally())
        try screen.tap("Add to last")
        try screen.tap("Switch")
        #expect(screen.texts.contains("last: 1"))
        try screen.tap("Switch")
        #expect(screen.texts.contains("last: 1"))
    }

    @Test("Elements of a collection keep their state when they move, and lose it when they are removed")
    func moves() throws {
        let screen = Screen(Elements())
        try screen.tap("Add to b")
        try screen.tap("Reverse")
        #expect(screen.texts.filter { $0.contains(":") } == ["c: 0", "b: 1", "a: 0"])
        try screen.tap("Without b")
        #expect(screen.texts.filter { $0.contains(":") } == ["c: 0", "a: 0"])
        try screen.tap("With b")
        #expect(screen.texts.filter { $0.contains(":") } == ["c: 0", "a: 0", "b: 0"])
    }

    @Test("Two elements with the same id both appear and both disappear")
    func doubledIDs() throws {
        let journal = Journal()
        let screen = Screen(
            ForEach(["a", "a"], id: \.self) { Text($0).onDisappear { journal.note("gone") } })
        #expect(screen.texts == ["a", "a"])
        screen.close()
        #expect(journal.count(of: "gone") == 2)
    }

    @Test("A view with a new id has a new state")
    func explicitID() throws {
        let screen = Screen(Numbered())
        try screen.tap("Add to item")
        try screen.tap("Next")
        #expect(screen.texts.contains("item: 0"))
    }

    @Test("A type-erased view of a different type has a new state")
    func erased() throws {
        let screen = Screen(Erased())
        try screen.tap("Add to item")
        try screen.tap("Switch")
        try screen.tap("Switch")
        #expect(screen.texts.contains("item: 0"))
    }
}

/// A view with a count of its own, which notes its name when it is evaluated.
struct Item: View {
    let name: String
    var journal: Journal?
    @State private var count = 0

    var body: some View {
        let _ = journal?.note(name)
        HStack {
            Text("\(name): \(count)")
            Button("Add to \(name)") { count += 1 }
        }
    }
}

private struct Branches: View {
    @State private var isFirst = true

    var body: some View {
        if isFirst { Item(name: "first") } else { Item(name: "second") }
        Button("Switch") { isFirst.toggle() }
    }
}

private struct Optionally: View {
    @State private var isThere = true

    var body: some View {
        if isThere { Item(name: "first") }
        Item(name: "last")
        Button("Switch") { isThere.toggle() }
    }
}

private struct Elements: View {
    @State private var names = ["a", "b", "c"]

    var body: some View {
        List(names, id: \.self) { Item(name: $0) }
        Button("Reverse") { names.reverse() }
        Button("Without b") { names.removeAll { $0 == "b" } }
        Button("With b") { names.append("b") }
    }
}

private struct Numbered: View {
    @State private var number = 0

    var body: some View {
        Item(name: "item").id(number)
        Button("Next") { number += 1 }
    }
}

private struct Erased: View {
    @State private var isItem = true

    var body: some View {
        isItem ? AnyView(Item(name: "item")) : AnyView(Text("none"))
        Button("Switch") { isItem.toggle() }
    }
}
