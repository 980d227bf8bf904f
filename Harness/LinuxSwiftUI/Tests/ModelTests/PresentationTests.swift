import SwiftUI
import TestSupport
import Testing

@MainActor
struct PresentationTests {
    @Test("A sheet covers the views behind it, which remain on the screen")
    func covers() throws {
        let journal = Journal()
        let screen = Screen(Sheets(journal: journal))
        try screen.tap("Show")
        #expect(screen.presentations == ["sheet"])
        #expect(screen.buttons == ["Close", "Close for good"])
        #expect(journal.entries == ["appeared"])
        #expect(screen.texts.contains("behind"))
    }

    @Test(
        "A sheet calls onDismiss after it is dismissed by the user, from within or by its binding",
        arguments: ["user", "dismiss", "binding"])
    func dismissal(_ way: String) throws {
        let journal = Journal()
        let screen = Screen(Sheets(journal: journal))
        try screen.tap("Show")
        switch way {
        case "user": try screen.dismissSheet()
        case "dismiss": try screen.tap("Close")
        default: try screen.tap("Close for good")
        }
        #expect(screen.presentations.isEmpty)
        #expect(journal.entries == ["appeared", "content gone", "dismissed"])
        try screen.tap("Show")
        #expect(screen.presentations == ["sheet"])
    }

    @Test("A sheet for a new item replaces the sheet for the old item")
    func otherItem() throws {
        let journal = Journal()
        let screen = Screen(Items(journal: journal))
        try screen.tap("Show 1")
        try screen.tap("Next")
        #expect(screen.texts.contains("item 2"))
        #expect(journal.entries == ["dismissed"])
    }

    @Test("A sheet dismissed by the user stays dismissed even if its binding is constant")
    func constantBinding() throws {
        let journal = Journal()
        let screen = Screen(
            Text("behind").sheet(item: .constant(Number(id: 1)), onDismiss: { journal.note("dismissed") }) {
                Text("item \($0.id)")
            })
        try screen.dismissSheet()
        screen.update()
        #expect(screen.presentations.isEmpty)
        #expect(journal.entries == ["dismissed"])
    }

    @Test("An alert disappears when one of its buttons is tapped, after the action of the button")
    func alert() throws {
        let screen = Screen(Alerts())
        try screen.tap("Warn")
        #expect(screen.titles == ["Careful"])
        #expect(screen.texts.contains("It is hot."))
        #expect(screen.buttons == ["Touch", "Leave"])
        try screen.tap("Touch")
        #expect(screen.titles.isEmpty)
        #expect(screen.texts.contains("touched while true"))
    }

    @Test("An alert without buttons has a button to dismiss it")
    func alertWithoutButtons() throws {
        let screen = Screen(PlainAlert())
        #expect(screen.presentations == ["Done"])
        try screen.tap("OK")
        #expect(screen.presentations.isEmpty)
    }
}

private struct Sheets: View {
    let journal: Journal
    @State private var isPresented = false

    var body: some View {
        Text("behind")
            .onAppear { journal.note("appeared") }
            .onDisappear { journal.note("disappeared") }
        Button("Show") { isPresented = true }
            .sheet(isPresented: $isPresented, onDismiss: { journal.note("dismissed") }) {
                SheetContent(close: { isPresented = false })
                    .onDisappear { journal.note("content gone") }
            }
    }
}

private struct SheetContent: View {
    let close: () -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Button("Close") { dismiss() }
        Button("Close for good") { close() }
    }
}

private struct Number: Identifiable {
    let id: Int
}

private struct Items: View {
    let journal: Journal
    @State private var item: Number?

    var body: some View {
        Button("Show 1") { item = Number(id: 1) }
            .sheet(item: $item, onDismiss: { journal.note("dismissed") }) { number in
                Text("item \(number.id)")
                Button("Next") { item = Number(id: number.id + 1) }
            }
    }
}

private struct Alerts: View {
    @State private var isPresented = false
    @State private var text = ""

    var body: some View {
        Text(text)
        Button("Warn") { isPresented = true }
            .alert("Careful", isPresented: $isPresented) {
                Button("Touch", role: .destructive) { text = "touched while \(isPresented)" }
                Button("Leave", role: .cancel) {}
            } message: {
                Text("It is hot.")
            }
    }
}

private struct PlainAlert: View {
    @State private var isPresented = true
    var body: some View { Text("").alert("Done", isPresented: $isPresented) {} }
}
