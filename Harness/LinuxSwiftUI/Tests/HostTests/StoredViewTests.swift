import Oak
import SwiftUI
import TestSupport
import Testing

/// The machine of a view belongs to the identity of the view: its place and its id. The value of the view may be
/// stored, shown again and shown elsewhere. The tests require the texts on the screen, so that none of them awaits the
/// end of a run in vain.
@Suite("C9 The machine of a view lives as long as the identity of the view")
@MainActor
struct StoredViewTests {
    @Test("Stored content ends its machine when it is folded away, and unfolded has a new one", arguments: Kind.all)
    func folded(_ kind: Kind) async throws {
        let journal = Journal()
        let screen = Screen(Card(content: kind.view(journal)))
        try screen.tap("Add to tally")
        try #require(screen.texts.contains("tally: 1"))
        try screen.tap("Fold")
        try screen.tap("Fold")
        try #require(screen.texts.contains("tally: 0"))
        try screen.tap("Fold")
        try await expectCancelled(2, in: journal)
        screen.close()
    }

    @Test("The destination of a link has a new machine each time it is pushed", arguments: Kind.all)
    func pushed(_ kind: Kind) async throws {
        let journal = Journal()
        let view = kind.view(journal)
        let screen = Screen(NavigationStack { NavigationLink("Open") { view } })
        try screen.tap("Open")
        try screen.tap("Add to tally")
        try #require(screen.texts.contains("tally: 1"))
        try screen.back()
        try screen.tap("Open")
        try #require(screen.texts.contains("tally: 0"))
        try screen.back()
        try await expectCancelled(2, in: journal)
        screen.close()
    }

    @Test("One value that is shown twice has two machines", arguments: Kind.all)
    func twice(_ kind: Kind) async throws {
        let journal = Journal()
        let view = kind.view(journal)
        let screen = Screen(
            VStack {
                view
                view
            })
        try screen.tap("Add to tally")
        try #require(screen.texts.filter { $0.hasPrefix("tally") } == ["tally: 1", "tally: 0"])
        screen.close()
        try await expectCancelled(2, in: journal)
    }

    @Test("A row that leaves a list and comes back has a new machine; the other rows keep theirs", arguments: Kind.all)
    func rows(_ kind: Kind) async throws {
        let journal = Journal()
        let screen = Screen(Rows(rows: ["a", "b", "c"].map { Rows.Row(id: $0, view: kind.view(journal, name: $0)) }))
        for name in ["a", "b", "c"] { try screen.tap("Add to \(name)") }
        try screen.tap("Without b")
        try screen.tap("Reversed")
        try #require(screen.texts.filter { $0.contains(":") } == ["c: 1", "b: 0", "a: 1"])
        try await expectCancelled(1, in: journal)
        screen.close()
    }

    @Test("A stored view has another machine under another id", arguments: Kind.all)
    func otherID(_ kind: Kind) async throws {
        let journal = Journal()
        let view = kind.view(journal)
        let screen = Screen(Numbered { view })
        try screen.tap("Add to tally")
        try #require(screen.texts.contains("tally: 1"))
        try screen.tap("Next")
        try #require(screen.texts.contains("tally: 0"))
        try await expectCancelled(1, in: journal)
        screen.close()
    }

    @Test("A sheet that is dismissed ends the machine of its stored content", arguments: Kind.all)
    func sheet(_ kind: Kind) async throws {
        let journal = Journal()
        let screen = Screen(Presenting(content: kind.view(journal)))
        try screen.tap("Present")
        try screen.tap("Add to tally")
        try #require(screen.texts.contains("tally: 1"))
        try screen.dismissSheet()
        try screen.tap("Present")
        try #require(screen.texts.contains("tally: 0"))
        try screen.dismissSheet()
        try await expectCancelled(2, in: journal)
        screen.close()
    }

    private func expectCancelled(_ count: Int, in journal: Journal) async throws {
        await journal.wait(for: "cancelled", times: count)
        #expect(journal.entries == Array(repeating: "cancelled", count: count))
    }
}

extension StoredViewTests {
    /// A view or property that keeps the machine. Nothing around it makes the value anew.
    enum Kind {
        case view, property

        static let all = [view, property]

        @MainActor
        func view(_ journal: Journal, name: String = "tally") -> AnyView {
            switch self {
            case .view:
                AnyView(
                    TransducerView(
                        of: Tally.self, initialState: Tally.State(), completion: { journal.note(ending: $0) }
                    ) {
                        TallyContent(name: name, state: $0, input: $1)
                    })
            case .property: AnyView(TallyProperty(name: name, journal: journal))
            }
        }
    }
}

private struct TallyProperty: View {
    let name: String
    @StateTransducer<Tally> private var tally: Tally.State

    init(name: String, journal: Journal) {
        self.name = name
        _tally = StateTransducer(
            wrappedValue: Tally.State(), of: Tally.self, completion: { journal.note(ending: $0) })
    }

    var body: some View { TallyContent(name: name, state: tally, input: $tally.input) }
}

private struct Card<Content: View>: View {
    let content: Content
    @SwiftUI.State private var isOpen = true

    var body: some View {
        if isOpen { content }
        Button("Fold") { isOpen.toggle() }
    }
}

private struct Rows: View {
    struct Row: Identifiable {
        let id: String
        let view: AnyView
    }

    let rows: [Row]
    @SwiftUI.State private var shown: [String] = ["a", "b", "c"]

    var body: some View {
        List(shown, id: \.self) { id in rows.first { $0.id == id }?.view }
        Button("Without b") { shown = ["a", "c"] }
        Button("Reversed") { shown = ["c", "b", "a"] }
    }
}

private struct Presenting<Content: View>: View {
    let content: Content
    @SwiftUI.State private var isPresented = false

    var body: some View {
        Button("Present") { isPresented = true }
            .sheet(isPresented: $isPresented) { content }
    }
}
