import Oak
import SwiftUI
import TestSupport
import Testing

@MainActor
struct StateTransducerTests {
    @Test("The machine receives the arguments of the attribute")
    func attribute() async throws {
        let screen = Screen(AttributeView())
        #expect(screen.texts.first == "tally: 5")
        try screen.tap("Add")
        await screen.wait { $0.texts.first == "tally: 6" }
    }

    @Test("A property hands its proxy, observer and settings to its machine")
    func arguments() async throws {
        let (journal, proxy) = (Journal(), Door.Proxy())
        let screen = Screen(DoorView(proxy: proxy, journal: journal))
        try proxy.send(.knock)
        await journal.wait(for: "over")
        #expect(journal.entries == ["knock", "over"])
        screen.close()
    }

    @Test("One machine runs as long as its view exists, even if the surrounding views change")
    func oneMachine() async throws {
        let journal = Journal()
        let screen = Screen(Switch { WorkerParent(journal: journal) })
        try screen.tap("Start")
        await journal.wait(for: "begin of work")
        try screen.tap("Rename")
        await screen.wait { $0.texts.contains("new: working") }
        #expect(journal.entries == ["begin of work"])
        try screen.tap("Switch")
        await journal.wait(for: "run is over")
        #expect(journal.entries == ["begin of work", "end of work", "run is over"])
        screen.close()
    }

    @Test("A covered view keeps its machine running")
    func covered() async throws {
        let journal = Journal()
        let screen = Screen(Covering { WorkerView(name: "view", journal: journal) })
        try screen.tap("Start")
        await journal.wait(for: "begin of work")
        try screen.tap("Cover")
        try screen.back()
        #expect(screen.texts.contains("view: working"))
        #expect(journal.entries == ["begin of work"])
        screen.close()
        await journal.wait(for: "run is over")
    }

    @Test("A property that is read before its view is shown belongs to the view")
    func lookedAtEarly() async throws {
        let screen = Screen(EarlyView())
        try screen.tap("Add")
        await screen.wait { $0.texts.first == "tally: 1" }
    }

    @Test("The arguments of a later evaluation are ignored")
    func laterArguments() async throws {
        let screen = Screen(Evaluated { number in TallyView(initialState: Tally.State(count: number)) })
        try screen.tap("Evaluate")
        #expect(screen.texts.first == "tally: 0")
    }

    @Test("The machine of a removed view is released")
    func released() async throws {
        weak var object: ObservableTransducer<Tally>?
        let screen = Screen(Switch { ObservableView { object = $0 } })
        #expect(object != nil)
        try screen.tap("Switch")
        #expect(object == nil)
        screen.close()
    }
}

private struct TallyView: View {
    @StateTransducer<Tally> private var tally: Tally.State

    init(initialState: Tally.State = Tally.State()) {
        _tally = StateTransducer(wrappedValue: initialState, of: Tally.self)
    }

    var body: some View {
        Text("tally: \(tally.count)")
        Button("Add") { try? $tally.send(.add) }
    }
}

private struct EarlyView: View {
    @StateTransducer<Tally> private var tally: Tally.State

    init() {
        _tally = StateTransducer(wrappedValue: Tally.State(), of: Tally.self)
        _ = tally
    }

    var body: some View {
        Text("tally: \(tally.count)")
        Button("Add") { try? $tally.send(.add) }
    }
}

private struct AttributeView: View {
    @StateTransducer(of: Tally.self, completion: nil) private var tally = Tally.State(count: 5)

    var body: some View {
        Text("tally: \(tally.count)")
        Button("Add") { try? $tally.send(.add) }
    }
}

private struct DoorView: View {
    @StateTransducer<Door> private var door: Door.State

    init(proxy: Door.Proxy, journal: Journal) {
        _door = StateTransducer(
            wrappedValue: Door.State(), proxy: proxy, observer: .knocks(journal), settings: .strict,
            completion: { _ in journal.note("over") })
    }

    var body: some View { Text("\(door)") }
}

private struct WorkerParent: View {
    let journal: Journal
    @SwiftUI.State private var name = "old"

    var body: some View {
        WorkerView(name: name, journal: journal)
        Button("Rename") { name = "new" }
    }
}

private struct WorkerView: View {
    let name: String
    @StateTransducer<Worker> private var worker: Worker.State

    init(name: String, journal: Journal) {
        self.name = name
        _worker = StateTransducer(
            wrappedValue: .idle, of: Worker.self, env: Worker.Env(journal: journal),
            completion: { _ in journal.note("run is over") })
    }

    var body: some View {
        Text("\(name): \(worker == .idle ? "idle" : "working")")
        Button("Start") { try? $worker.send(.start) }
    }
}

private struct ObservableView: View {
    @SwiftUI.State private var tally = ObservableTransducer(
        of: Tally.self, initialState: Tally.State())
    let found: (ObservableTransducer<Tally>) -> Void

    var body: some View {
        let _ = found(tally)
        Text("\(tally.state.count)")
    }
}
