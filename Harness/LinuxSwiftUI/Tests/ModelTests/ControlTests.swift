import SwiftUI
import Testing

@MainActor
struct ControlTests {
    @Test("A screen flips a toggle, chooses an option and submits a text")
    func controls() throws {
        let screen = Screen(Controls())
        try screen.toggle("Loud")
        #expect(screen.toggles == ["Loud": true])
        try screen.choose("Blue", in: "Colour")
        #expect(try screen.selection(in: "Colour") == "Blue")
        try screen.type("secret", into: "Password")
        try screen.submit("Password")
        #expect(screen.texts.last == "true blue secret")
        #expect(throws: NotOnScreen.self) { try screen.choose("Green", in: "Colour") }
    }

    @Test("A screen has the contents of toolbars, overlays, sections and groups")
    func containers() {
        let screen = Screen(
            List {
                Section("Header") { Text("Row") }
                Section {
                    Label("Label", systemImage: "star")
                } footer: {
                    Text("Footer")
                }
            }
            .overlay { ProgressView("Loading") }
            .toolbar { ToolbarItem(placement: .primaryAction) { Button("Tool") {} } })
        #expect(screen.texts == ["Header", "Row", "Label", "Footer", "Loading", "Tool"])
        #expect(screen.showsProgress)
        #expect(screen.buttons == ["Tool"])
    }
}

private struct Controls: View {
    @State private var isLoud = false
    @State private var colour = "red"
    @State private var password = ""
    @State private var summary = ""

    var body: some View {
        Form {
            Toggle("Loud", isOn: $isLoud)
            Picker("Colour", selection: $colour) {
                Text("Red").tag("red")
                Text("Blue").tag("blue")
            }
            SecureField("Password", text: $password)
                .onSubmit { summary = "\(isLoud) \(colour) \(password)" }
            Text(summary)
        }
    }
}
