import Oak
import SwiftUI

struct TurnstileView: View {
    @SwiftUI.State private var state = Turnstile.State.locked
    @SwiftUI.State private var lastOutput = ""

    var body: some View {
        TransducerView(
            of: Turnstile.self, initialState: $state, output: Callback { lastOutput = $0 }
        ) { state, input in
            VStack {
                Text("\(state)")
                Text("Last: \(lastOutput)")
                Button("Coin") { input(.coin) }
                Button("Push") { input(.push) }
            }
        }
    }
}

struct SearchView: View {
    @StateTransducer<Search> private var search: Search.State

    init(env: Search.Env) {
        _search = StateTransducer(wrappedValue: .idle, env: env)
    }

    var body: some View {
        switch search {
        case .idle: Button("Oak") { try? $search.send(.type("oak")) }
        case .searching(let text): Text("Searching \(text)")
        case .found(let results): Text(results.joined(separator: ", "))
        case .closed: Text("Closed")
        }
    }
}

struct NoteView: View {
    @StateTransducer(of: Note.self) private var note = Note.State()

    var body: some View {
        Text(note.text)
        TextField("Property", text: _note.binding(\.text, sending: Note.Event.typed))
        TransducerView(of: Note.self, initialState: Note.State(text: "VIEW")) { note in
            TextField("View", text: note.binding(\.text, sending: Note.Event.typed))
            TextField("Generic", text: Written(note, \.text, Note.Event.typed).binding)
        }
    }
}

/// Code for any machine needs no requirement to make a binding.
struct Written<Machine: ExecutableTransducer> {
    let binding: Binding<String>

    init(
        _ machine: some MachineModel<Machine>, _ text: @escaping (Machine.State) -> String,
        _ event: @escaping (String) -> Machine.Event
    ) {
        binding = machine.binding(text, sending: event)
    }
}

/// A model that shows its machine to others.
final class ShopModel {
    private let shop: ObservableTransducer<Shop>

    init(env: Shop.Env) {
        shop = ObservableTransducer(initialState: .open(.idle, baskets: [:]), env: env)
    }

    var isOpen: Bool { shop.isRunning }
    func close() throws { try shop.send(.close) }
}
