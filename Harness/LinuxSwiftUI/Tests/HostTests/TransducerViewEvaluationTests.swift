import Oak
import SwiftUI
import TestSupport
import Testing

@MainActor
struct TransducerViewEvaluationTests {
    @Test("A view has one machine with one run, however often the surrounding views are evaluated")
    func manyEvaluations() async throws {
        let journal = Journal()
        let screen = Screen(Evaluated { OpeningView(number: $0, journal: journal) })
        await journal.wait(for: "begun with 0")
        for _ in 1...1_000 { try screen.tap("Evaluate") }
        #expect(screen.texts.contains("evaluation 1000: 0"))
        try screen.tap("Add")
        await screen.wait { $0.texts.contains("evaluation 1000: 1") }
        #expect(journal.entries == ["begun with 0", "1"])
        screen.close()
        await journal.wait(for: "over")
        #expect(journal.entries == ["begun with 0", "1", "over"])
    }

    @Test("A new proxy in each evaluation begins no new run, even if every change causes an evaluation")
    func proxyMadeInBody() async throws {
        let journal = Journal()
        let screen = Screen(ProxyInBody(journal: journal))
        for count in 1...10 {
            try screen.tap("Add")
            await screen.wait { $0.texts == ["seen by the parent: \(count)", "\(count)", "Add"] }
        }
        #expect(journal.entries == ["begun with 0"] + (1...10).map { "\($0)" })
        screen.close()
    }

    @Test("The initial state, environment and proxy of a later evaluation are ignored")
    func laterArguments() async throws {
        let journal = Journal()
        let (first, later) = (Worker.Proxy(), Worker.Proxy())
        let screen = Screen(
            Evaluated { number in
                TransducerView(
                    of: Worker.self, initialState: made(number == 0 ? .idle : .working("already"), journal),
                    proxy: number == 0 ? first : later, env: Worker.Env(name: "work \(number)", journal: journal),
                    completion: { _ in journal.note("over in evaluation \(number)") }
                ) { state, _ in
                    Text(state == .idle ? "idle" : "working")
                }
            })
        try screen.tap("Evaluate")
        #expect(screen.texts.contains("idle"))
        try later.send(.start)
        try first.send(.start)
        await journal.wait(for: "begin of work 0")
        screen.close()
        await journal.wait(for: "over in evaluation 0")
        #expect(
            journal.entries == ["made", "begin of work 0", "end of work 0", "over in evaluation 0"],
            "an initial state that nobody needs is not made")
    }

    private func made(_ state: Worker.State, _ journal: Journal) -> Worker.State {
        journal.note("made")
        return state
    }

    @Test("The content is from the latest evaluation and sends to the same machine")
    func laterContent() async throws {
        let screen = Screen(
            Evaluated { number in
                TransducerView(of: Tally.self, initialState: Tally.State()) {
                    TallyContent(name: "tally \(number)", state: $0, input: $1)
                }
            })
        try screen.tap("Add to tally 0")
        await screen.wait { $0.texts.contains("tally 0: 1") }
        try screen.tap("Evaluate")
        try screen.tap("Add to tally 1")
        await screen.wait { $0.texts.contains("tally 1: 2") }
    }

    @Test("Creating a view does not read its binding")
    func initialiserReadsNothing() {
        let journal = Journal()
        let state = Binding(
            get: { @MainActor in
                journal.note("read")
                return Tally.State()
            }, set: { _ in })
        let before = journal.entries
        _ = TransducerView(of: Tally.self, initialState: state) { TallyContent(state: $0, input: $1) }
        #expect(journal.entries == before)
    }

    @Test("A view that passes a binding on is not evaluated when the machine changes the state")
    func parentIsNotEvaluated() async throws {
        let journal = Journal()
        let screen = Screen(HandingOver(journal: journal))
        for count in 1...10 {
            try screen.tap("Add to tally")
            await screen.wait { $0.texts.contains("tally: \(count)") }
        }
        #expect(journal.entries == ["evaluated"])
        screen.close()
    }

    @Test("A bound state and its machine continue when an unrelated change evaluates their view")
    func bindingWhileTheParentChanges() async throws {
        let journal = Journal()
        let screen = Screen(BoundOpening(journal: journal))
        for count in 1...10 {
            try screen.tap("Change")
            try screen.tap("Add")
            await screen.wait { $0.texts.starts(with: ["change \(count)", "\(count)"]) }
        }
        #expect(journal.entries == ["begun with 0"] + (1...10).map { "\($0)" })
        screen.close()
    }

    @Test("The binding of the latest evaluation keeps the state and is shown")
    func laterBinding() async throws {
        let screen = Screen(TwoPlaces())
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.starts(with: ["first: 1, second: 0", "tally: 1"]) }
        try screen.tap("Other place")
        await screen.wait { $0.texts.starts(with: ["first: 1, second: 0", "tally: 0"]) }
        try screen.tap("Add to tally")
        await screen.wait { $0.texts.starts(with: ["first: 1, second: 1", "tally: 1"]) }
    }

    @Test("A machine keeps its state in its element of an array, wherever the element is moved")
    func movedElements() throws {
        let screen = Screen(Elements())
        try screen.tap("Add to c")
        try screen.tap("Reverse")
        #expect(screen.texts.contains("c: 1, b: 0, a: 0"))
        try screen.tap("Add to c")
        try screen.tap("Add to a")
        #expect(screen.texts.contains("c: 2, b: 0, a: 1"))
        try screen.tap("Remove the first")
        try screen.tap("Add to a")
        #expect(screen.texts.contains("b: 0, a: 2"))
        screen.close()
    }
}

