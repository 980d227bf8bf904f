import SwiftUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct NavigationTests {
    @Test("A link pushes a destination, and the way back leads to what was there, with its state")
    func thereAndBack() throws {
        let screen = Screen(Folders())
        try screen.tap("Add to root")
        try screen.tap("Folder 2")
        #expect(screen.titles == ["2"])
        #expect(!screen.texts.contains("root: 1"))
        try screen.back()
        #expect(screen.texts.contains("root: 1"))
        #expect(throws: NotOnScreen.self) { try screen.back() }
    }

    @Test("What is covered disappears, its tasks with it, and appears again when it is uncovered")
    func coveredTasks() async throws {
        let journal = Journal()
        let screen = Screen(Folders(journal: journal))
        #expect(journal.entries == ["root appeared"])
        try screen.tap("Folder 1")
        #expect(journal.entries == ["root appeared", "root disappeared"])
        try screen.back()
        #expect(journal.entries == ["root appeared", "root disappeared", "root appeared"])
    }

    @Test("A destination that is left is gone: pushed again, it is a new one")
    func poppedState() throws {
        let screen = Screen(Folders())
        try screen.tap("Folder 1")
        try screen.tap("Add to folder")
        try screen.back()
        try screen.tap("Folder 1")
        #expect(screen.texts.contains("folder: 0"))
    }

    @Test("A destination takes itself away, and those upon it")
    func dismiss() throws {
        let screen = Screen(Folders())
        try screen.tap("Folder 1")
        try screen.tap("Deeper")
        #expect(screen.titles == ["11"])
        try screen.tap("Up")
        #expect(screen.titles == ["1"])
    }

    @Test("A link with a destination of its own pushes that")
    func ownDestination() throws {
        let screen = Screen(
            NavigationStack { NavigationLink("Go") { Text("there").navigationTitle("There") } })
        try screen.tap("Go")
        #expect(screen.texts == ["there"])
        #expect(screen.titles == ["There"])
        try screen.back()
        #expect(screen.texts == ["Go"])
    }

    @Test("A destination sees what its closure has captured change")
    func capturedValues() async throws {
        let screen = Screen(Captured())
        try screen.tap("Go")
        try screen.tap("Change")
        #expect(screen.texts.contains("value 1"))
    }
}

private struct Folders: View {
    var journal: Journal?

    var body: some View {
        NavigationStack {
            VStack {
                Item(name: "root")
                ForEach(1..<3) { NavigationLink("Folder \($0)", value: $0) }
            }
            .onAppear { journal?.note("root appeared") }
            .onDisappear { journal?.note("root disappeared") }
            .navigationDestination(for: Int.self) { Folder(number: $0) }
        }
    }
}

private struct Folder: View {
    let number: Int
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack {
            Item(name: "folder")
            NavigationLink("Deeper", value: number * 10 + 1)
            Button("Up") { dismiss() }
        }
        .navigationTitle("\(number)")
    }
}

private struct Captured: View {
    @State private var value = 0

    var body: some View {
        NavigationStack {
            NavigationLink("Go", value: "there")
                .navigationDestination(for: String.self) { _ in
                    Text("value \(value)")
                    Button("Change") { value += 1 }
                }
        }
    }
}
