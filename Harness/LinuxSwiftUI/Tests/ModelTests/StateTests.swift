import Observation
import SwiftUI
import TestSupport
import Testing

@MainActor
struct StateTests {
    @Test("Setting a state to an equal value causes no evaluation")
    func equalState() throws {
        let journal = Journal()
        let screen = Screen(Setter(journal: journal))
        try screen.tap("Set")
        #expect(journal.entries == ["evaluated"])
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

private struct Setter: View {
    let journal: Journal
    @State private var value = 1

    var body: some View {
        let _ = journal.note("evaluated")
        Text("\(value)")
        Button("Set") { value = 1 }
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
