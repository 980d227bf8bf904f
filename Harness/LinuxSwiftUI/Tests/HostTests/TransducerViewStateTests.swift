import Oak
import Observation
import SwiftUI
import TestSupport
import Testing

@MainActor
struct TransducerViewStateTests {
    @Test("C33 A binding reads what it has just written, and an animation contains the change")
    func atOnce() throws {
        let journal = Journal()
        let screen = Screen(Animated(journal: journal))
        try screen.tap("Add animated")
        #expect(journal.entries == ["animated", "bound 1", "bound 2"])
        #expect(screen.texts.first == "2")
    }

    @Test("A machine with a binding begins with the bound state and writes to it")
    func binding() async throws {
        let screen = Screen(Elsewhere(state: Tally.State(count: 5)))
        #expect(screen.texts.starts(with: ["elsewhere: 5", "tally: 5"]))
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.starts(with: ["elsewhere: 6", "tally: 6"]) }
    }

    @Test("A foreign write to a bound state is the machine's state at the next event")
    func writtenByOthers() async throws {
        let screen = Screen(Elsewhere())
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 1") }
        try screen.tap("Set to 10")
        #expect(screen.texts.starts(with: ["elsewhere: 10", "tally: 10"]))
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.starts(with: ["elsewhere: 11", "tally: 11"]) }
    }

    @Test("A state that is a property of an observable object is the storage of the machine")
    func observableObject() async throws {
        let model = TallyModel()
        let screen = Screen(ModelView(model: model))
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 1") }
        model.tally.count = 10
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("tally: 11") }
        #expect(model.tally.count == 11)
        screen.close()
    }

    @Test("A callback written in a view can access the state of the view")
    func callback() async throws {
        let screen = Screen(LastOutput())
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("last: 1") }
    }

    @Test("A binding receives outputs")
    func bindingAsSubject() async throws {
        let screen = Screen(BoundOutput())
        try screen.tap("Add to tally")
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.contains("last: 2") }
    }

    @Test("A binding to a part of a state is found by the name of the part, even a common name")
    func partOfBinding() {
        struct Part {
            var value = ""
            var state = 0
        }
        let whole = Binding.constant(Part(value: "part", state: 1))
        let (value, state): (Binding<String>, Binding<Int>) = (whole.value, whole.state)
        #expect(value.wrappedValue == "part")
        #expect(state.wrappedValue == 1)
    }

    @Test("Values from the environment of the view are available in the environment of the machine")
    func environment() async throws {
        let journal = Journal()
        let screen = Screen(Injected(journal: journal).environment(\.workName, "injected"))
        try screen.tap("Start")
        await journal.wait(for: "begin of injected")
        screen.close()
        await journal.wait(for: "end of injected")
    }

    @Test("A view has names for the types of its machine, for completions declared elsewhere")
    func names() async throws {
        typealias TallyView = TransducerView<Tally, TallyContent>
        let (env, journal): (TallyView.Env, Journal) = ((), Journal())
        let completion: TallyView.Completion = { result in
            let output: TallyView.Output? = try? result.get()
            journal.note("\(output ?? -1)")
        }
        let screen = Screen(
            TallyView(of: Tally.self, initialState: Tally.State(), env: env, completion: completion) {
                TallyContent(state: $0, input: $1)
            })
        try screen.tap("Add to tally")
        try screen.tap("Finish tally")
        await journal.wait(for: "1")
        screen.close()
    }

    @Test("A parent view and its child view each have a machine, and the child's outputs are the parent's events")
    func parentAndChild() async throws {
        let screen = Screen(ParentView())
        try screen.tap("Add to child")
        try screen.tap("Add to child")
        await screen.wait { $0.texts.contains("child: 2") && $0.texts.contains("parent: 2") }
        try screen.tap("Add to parent")
        await screen.wait { $0.texts.contains("child: 2") && $0.texts.contains("parent: 3") }
    }

    @Test("A composite runs in a view like any other machine")
    func composite() async throws {
        let journal = Journal()
        let screen = Screen(Both(journal: journal))
        try screen.tap("Left")
        try screen.tap("Right")
        try screen.tap("Right")
        await screen.wait { $0.texts.first == "1 2" }
        try screen.tap("Finish")
        await journal.wait(for: "done")
        screen.close()
    }

    @Test("A view hands its observer and settings to its machine, with either place of the state")
    func observed() async throws {
        let (journal, ended) = (Journal(), Journal())
        let screen = Screen(Strict(journal: journal, ended: ended))
        for place in ["own", "bound"] {
            try screen.tap("Knock on \(place)")
            await ended.wait(for: "\(place): Door does not expect knock in state")
        }
        #expect(journal.entries == ["knock", "knock"])
        screen.close()
    }
}

// MARK: - Views