// MARK: - Views

private struct OpeningView: View {
    let number: Int
    let journal: Journal

    var body: some View {
        TransducerView(
            of: Opening.self, initialState: Opening.State(), output: Callback { journal.note($0) },
            completion: { _ in journal.note("over") }
        ) { state, input in
            Text("evaluation \(number): \(state.count)")
            Button("Add") { input(.add) }
        }
    }
}

private struct ProxyInBody: View {
    let journal: Journal
    @SwiftUI.State private var state = Opening.State()

    var body: some View {
        Text("seen by the parent: \(state.count)")
        TransducerView(
            of: Opening.self, initialState: $state, proxy: Opening.Proxy(), output: Callback { journal.note($0) }
        ) { state, input in
            Text("\(state.count)")
            Button("Add") { input(.add) }
        }
    }
}

private struct HandingOver: View {
    let journal: Journal
    @SwiftUI.State private var state = Tally.State()

    var body: some View {
        let _ = journal.note("evaluated")
        TransducerView(of: Tally.self, initialState: $state) { TallyContent(state: $0, input: $1) }
    }
}

private struct BoundOpening: View {
    let journal: Journal
    @SwiftUI.State private var state = Opening.State()
    @SwiftUI.State private var changes = 0

    var body: some View {
        Text("change \(changes)")
        TransducerView(of: Opening.self, initialState: $state, output: Callback { journal.note($0) }) { state, input in
            Text("\(state.count)")
            Button("Add") { input(.add) }
        }
        Button("Change") { changes += 1 }
    }
}

private struct TwoPlaces: View {
    @SwiftUI.State private var first = Tally.State()
    @SwiftUI.State private var second = Tally.State()
    @SwiftUI.State private var isFirst = true

    var body: some View {
        Text("first: \(first.count), second: \(second.count)")
        TransducerView(of: Tally.self, initialState: isFirst ? $first : $second) {
            TallyContent(state: $0, input: $1)
        }
        Button("Other place") { isFirst = false }
    }
}

private struct Elements: View {
    private struct Element: Identifiable {
        let id: String
        var tally = Tally.State()
    }

    @SwiftUI.State private var elements = ["a", "b", "c"].map { Element(id: $0) }

    var body: some View {
        Text(elements.map { "\($0.id): \($0.tally.count)" }.joined(separator: ", "))
        ForEach(elements.map(\.id), id: \.self) { id in
            TransducerView(of: Tally.self, initialState: binding(to: id)) {
                TallyContent(name: id, state: $0, input: $1)
            }
        }
        Button("Reverse") { elements.reverse() }
        Button("Remove the first") { elements.removeFirst() }
    }

    /// A binding to a place, as `ForEach($elements)` makes it.
    private func binding(to id: String) -> Binding<Tally.State> {
        let index = elements.firstIndex { $0.id == id } ?? 0
        return Binding(get: { @MainActor in elements[index].tally }, set: { @MainActor in elements[index].tally = $0 })
    }
}
