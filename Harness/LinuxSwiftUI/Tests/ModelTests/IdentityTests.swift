import SwiftUI
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

    @Test("A type-erased view of a different type has a new state")
    func erased() throws {
        let screen = Screen(Erased())
        try screen.tap("Add to item")
        try screen.tap("Switch")
        try screen.tap("Switch")
        #expect(screen.texts.contains("item: 0"))
    }
}

private struct Item: View {
    let name: String
    @State private var count = 0

    var body: some View {
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

private struct Erased: View {
    @State private var isItem = true

    var body: some View {
        isItem ? AnyView(Item(name: "item")) : AnyView(Text("none"))
        Button("Switch") { isItem.toggle() }
    }
}
