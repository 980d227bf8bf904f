import SwiftUI
import TestSupport
import Testing

@MainActor
struct NavigationTests {
    @Test("A link pushes a destination, and going back shows the previous view with its state")
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

    @Test("A covered view disappears with its tasks and appears again when it is uncovered")
    func coveredTasks() async throws {
        let journal = Journal()
        let screen = Screen(Folders(journal: journal))
        #expect(journal.entries == ["root appeared"])
        try screen.tap("Folder 1")
        #expect(journal.entries == ["root appeared", "root disappeared"])
        try screen.back()
        #expect(journal.entries == ["root appeared", "root disappeared", "root appeared"])
    }

    @Test("A destination that is popped and pushed again has a new state")
    func poppedState() throws {
        let screen = Screen(Folders())
        try screen.tap("Folder 1")
        try screen.tap("Add to folder")
        try screen.back()
        try screen.tap("Folder 1")
        #expect(screen.texts.contains("folder: 0"))
    }

    @Test("A destination that dismisses itself also pops the destinations above it")
    func dismiss() throws {
        let screen = Screen(Folders())
        try screen.tap("Folder 1")
        try screen.tap("Deeper")
        #expect(screen.titles == ["11"])
        try screen.tap("Up")
        #expect(screen.titles == ["1"])
    }

    @Test("A link with its own destination pushes that destination")
    func ownDestination() throws {
        let screen = Screen(
            NavigationStack { NavigationLink("Go") { Text("there").navigationTitle("There") } })
        try screen.tap("Go")
        #expect(screen.texts == ["there"])
        #expect(screen.titles == ["There"])
        try screen.back()
        #expect(screen.texts == ["Go"])
    }

    @Test("A destination shows changes of the values that its closure captures")
    func capturedValues() async throws {
        let screen = Screen(Captured())
        try screen.tap("Go")
        try screen.tap("Change")
        #expect(screen.texts.contains("value 1"))
    }

    @Test("A bound path determines the pushed destinations, and links and going back change the path")
    func path() throws {
        let screen = Screen(Shelf())
        #expect(screen.texts.first == "[]")
        try screen.tap("Book 1")
        #expect(screen.titles == ["1"])
        try screen.tap("Deeper")
        #expect(screen.texts.first == "[1, 11]")
        try screen.back()
        #expect(screen.texts.first == "[1]")
        try screen.tap("Jump")
        #expect(screen.titles == ["23"])
        #expect(screen.texts.first == "[1, 2, 23]")
        try screen.tap("Home")
        #expect(screen.texts.first == "[]")
        #expect(screen.titles.isEmpty)
    }

    @Test("A view on a path is kept when the path changes above it")
    func pathBelow() throws {
        let screen = Screen(Shelf())
        try screen.tap("Add to root")
        try screen.tap("Book 1")
        try screen.tap("Add to folder")
        try screen.tap("Jump")
        #expect(screen.texts.contains("folder: 0"))
        try screen.back()
        try screen.back()
        #expect(screen.texts.contains("folder: 1"))
        try screen.tap("Home")
        #expect(screen.texts.contains("root: 1"))
    }

    @Test("The root of a non-empty initial path has its state but appears only when it is uncovered")
    func initialPath() throws {
        let journal = Journal()
        let screen = Screen(Shelf(path: [1, 2], journal: journal))
        #expect(screen.titles == ["2"])
        #expect(journal.entries.isEmpty)
        try screen.back()
        #expect(journal.entries.isEmpty)
        try screen.back()
        #expect(journal.entries == ["root appeared"])
        #expect(screen.texts.contains("root: 0"))
    }

    @Test("A path of values of any type shows the destination for each value")
    func pathOfAnyType() throws {
        let screen = Screen(Mixed())
        try screen.tap("Number")
        #expect(screen.texts.contains("number 7"))
        try screen.tap("Word")
        #expect(screen.texts == ["2 deep", "word seven"])
        try screen.back()
        #expect(screen.texts.contains("number 7"))
        #expect(screen.texts.first == "1 deep")
    }
}

private struct Shelf: View {
    @State private var path: [Int]
    var journal: Journal?

    init(path: [Int] = [], journal: Journal? = nil) {
        _path = State(initialValue: path)
        self.journal = journal
    }

    var body: some View {
        Text("\(path)")
        NavigationStack(path: $path) {
            VStack {
                Item(name: "root")
                NavigationLink("Book 1", value: 1)
            }
            .onAppear { journal?.note("root appeared") }
            .navigationDestination(for: Int.self) { Folder(number: $0) }
        }
        Button("Jump") { path += [2, 23] }
        Button("Home") { path = [] }
    }
}

private struct Mixed: View {
    @State private var path = NavigationPath()

    var body: some View {
        Text("\(path.count) deep")
        NavigationStack(path: $path) {
            NavigationLink("Number", value: 7)
                .navigationDestination(for: Int.self) { number in
                    Text("number \(number)")
                    NavigationLink("Word", value: "seven")
                }
                .navigationDestination(for: String.self) { Text("word \($0)") }
        }
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
