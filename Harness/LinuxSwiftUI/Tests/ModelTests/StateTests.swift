import Observation
import SwiftUI
import TestSupport
import Testing

@MainActor
struct StateTests {
    @Test("State is kept when a view's value is replaced")
    func stateIsKept() throws {
        let screen = Screen(Parent())
        try screen.tap("Add to old")
        try screen.tap("Add to old")
        try screen.tap("Rename")
        #expect(screen.texts.contains("new: 2"))
    }

    @Test("A change of state evaluates only the views that have read it")
    func onlyWhatChanged() throws {
        let journal = Journal()
        let screen = Screen(
            VStack {
                Item(name: "left", journal: journal)
                Item(name: "right", journal: journal)
            })
        try screen.tap("Add to left")
        #expect(journal.entries == ["left", "right", "left"])
    }

    @Test("A view's state does not evaluate the outer view, but an outer view evaluates its inner views")
    func evaluatedOnItsOwn() throws {
        let journal = Journal()
        let screen = Screen(Outer(journal: journal))
        #expect(journal.entries == ["outer", "inner"])
        try screen.tap("Add to inner")
        #expect(journal.entries == ["outer", "inner", "inner"])
        try screen.tap("Rename")
        #expect(journal.entries == ["outer", "inner", "inner", "outer", "inner"])
        #expect(screen.texts.first == "inner: 1")
    }

    @Test("A view that passes a binding on is not evaluated when the bound value changes")
    func handedOver() throws {
        let journal = Journal()
        let screen = Screen(HandingOver(journal: journal))
        try screen.type("new", into: "Name")
        #expect(screen.texts.first == "new")
        #expect(journal.entries == ["outer", "inner", "inner"])
    }

    @Test("Setting a state to an equal value causes no evaluation")
    func equalState() throws {
        let journal = Journal()
        let screen = Screen(Setter(journal: journal))
        try screen.tap("Set")
        #expect(journal.entries == ["evaluated"])
    }

    @Test("Simultaneous changes cause one evaluation")
    func changesTogether() throws {
        let journal = Journal()
        let screen = Screen(TwoStates(journal: journal))
        try screen.tap("Both")
        #expect(screen.texts.first == "1 1")
        #expect(journal.entries.count == 2)
    }

    @Test("A binding reads and writes its state or a part of its state")
    func binding() throws {
        let screen = Screen(NameForm())
        try screen.type("Ada", into: "First")
        #expect(screen.texts.contains("Ada Lovelace"))
        #expect(try screen.text(in: "First") == "Ada")
    }

    @Test("A binding to a property of an observable object evaluates the view that reads the property")
    func bindable() throws {
        let journal = Journal()
        let screen = Screen(ObjectForm(model: Model(), journal: journal))
        try screen.type("new", into: "Name")
        #expect(screen.texts.first == "new")
        #expect(journal.entries == ["outer", "inner", "inner"])
    }

    @Test("Waiting for a screen sees each of several values in a row")
    func waiting() async throws {
        let screen = Screen(Late())
        await screen.wait { $0.texts == ["done"] }
        #expect(screen.texts == ["done"])
    }

    @Test("A disabled or missing button cannot be tapped")
    func disabled() throws {
        let screen = Screen(Button("Off") {}.disabled(true))
        #expect(throws: NotOnScreen.self) { try screen.tap("Off") }
        #expect(throws: NotOnScreen.self) { try screen.tap("Missing") }
    }
}

private struct Outer: View {
    let journal: Journal
    @State private var name = "old"

    var body: some View {
        let _ = journal.note("outer")
        Item(name: "inner", journal: journal)
        Button("Rename") { name += "er" }
        Text(name)
    }
}

private struct HandingOver: View {
    let journal: Journal
    @State private var name = "old"

    var body: some View {
        let _ = journal.note("outer")
        NameField(name: $name, journal: journal)
    }
}

@MainActor
@Observable
private final class Model { var name = "old" }

private struct ObjectForm: View {
    @Bindable var model: Model
    let journal: Journal

    var body: some View {
        let _ = journal.note("outer")
        NameField(name: $model.name, journal: journal)
    }
}

private struct NameField: View {
    @Binding var name: String
    let journal: Journal

    var body: some View {
        let _ = journal.note("inner")
        Text(name)
        TextField("Name", text: $name)
    }
}

private struct Parent: View {
    @State private var name = "old"

    var body: some View {
        Item(name: name)
        Button("Rename") { name = "new" }
    }
}

private struct Setter: View {
    let journal: Journal
    @State private var value = 1

    var body: some View {
        let _ = journal.note("evaluated")
        Text("\(value)")
        Button("Set") { value = 1 }
    }
}

private struct TwoStates: View {
    let journal: Journal
    @State private var first = 0
    @State private var second = 0

    var body: some View {
        let _ = journal.note("evaluated")
        Text("\(first) \(second)")
        Button("Both") {
            first += 1
            second += 1
        }
    }
}

private struct NameForm: View {
    struct Name: Equatable {
        var first = ""
        var last = "Lovelace"
    }

    @State private var name = Name()

    var body: some View {
        Form {
            TextField("First", text: $name.first)
            Text("\(name.first) \(name.last)")
        }
    }
}

private struct Late: View {
    @State private var text = "wait"
    var body: some View { Text(text).task { text = "done" } }
}
