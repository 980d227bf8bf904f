import Observation
import SwiftUI
import TestSupport
import Testing

@MainActor
struct EnvironmentTests {
    @Test("A value in the environment reaches only the views below it")
    func values() throws {
        let screen = Screen(
            VStack {
                Greeting()
                VStack { Greeting() }.environment(\.greeting, "hello")
                Greeting()
            })
        #expect(screen.texts == ["none", "hello", "none"])
    }

    @Test("A changed value in the environment reaches the views below it")
    func changes() throws {
        let screen = Screen(Greeter())
        try screen.tap("Greet")
        #expect(screen.texts.first == "hi")
    }

    @Test("An observable object in the environment is found by its type")
    func objects() throws {
        let model = Model()
        let screen = Screen(Reader().environment(model))
        try screen.tap("Add")
        #expect(model.count == 1)
        #expect(screen.texts.first == "1")
    }

    @Test("A view is evaluated only when a property that it has read changes")
    func observation() async throws {
        let model = Model()
        let journal = Journal()
        let screen = Screen(Watcher(model: model, journal: journal))
        model.other += 1
        screen.update()
        #expect(journal.entries.count == 1)
        model.count += 1
        await screen.wait { $0.texts == ["1"] }
        #expect(journal.entries.count == 2)
    }
}

private enum GreetingKey: EnvironmentKey {
    static let defaultValue = "none"
}

extension EnvironmentValues {
    fileprivate var greeting: String {
        get { self[GreetingKey.self] }
        set { self[GreetingKey.self] = newValue }
    }
}

private struct Greeting: View {
    @Environment(\.greeting) private var greeting
    var body: some View { Text(greeting) }
}

private struct Greeter: View {
    @State private var greeting = "good day"

    var body: some View {
        Greeting().environment(\.greeting, greeting)
        Button("Greet") { greeting = "hi" }
    }
}

@MainActor
@Observable
private final class Model {
    var count = 0
    var other = 0
}

private struct Reader: View {
    @Environment(Model.self) private var model

    var body: some View {
        Text("\(model.count)")
        Button("Add") { model.count += 1 }
    }
}

private struct Watcher: View {
    let model: Model
    let journal: Journal

    var body: some View {
        let _ = journal.note("evaluated")
        Text("\(model.count)")
    }
}