private struct Animated: View {
    let journal: Journal
    @StateTransducer<Tally> private var tally: Tally.State

    init(journal: Journal) {
        self.journal = journal
        _tally = StateTransducer(wrappedValue: Tally.State(), of: Tally.self)
    }

    var body: some View {
        let count = Binding<Int>(
            get: { @MainActor in tally.count }, set: { @MainActor _ in try? $tally.send(.add) })
        Text("\(tally.count)")
        Button("Add animated") {
            withAnimation {
                try? $tally.send(.add)
                if tally.count == 1, Transaction.current.animation != nil { journal.note("animated") }
            }
            journal.note("bound \(count.wrappedValue)")
            count.wrappedValue += 1
            journal.note("bound \(count.wrappedValue)")
        }
    }
}

private struct Elsewhere: View {
    @SwiftUI.State private var state: Tally.State

    init(state: Tally.State = Tally.State()) { _state = SwiftUI.State(initialValue: state) }

    var body: some View {
        Text("elsewhere: \(state.count)")
        TransducerView(of: Tally.self, initialState: $state, completion: nil) {
            TallyContent(state: $0, input: $1)
        }
        Button("Set to 10") { state.count = 10 }
    }
}

@MainActor
@Observable
private final class TallyModel { var tally = Tally.State() }

private struct ModelView: View {
    @Bindable var model: TallyModel

    var body: some View {
        TransducerView(of: Tally.self, initialState: $model.tally) { TallyContent(state: $0, input: $1) }
    }
}

private struct LastOutput: View {
    @SwiftUI.State private var state = Tally.State()
    @SwiftUI.State private var last = ""

    var body: some View {
        Text(last)
        TransducerView(of: Tally.self, initialState: $state, output: Callback { output in last = "last: \(output)" }) {
            state, input in
            TallyContent(state: state, input: input)
        }
    }
}

private struct BoundOutput: View {
    @SwiftUI.State private var last = 0

    var body: some View {
        Text("last: \(last)")
        TransducerView(of: Tally.self, initialState: Tally.State(), output: $last) {
            TallyContent(state: $0, input: $1)
        }
    }
}

private enum WorkNameKey: EnvironmentKey {
    static let defaultValue = "work"
}

extension EnvironmentValues {
    fileprivate var workName: String {
        get { self[WorkNameKey.self] }
        set { self[WorkNameKey.self] = newValue }
    }
}

private struct Injected: View {
    let journal: Journal
    @Environment(\.workName) private var workName
    @SwiftUI.State private var proxy = Worker.Proxy()

    var body: some View {
        TransducerView(
            of: Worker.self, initialState: .idle, proxy: proxy, env: Worker.Env(name: workName, journal: journal),
            completion: nil
        ) { _, input in
            Button("Start") { try? input.send(.start) }
        }
    }
}

private struct ParentView: View {
    var body: some View {
        TransducerView(of: Tally.self, initialState: Tally.State()) { state, input in
            TallyContent(name: "parent", state: state, input: input)
            TransducerView(
                of: Tally.self, initialState: Tally.State(), output: Callback { _ in try input.send(.add) }
            ) {
                TallyContent(name: "child", state: $0, input: $1)
            }
        }
    }
}

private struct Both: View {
    let journal: Journal
    @SwiftUI.State private var state = ProductState<Tally, Tally>(Tally.State(), Tally.State())

    var body: some View {
        TransducerView(
            of: Parallel<Tally, Tally>.self, initialState: $state, env: Pair((), ()),
            completion: { _ in journal.note("done") }
        ) { state, input in
            Text("\(state.first.count) \(state.second.count)")
            Button("Left") { input(.first(.add)) }
            Button("Right") { input(.second(.add)) }
            Button("Finish") {
                input(.first(.finish))
                input(.second(.finish))
            }
        }
    }
}

/// Views of a machine that expects nothing, and ends with what it does not expect.
private struct Strict: View {
    let journal: Journal
    let ended: Journal
    @SwiftUI.State private var state = Door.State()

    var body: some View {
        TransducerView(
            of: Door.self, initialState: Door.State(), observer: .knocks(journal), settings: .strict,
            completion: { note($0, for: "own") }
        ) { _, input in
            Button("Knock on own") { input(.knock) }
        }
        TransducerView(
            of: Door.self, initialState: $state, observer: .knocks(journal), settings: .strict,
            completion: { note($0, for: "bound") }
        ) { _, input in
            Button("Knock on bound") { input(.knock) }
        }
    }

    private func note(_ result: Result<Void, any Error>, for place: String) {
        guard case .failure(TransducerError.unexpectedEvent(let machine, _, _, let event)) = result else { return }
        ended.note("\(place): \(machine) does not expect \(event) in state")
    }
}
